import { idOfKey, type Tracker } from '../../trackers/index.ts'
import type { ChangeKind, DefinitionDifference } from './diff-definitions.ts'

/** Parts of a definition as events name them. */
const TOUCHED: Readonly<Record<ChangeKind, string>> = {
  general: 'general',
  notifications: 'notifications',
  hierarchy: 'hierarchy',
  permissions: 'permissions',
  field: 'fields',
  value: 'values',
  semantic: 'semantics',
  date_rule: 'rules',
  list_rule: 'rules',
  workflow: 'workflow',
  transition: 'workflow',
  trigger: 'triggers',
  canned_response: 'canned_responses',
  webhook: 'webhooks',
  report: 'reports',
  order: 'order',
}

const touchedBy = ({ action, kind, name, member, fieldKey }: DefinitionDifference): string[] => {
  if (kind === 'semantic' && name === 'contributor') return ['semantics', 'contributor']
  if (kind === 'order' && fieldKey !== undefined) return ['values']
  if (kind !== 'field') return [TOUCHED[kind]]
  // Readers see other values if a field comes, goes, is put to use, or gets other permissions.
  const isOfRights = action !== 'change' || member?.startsWith('permissions.') === true || member === 'is_used'
  return isOfRights ? ['fields', 'permissions'] : ['fields']
}

/** Permissions as the event log stores them. */
export const permissionsInLog = (
  permissions: Readonly<Record<string, ReadonlySet<number>>>,
): Record<string, readonly number[]> =>
  Object.fromEntries(Object.entries(permissions).map(([name, groups]) => [name, [...groups]]))

/**
 * Payload of `tracker.changed`: which parts differ, and the permissions before, by which a reader of the log judges later who could know of
 * the parts.
 */
export const definitionPayload = (
  before: Pick<Tracker, 'permissions' | 'fieldById'>,
  changes: readonly DefinitionDifference[],
  /** Ids of fields by key, including new ones. */
  fieldIds: ReadonlyMap<string, number>,
): Record<string, unknown> => {
  const touches = new Set(changes.flatMap(touchedBy))
  const fields = new Set<number>()
  for (const { fieldKey } of changes) {
    const id = fieldKey === undefined ? undefined : (fieldIds.get(fieldKey) ?? idOfKey(fieldKey))
    if (id !== undefined) fields.add(id)
  }
  const isAboutFieldsAlone = changes.every(({ fieldKey }) => fieldKey !== undefined)
  return {
    changes: changes.map(({ action, kind, name, member }) => ({ action, kind, name, member })),
    touches: [...touches],
    ...(isAboutFieldsAlone ? { field_ids: [...fields] } : {}),
    ...(touches.has('permissions')
      ? {
          permissions_before: permissionsInLog(before.permissions),
          field_permissions_before: Object.fromEntries(
            [...fields].flatMap(id => {
              const field = before.fieldById.get(id)
              return field ? [[id, permissionsInLog({ ...field.permissions })]] : []
            }),
          ),
        }
      : {}),
  }
}
