import { preconditionOf, versionHeaders, type EntityVersion } from '../../../platform/http/headers/conditional.ts'
import { decodeBody } from '../../../platform/http/request/decode-parameters.ts'
import { done, type ApiResponse } from '../../../platform/http/routes/route.ts'
import { CommentEdit } from '../comments/comments.schema.ts'
import { commentEditInput, type editComment } from '../comments/edit-comment.ts'
import type { deleteArtifact } from '../delete/delete-artifact.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { MOVED } from '../move/describe-move.ts'
import type { moveArtifact } from '../move/move-artifact.ts'
import { MoveBody } from '../move/move.schema.ts'
import { ArtifactUpdate, NewArtifact } from '../represent/artifacts.schema.ts'
import type { undoChange } from '../undo/undo-change.ts'
import { UndoBody, undoneAnswer, undoOf } from '../undo/undo-form.ts'
import type { createArtifact } from '../write/create-artifact.ts'
import type { updateArtifact } from '../write/update-artifact.ts'
import type { WriteAnswers } from '../write/write-answers.ts'
import { creationOf, updateOf } from '../write/write-inputs.ts'
import type { RunSingle } from './run-batch.ts'

/** The operations behind the single calls. */
export interface SingleOperations {
  readonly create: ReturnType<typeof createArtifact>
  readonly update: ReturnType<typeof updateArtifact>
  readonly delete: ReturnType<typeof deleteArtifact>
  readonly move: ReturnType<typeof moveArtifact>
  readonly editComment: ReturnType<typeof editComment>
  readonly undo: ReturnType<typeof undoChange>
  readonly answers: WriteAnswers
  readonly versionOf: (version: ArtifactVersion) => EntityVersion
}

/** Does the operations of a batch that is not atomic, each as its own call would. */
export const createRunSingle =
  (single: SingleOperations): RunSingle =>
  async (viewer, { kind, headers, changesetId = 0 }, body, id, cause) => {
    const precondition = preconditionOf(headers)
    const answer = async (): Promise<ApiResponse> => {
      switch (kind) {
        case 'update': {
          const input = updateOf(id, decodeBody(ArtifactUpdate, undefined, {}, body, 'json') as UpdateBody, headers)
          return single.answers.updated(await single.update(viewer, { ...input, cause }))
        }
        case 'undo': {
          const input = undoOf(id, changesetId, decodeBody(UndoBody, undefined, {}, body, 'json') as UndoInput, headers)
          return undoneAnswer(await single.undo(viewer, { ...input, cause }), single.versionOf)
        }
        case 'move': {
          const { move } = decodeBody(MoveBody, undefined, {}, body, 'json') as { move: { tracker_id: number } }
          await single.move(viewer, {
            artifactId: id,
            trackerId: move.tracker_id,
            isDryRun: false,
            precondition,
            cause,
          })
          return MOVED
        }
        case 'comment': {
          const sent = decodeBody(CommentEdit, undefined, {}, body, 'json') as CommentBody
          return done(
            versionHeaders(
              await single.editComment(viewer, { ...commentEditInput(id, changesetId, sent, headers), cause }),
            ),
          )
        }
        default:
          return done({ ...(await single.delete(viewer, { artifactId: id, precondition, cause })) })
      }
    }
    if (kind !== 'create') return { artifactId: id, response: await answer() }
    const input = creationOf(decodeBody(NewArtifact, undefined, {}, body, 'json') as CreationBody)
    const created = await single.create(viewer, { ...input, cause })
    return { artifactId: created.artifactId, response: single.answers.created(created, input) }
  }

type CreationBody = Parameters<typeof creationOf>[0]
type UpdateBody = Parameters<typeof updateOf>[1]
type UndoInput = Parameters<typeof undoOf>[2]
type CommentBody = Parameters<typeof commentEditInput>[2]
