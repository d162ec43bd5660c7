import { canReadField, canSubmitField, canUpdateField, type Field } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { ArtifactRule, Tracker } from '../../trackers/index.ts'

/** Rights of a viewer in one tracker. They decide which artifacts (`canViewArtifact`) and which fields the viewer may see. */
export interface EffectiveRights extends ArtifactRule {
  readonly isSiteAdministrator: boolean
}

/** A site administrator has every right on every field; other administrators have no such right by their role (artifacts.md §1.1). */
export const canRead = ({ groups, isSiteAdministrator }: EffectiveRights, field: Field): boolean =>
  canReadField(groups, field, isSiteAdministrator)
/** Whether the tracker uses the field and the viewer may read it. */
export const canReadFieldById = (
  { tracker, rights }: { readonly tracker: Pick<Tracker, 'fieldById'>; readonly rights: EffectiveRights },
  id: number,
): boolean => {
  const field = tracker.fieldById.get(id)
  return field?.isUsed === true && canRead(rights, field)
}
export const canSubmit = ({ groups, isSiteAdministrator }: EffectiveRights, field: Field): boolean =>
  canSubmitField(groups, field, isSiteAdministrator)
export const canUpdate = ({ groups, isSiteAdministrator }: EffectiveRights, field: Field): boolean =>
  canUpdateField(groups, field, isSiteAdministrator)
/** Whether the viewer may know that the field exists: no answer names a field to those who may neither read nor write it. */
export const mayKnow = (rights: EffectiveRights, field: Field): boolean =>
  canRead(rights, field) || canSubmit(rights, field) || canUpdate(rights, field)

/** The author of a comment and administrators of the tracker may edit it, if they see it. */
export const canEditComment = (
  { isAdmin }: EffectiveRights,
  viewer: { readonly userId: number; readonly isAnonymous: boolean },
  authorId: number,
): boolean => isAdmin || (!viewer.isAnonymous && viewer.userId === authorId)

/** The status semantic, if the viewer may read its field. For other viewers the tracker has no status. */
export const readableStatus = (
  rights: EffectiveRights,
  { semantics, fieldById }: Tracker,
): Tracker['semantics']['status'] => {
  const field = semantics.status && fieldById.get(semantics.status.fieldId)
  return field?.isUsed && canRead(rights, field) ? semantics.status : undefined
}

/** Administrators and members of its groups see a private comment; its author sees it only as one of them (artifacts.md §9). */
export const canSeeComment = (rights: EffectiveRights, groupIds: readonly UserGroupId[] | null): boolean =>
  groupIds === null || rights.isAdmin || groupIds.some(group => rights.groups.has(group))
