import { versionHeaders } from '../../../platform/http/headers/conditional.ts'
import { rehearsed } from '../../../platform/http/routes/rehearsal.ts'
import { done, ok, type Route } from '../../../platform/http/routes/route.ts'
import type { UsersModule } from '../../users/index.ts'
import { route, type Viewer } from '../../users/index.ts'
import type { CommentVersion } from '../model/artifact.ts'
import { CommentEdit, commentParams, CommentVersionList } from './comments.schema.ts'
import { commentEditInput, type editComment, type EditCommentInput, type listCommentVersions } from './edit-comment.ts'
import { ArtifactRehearsal, type ArtifactOutcome } from '../represent/rehearsal.schema.ts'

/** Operations that the routes of this file call. */
export interface CommentOperations {
  readonly edit: ReturnType<typeof editComment>
  readonly rehearse: (viewer: Viewer, input: EditCommentInput) => Promise<ArtifactOutcome>
  readonly listVersions: ReturnType<typeof listCommentVersions>
  readonly users: Pick<UsersModule, 'getMany' | 'representMinimal'>
  readonly isoDate: (viewer: Viewer, at: Date) => string
}

const TAG = 'Artifacts'

/** Routes for existing comments. */
export const commentRoutes = (comments: CommentOperations): Route<Viewer>[] => [
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/artifacts/{id}/changesets/{changeset}/comment',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'editComment',
    summary: 'Edits a comment, or empties it.',
    description:
      'For its author and administrators of the tracker. Its versions are kept, the version of the artifact stays, and nobody is told by ' +
      'mail. With `If-Match` the edit is refused (412) when the comment is no longer in the version of that `comment_etag`. An empty ' +
      'body deletes the comment: who did that and when is left. Groups that are not sent stay as they are; null: everybody.',
    spec: 'web-trackers.md §3 (A9)',
    tag: TAG,
    params: commentParams,
    body: CommentEdit,
    conditions: true,
    dryRun: ArtifactRehearsal,
    responseHeaders: ['Etag', 'Last-Modified'],
    responses: { 200: null },
    errors: [400, 401, 403, 404, 412],
    reasons: ['comment.groups', 'write.overtaken'],
    handler: async ({ viewer, params, body, headers, isDryRun }) => {
      const input = commentEditInput(params.id, params.changeset, body, headers)
      if (isDryRun) return rehearsed(200, await comments.rehearse(viewer, input))
      const version = await comments.edit(viewer, input)
      return done(versionHeaders(version))
    },
  }),

  route({
    method: 'GET',
    path: '/artifacts/{id}/changesets/{changeset}/comment_versions',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'listCommentVersions',
    summary: 'Lists the versions of a comment, oldest first.',
    description:
      'Versions that were for some groups only are listed for those. The versions before a comment was deleted are listed for its author ' +
      'and administrators of the tracker.',
    spec: 'web-trackers.md §3 (A9)',
    tag: TAG,
    params: commentParams,
    responseHeaders: ['Etag', 'Last-Modified'],
    responses: { 200: CommentVersionList },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const { versions, version } = await comments.listVersions(viewer, params.id, params.changeset)
      const users = await comments.users.getMany(versions.map(({ by }) => by))
      const represent = ({ body, format, by, byEmail, on }: CommentVersion) => ({
        body,
        format,
        by:
          by === 0 && byEmail === null
            ? null
            : comments.users.representMinimal(users.get(by), byEmail ?? undefined, viewer.nameStyle),
        at: comments.isoDate(viewer, on),
      })
      return ok(versions.map(represent), versionHeaders(version))
    },
  }),
]
