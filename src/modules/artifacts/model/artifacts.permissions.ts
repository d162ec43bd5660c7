import { canReadField, canSubmitField, canUpdateField, type Field } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { ArtifactRule, Tracker } from '../../trackers/index.ts'

/** What a viewer is in one tracker: what decides which artifacts (`canViewArtifact`) and which fields are for them. */
export interface EffectiveRights extends ArtifactRule {
  readonly isSiteAdministrator: boolean
}

/** A site administrator has every right on every field; other administrators have none by their role (artifacts.md §1.1). */
export const canRead = ({ groups, isSiteAdministrator }: EffectiveRights, field: Field): boolean =>
  canReadField(groups, field, isSiteAdministrator)
export const canSubmit = ({ groups, isSiteAdministrator }: EffectiveRights, field: Field): boolean =>
  canSubmitField(groups, field, isSiteAdministrator)
export const canUpdate = ({ groups, isSiteAdministrator }: EffectiveRights, field: Field): boolean =>
  canUpdateField(groups, field, isSiteAdministrator)

/** Who began a comment, and administrators of the tracker; both only where they see it. */
export const canEditComment = (
  { isAdmin }: EffectiveRights,
  viewer: { readonly userId: number; readonly isAnonymous: boolean },
  authorId: number,
): boolean => isAdmin || (!viewer.isAnonymous && viewer.userId === authorId)

/** The status semantic, for those who may read its field; for others the tracker is as one without it. */
export const readableStatus = (
  rights: EffectiveRights,
  { semantics, fieldById }: Tracker,
): Tracker['semantics']['status'] => {
  const field = semantics.status && fieldById.get(semantics.status.fieldId)
  return field?.isUsed && canRead(rights, field) ? semantics.status : undefined
}

/** A private comment is for administrators and for its groups, not even for its author otherwise (artifacts.md §9). */
export const canSeeComment = (rights: EffectiveRights, groupIds: readonly UserGroupId[] | null): boolean =>
  groupIds === null || rights.isAdmin || groupIds.some(group => rights.groups.has(group))
