import type { UserGroupId } from '../projects/index.ts'
import type { Field } from './field.ts'
import { fieldType } from './registry.ts'

/** Groups of a viewer in the project of the field. */
export type Groups = ReadonlySet<UserGroupId>

const isAmong = (granted: ReadonlySet<UserGroupId>, groups: Groups): boolean => {
  for (const group of granted) if (groups.has(group)) return true
  return false
}

/** Containers and static elements hold no value: all users see them, and no user writes them (fields.md §1). */
const hasNoValue = (field: Field): boolean => {
  const { family } = fieldType(field.type)
  return family === 'container' || family === 'static'
}

/**
 * Whether the viewer may see the values of the field. The right to update implies it. Only site administrators have this right by their
 * role; project and tracker administrators need a grant (artifacts.md §1.1).
 */
export const canReadField = (groups: Groups, field: Field, isSiteAdministrator: boolean): boolean =>
  isSiteAdministrator ||
  isAmong(field.permissions.read, groups) ||
  isAmong(field.permissions.update, groups) ||
  hasNoValue(field)

/** Whether the viewer may set the field of a new artifact. */
export const canSubmitField = (groups: Groups, field: Field, isSiteAdministrator: boolean): boolean =>
  (isSiteAdministrator || isAmong(field.permissions.submit, groups)) && !hasNoValue(field)

/** Whether the viewer may change the field of an artifact. */
export const canUpdateField = (groups: Groups, field: Field, isSiteAdministrator: boolean): boolean =>
  (isSiteAdministrator || isAmong(field.permissions.update, groups)) && !hasNoValue(field)

/** The member `permissions` of a description: the viewer's rights, in this order (fields.md §1). */
export const fieldRights = (
  groups: Groups,
  field: Field,
  isSiteAdministrator: boolean,
): ('read' | 'update' | 'create')[] => {
  const rights: ('read' | 'update' | 'create')[] = []
  if (canReadField(groups, field, isSiteAdministrator)) rights.push('read')
  if (canUpdateField(groups, field, isSiteAdministrator)) rights.push('update')
  if (canSubmitField(groups, field, isSiteAdministrator)) rights.push('create')
  return rights
}
