import { Type, type Static } from 'typebox'
import { preconditionOf, versionHeaders, type EntityVersion } from '../../../platform/http/headers/conditional.ts'
import { ok, type ApiResponse } from '../../../platform/http/routes/route.ts'
import { Id, Nullable, TextOrEmpty } from '../../../platform/http/schemas/schema.ts'
import { REPLAYED } from '../../../platform/idempotency/idempotency.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { parseComment } from '../write/submitted-comment.ts'
import type { UndoInput, UndoneChange } from './undo-change.ts'

export const UndoBody = Type.Object(
  {
    comment: TextOrEmpty('Comment on the new changeset.', { default: '' }),
    partial: Type.Boolean({ default: false, description: 'Leave fields that were changed again since as they are.' }),
  },
  { description: 'How to undo.' },
)

export const Undone = Type.Object(
  {
    changeset_id: Nullable(Id('Id of the new changeset.'), { description: 'Null: there was nothing to put back.' }),
    undone_field_ids: Type.Array(Id('Id of a field.'), { description: 'Fields whose value was put back.' }),
  },
  { description: 'The new change.' },
)

/** The undo that a decoded body asks for. */
export const undoOf = (
  artifactId: number,
  changesetId: number,
  body: Static<typeof UndoBody>,
  headers: Parameters<typeof preconditionOf>[0],
): UndoInput => ({
  artifactId,
  changesetId,
  comment: parseComment({ body: body.comment, format: 'text' }, 'comment').body,
  isPartial: body.partial,
  precondition: preconditionOf(headers),
})

export const undoneAnswer = (
  { version, changesetId, fieldIds }: UndoneChange,
  versionOf: (version: ArtifactVersion) => EntityVersion,
): ApiResponse =>
  ok(
    { changeset_id: changesetId, undone_field_ids: [...fieldIds] },
    { ...versionHeaders(versionOf(version)), ...(version.isReplayed && REPLAYED) },
  )
