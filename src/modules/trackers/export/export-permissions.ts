import type { XmlElement } from '../../../platform/xml/node.ts'
import { fieldType } from '../../fields/index.ts'
import { NOBODY_GROUP, type UserGroupId } from '../../projects/index.ts'
import type { Tracker, TrackerPermission } from '../model/tracker.ts'
import type { TrackerExportContext } from './export-context.ts'
import { fieldKey } from './export-names.ts'

export const exportPermissions = (tracker: Tracker, context: TrackerExportContext): XmlElement[] => [
  ...trackerPermissions(tracker, context),
  ...fieldPermissions(tracker, context),
]

const trackerRights: Readonly<Record<TrackerPermission, string>> = {
  admin: 'PLUGIN_TRACKER_ADMIN',
  full: 'PLUGIN_TRACKER_ACCESS_FULL',
  assignee: 'PLUGIN_TRACKER_ACCESS_ASSIGNEE',
  submitter: 'PLUGIN_TRACKER_ACCESS_SUBMITTER',
  submitter_only: 'PLUGIN_TRACKER_ACCESS_SUBMITTER_ONLY',
}

const trackerPermissions = (tracker: Tracker, context: TrackerExportContext): XmlElement[] => {
  const line = (right: TrackerPermission, groupId: UserGroupId): XmlElement => ({
    name: 'permission',
    attributes: { scope: 'tracker', ugroup: context.groups.ofRight(groupId), type: trackerRights[right] },
  })
  const lines = (Object.keys(trackerRights) as TrackerPermission[]).flatMap(right =>
    inOrder(tracker.permissions[right]).map(groupId => line(right, groupId)),
  )
  // Without any line a reader would open the tracker to all users (§5.5).
  return lines.length > 0 ? lines : [line('full', NOBODY_GROUP)]
}

/** §5.5: only fields that take values have rights other than reading; containers and static elements have none. */
const fieldPermissions = (tracker: Tracker, context: TrackerExportContext): XmlElement[] =>
  tracker.fields
    .toSorted((left, right) => left.id - right.id)
    .flatMap(field => {
      const { family } = fieldType(field.type)
      const { read, submit, update } = field.permissions
      const line = (type: string, groupId: UserGroupId): XmlElement => ({
        name: 'permission',
        attributes: {
          scope: 'field',
          REF: fieldKey(field.id),
          ugroup: context.groups.ofRight(groupId),
          type: `PLUGIN_TRACKER_FIELD_${type}`,
        },
      })
      const reading = inOrder(read).map(groupId => line('READ', groupId))
      if (family === 'container' || family === 'static') return []
      if (family === 'readOnly') return reading
      return [
        ...reading,
        ...inOrder(submit).map(groupId => line('SUBMIT', groupId)),
        ...inOrder(update).map(groupId => line('UPDATE', groupId)),
      ]
    })

const inOrder = (groupIds: ReadonlySet<UserGroupId>): UserGroupId[] => [...groupIds].toSorted((a, b) => a - b)
