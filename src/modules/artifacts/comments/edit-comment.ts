import type { EventCause } from '../../../platform/events/event-log.ts'
import { noteCause } from '../commit/note-cause.store.ts'
import type { Static } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, inTransactionOfScope, type Db, type Tx } from '../../../platform/db/db.ts'
import { Forbidden, Invalid, NotFound } from '../../../platform/errors.ts'
import {
  preconditionOf,
  requireFresh,
  type EntityVersion,
  type Precondition,
} from '../../../platform/http/headers/conditional.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from '../access/artifact-access.ts'
import type { CommentVersion, NewComment, SubmittedComment } from '../model/artifact.ts'
import { canEditComment, canSeeComment, type EffectiveRights } from '../model/artifacts.permissions.ts'
import { writeComment, type CommentEdit, type WholeComment } from '../commit/comments.store.ts'
import { WriteConflict, retryOnWriteConflict } from '../commit/commit.ts'
import type { IsKeyword } from '../model/keywords.ts'
import { referencesOf } from '../write/plan.ts'
import { findCommentGroups, parseComment } from '../write/submitted-comment.ts'
import type { CommentEdit as CommentEditBody } from './comments.schema.ts'
import type { CommentTag } from '../model/etag.ts'

export interface CommentDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly access: ArtifactAccess
  readonly projects: Pick<ProjectsModule, 'findUserGroup'>
  readonly keywords: () => Promise<IsKeyword>
  readonly commentTag: CommentTag
  /** Finds a comment by artifact and changeset; undefined: there is none. */
  readonly findComment: (artifactId: number, changesetId: number) => Promise<WholeComment | undefined>
}

export interface EditCommentInput {
  readonly artifactId: number
  readonly changesetId: number
  readonly comment: SubmittedComment
  readonly precondition: Precondition
  /** The larger operation that the write is a part of, for the event log. */
  readonly cause?: EventCause | undefined
}

/** The edit that a decoded body asks for. */
export const commentEditInput = (
  artifactId: number,
  changesetId: number,
  body: Static<typeof CommentEditBody>,
  headers: Parameters<typeof preconditionOf>[0],
): EditCommentInput => ({
  artifactId,
  changesetId,
  comment: parseComment(body, 'body'),
  precondition: preconditionOf(headers),
})

const currentOf = ({ versions: [first, ...later] }: WholeComment): CommentVersion => later.at(-1) ?? first

const versionOf = ({ commentTag }: CommentDependencies, comment: WholeComment): EntityVersion => ({
  etag: commentTag(comment.changesetId, comment.versions.length),
  modifiedAt: currentOf(comment).on,
})

/** A comment that the viewer may not see is treated as missing. */
const getSeen = async (
  { findComment }: CommentDependencies,
  rights: EffectiveRights,
  artifactId: number,
  changesetId: number,
): Promise<WholeComment> => {
  const comment = await findComment(artifactId, changesetId)
  if (!comment || !canSeeComment(rights, currentOf(comment).groupIds)) throw new NotFound('There is no such comment')
  return comment
}

/**
 * PATCH /artifacts/{id}/changesets/{changeset}/comment: the comment gets a new version; the version of the artifact stays (ADR 20). Returns
 * the version of the comment.
 */
export const editComment =
  (dependencies: CommentDependencies) =>
  (viewer: Viewer, input: EditCommentInput): Promise<EntityVersion> =>
    retryOnWriteConflict(async () => {
      const planned = await planCommentEdit(dependencies, viewer, input)
      if (!planned.isChange) return planned.version
      const edit = await commentEditOf(dependencies, viewer, input, planned)
      const { cause } = input
      if (cause)
        await inTransaction(dependencies.db, async tx => {
          await commitComment(tx, edit)
          await noteCause(tx, cause)
        })
      else await inTransactionOfScope(dependencies.db, on => commitComment(on, edit))
      return versionAfter(dependencies, edit)
    })

/** Throws WriteConflict if the comment, artifact or tracker changed after the edit was planned. */
export const commitComment = async (on: Db | Tx, edit: CommentEdit): Promise<void> => {
  if (!(await writeComment(on, edit))) throw new WriteConflict()
}

/** Version of the comment after the edit. */
export const versionAfter = (
  { commentTag }: Pick<CommentDependencies, 'commentTag'>,
  { changesetId, basedOn, author }: CommentEdit,
): EntityVersion => ({ etag: commentTag(changesetId, basedOn + 1), modifiedAt: author.at })

export const commentEditOf = async (
  { clock, keywords }: Pick<CommentDependencies, 'clock' | 'keywords'>,
  viewer: Viewer,
  input: EditCommentInput,
  { context, found, comment }: PlannedCommentEdit,
): Promise<CommentEdit> => ({
  artifactId: input.artifactId,
  trackerId: context.tracker.id,
  trackerVersion: context.tracker.version,
  changesetId: input.changesetId,
  basedOn: found.versions.length,
  comment,
  author: { userId: viewer.userId, email: null, at: clock.now(), means: viewer.means },
  references: referencesOf(comment, await keywords()),
})

export interface PlannedCommentEdit {
  readonly context: ArtifactContext
  readonly found: WholeComment
  readonly version: EntityVersion
  readonly comment: NewComment
  readonly isChange: boolean
}

/** Plans without writing; throws if the edit is refused. */
export const planCommentEdit = async (
  dependencies: CommentDependencies,
  viewer: Viewer,
  input: EditCommentInput,
): Promise<PlannedCommentEdit> => {
  const { access, projects } = dependencies
  const { context } = await access.getViewable(viewer, input.artifactId)
  access.requireWritable(context)
  const found = await getSeen(dependencies, context.rights, input.artifactId, input.changesetId)
  if (!canEditComment(context.rights, viewer, found.authorId))
    throw new Forbidden('A comment is edited by its author and by administrators of the tracker', {
      reason: 'permission.admin',
    })
  const version = versionOf(dependencies, found)
  requireFresh(input.precondition, version)

  const current = currentOf(found)
  const { body, format, groups } = input.comment
  const given = groups === undefined ? undefined : await findCommentGroups(projects, context, groups)
  if (given && given.faults.length > 0) throw new Invalid(given.faults)
  const comment: NewComment = { body, format, groupIds: given ? given.groupIds : current.groupIds }
  return { context, found, version, comment, isChange: !isSame(comment, current) }
}

const isSame = (comment: NewComment, { body, format, groupIds }: CommentVersion): boolean =>
  comment.body === body && comment.format === format && isSameSet(comment.groupIds, groupIds)

const isSameSet = (left: readonly number[] | null, right: readonly number[] | null): boolean =>
  left === null || right === null
    ? left === right
    : left.length === right.length && left.every(group => right.includes(group))

export interface CommentVersions {
  readonly versions: readonly CommentVersion[]
  readonly version: EntityVersion
}

/**
 * GET …/comment_versions, oldest first. The groups of each version are the groups at the time of writing. Only users who may edit the
 * comment see its text before a deletion.
 */
export const listCommentVersions =
  (dependencies: CommentDependencies) =>
  async (viewer: Viewer, artifactId: number, changesetId: number): Promise<CommentVersions> => {
    const { context } = await dependencies.access.getViewable(viewer, artifactId)
    const comment = await getSeen(dependencies, context.rights, artifactId, changesetId)
    const firstShown = canEditComment(context.rights, viewer, comment.authorId)
      ? 0
      : Math.max(
          0,
          comment.versions.findLastIndex(({ body }) => body === ''),
        )
    return {
      versions: comment.versions.slice(firstShown).filter(({ groupIds }) => canSeeComment(context.rights, groupIds)),
      version: versionOf(dependencies, comment),
    }
  }
