import type { XmlNode } from '../../../platform/xml/node.ts'
import { fieldType, type FieldRight } from '../../fields/index.ts'
import { ANONYMOUS_GROUP, NOBODY_GROUP, type UserGroupId } from '../../projects/index.ts'
import type { TrackerPermission } from '../../trackers/index.ts'
import { elementOf, type ElementDraft, type DeclaredKeys } from '../archive/declared-keys.ts'
import type { Groups } from '../archive/archive-groups.ts'
import type { Messages } from '../archive/import-messages.ts'

export interface PermissionContext {
  readonly keys: DeclaredKeys
  readonly messages: Messages
  readonly groups: Groups
  readonly trackerKey: string
}

const trackerTypes: Readonly<Record<string, TrackerPermission>> = {
  PLUGIN_TRACKER_ADMIN: 'admin',
  PLUGIN_TRACKER_ACCESS_FULL: 'full',
  PLUGIN_TRACKER_ACCESS_ASSIGNEE: 'assignee',
  PLUGIN_TRACKER_ACCESS_SUBMITTER: 'submitter',
  PLUGIN_TRACKER_ACCESS_SUBMITTER_ONLY: 'submitter_only',
}

const fieldTypes: Readonly<Record<string, FieldRight>> = {
  PLUGIN_TRACKER_FIELD_READ: 'read',
  PLUGIN_TRACKER_FIELD_SUBMIT: 'submit',
  PLUGIN_TRACKER_FIELD_UPDATE: 'update',
}

/** Sets the permissions of a tracker and of its fields (import.md §5.5); field permissions are set in the drafts. */
export const planPermissions = (
  container: XmlNode | undefined,
  elements: readonly ElementDraft[],
  context: PermissionContext,
): Partial<Record<TrackerPermission, UserGroupId[]>> => {
  const lines = container?.children.filter(node => node.name === 'permission') ?? []
  const rights = new Map<TrackerPermission, Set<UserGroupId>>()
  let hasTrackerLine = false
  for (const line of lines) {
    const isOfTracker = line.attributes['scope']?.trim() === 'tracker'
    hasTrackerLine ||= isOfTracker
    const group = groupOf(line, context)
    if (group === undefined) continue
    if (!isOfTracker) grantOnField(line, group, context)
    else {
      const type = (line.attributes['type'] ?? '').trim()
      const right = Object.hasOwn(trackerTypes, type) ? trackerTypes[type] : undefined
      if (!right) context.messages.warn(line, `"${type}" is no permission of a tracker: it was skipped`)
      else if (group !== NOBODY_GROUP) rights.set(right, (rights.get(right) ?? new Set()).add(group))
    }
  }
  warnOfUnreachable(elements, context.messages)
  // §5.5: a tracker without permission elements is open to everybody who may see the project.
  if (!hasTrackerLine) return { full: [ANONYMOUS_GROUP] }
  return Object.fromEntries([...rights].map(([right, groups]) => [right, [...groups]]))
}

const groupOf = (line: XmlNode, { groups, messages }: PermissionContext): UserGroupId | undefined => {
  const name = (line.attributes['ugroup'] ?? '').trim()
  const group = groups.findForRight(name)
  if (group === undefined) messages.warn(line, `there is no user group "${name}": this permission was skipped`)
  return group
}

const grantOnField = (line: XmlNode, group: UserGroupId, context: PermissionContext): void => {
  const field = elementOf(line, context.trackerKey, context, { isStrict: false, loss: 'this permission was skipped' })
  if (!field) return
  const type = (line.attributes['type'] ?? '').trim()
  const right = Object.hasOwn(fieldTypes, type) ? fieldTypes[type] : undefined
  if (!right) {
    context.messages.warn(line, `"${type}" is no permission of a field: it was skipped`)
    return
  }
  if (group === NOBODY_GROUP) return
  const { family } = fieldType(field.type)
  // Only fields with values can be submitted or updated; everybody can read containers and static elements.
  if (family === 'container' || family === 'static' || (family === 'readOnly' && right !== 'read')) return
  if (right !== 'submit') {
    // A group has either the right to read or the right to update: the later line wins.
    field.permissions.read.delete(group)
    field.permissions.update.delete(group)
  }
  field.permissions[right].add(group)
}

const warnOfUnreachable = (elements: readonly ElementDraft[], messages: Messages): void => {
  for (const { node, name, type, permissions } of elements) {
    const { family } = fieldType(type)
    if (family !== 'writable' && family !== 'external') continue
    if (permissions.read.size + permissions.submit.size + permissions.update.size === 0)
      messages.warn(node, `nobody has a right on the field "${name}": only site administrators will see it`)
  }
}
