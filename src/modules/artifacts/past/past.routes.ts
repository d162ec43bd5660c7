import { Type } from 'typebox'
import { ok, type Route } from '../../../platform/http/routes/route.ts'
import { Id, IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../../users/index.ts'
import { artifactParams, PastVersion, trackerParams } from '../represent/artifacts.schema.ts'
import type { diffTracker } from './diff-tracker.ts'
import type { diffVersions } from './read-past.ts'
import type { TimeReader } from './rewind.ts'

/** Operations that the routes of this file call. */
export interface PastOperations {
  readonly diff: ReturnType<typeof diffVersions>
  readonly diffTracker: ReturnType<typeof diffTracker>
  readonly times: TimeReader
  readonly now: () => Date
}

const Entry = (description: string) =>
  Nullable(
    Type.Object({}, { additionalProperties: true, description: 'An entry as `PUT` takes it, without its `field_id`.' }),
    { description },
  )

const ChangedFields = Type.Array(
  Type.Object(
    {
      field_id: Id('Id of the field.'),
      name: Type.String({ description: 'Its short name.' }),
      label: Type.String({ description: 'Its label.' }),
      type: Type.String({ description: 'Its type.' }),
      before: Entry('The value before; null: none.'),
      after: Entry('The value after; null: none.'),
    },
    { description: 'A field that differs.' },
  ),
  { description: 'Fields that differ, as far as the caller may read them.' },
)

const ArtifactIds = (description: string) => Type.Array(Id('Id of the artifact.'), { description })

const TrackerDiff = Type.Object(
  {
    created: ArtifactIds('Artifacts that were not there before.'),
    moved_in: ArtifactIds('Artifacts that were in another tracker before.'),
    changed: Type.Array(
      Type.Object(
        { artifact_id: Id('Id of the artifact.'), fields: ChangedFields },
        { description: 'An artifact whose values differ; it may also be in `moved_in`.' },
      ),
      { description: 'Artifacts that were there before and whose values differ.' },
    ),
    deleted: ArtifactIds('Artifacts that were deleted between the two times and not restored since.'),
    deleted_known_since: IsoDate('Deletions are known from this time on: the log keeps older ones no longer.'),
    next: Nullable(Id('Value for `after`.'), { description: 'Null: there is no more.' }),
  },
  { description: 'The differences of a page, by artifact id.' },
)

export const pastRoutes = ({ diff, diffTracker: diffOfTracker, times, now }: PastOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/artifacts/{id}/diff',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'diffArtifact',
    summary: 'Compares two versions of an artifact.',
    description:
      'By the rights and the definition of now: fields that are gone are in no version. Fields whose values follow from other artifacts are left out.',
    spec: 'integrators.md §10',
    tag: 'Artifacts',
    params: artifactParams,
    query: Type.Object(
      {
        from: Type.String({ description: 'A date, or the id of a changeset of the artifact.' }),
        to: Type.Optional(Type.String({ description: 'The same; absent: now.' })),
      },
      { description: 'Which versions.' },
    ),
    responses: {
      200: Type.Object(
        {
          from: PastVersion('The version before.'),
          to: PastVersion('The version after.'),
          fields: ChangedFields,
          comments: Type.Integer({ description: 'Comments between the two versions that the caller may read.' }),
        },
        { description: 'The differences.' },
      ),
    },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) =>
      ok(
        await diff(viewer, params.id, {
          from: times.moment(query.from, 'from'),
          to: query.to === undefined ? undefined : times.moment(query.to, 'to'),
        }),
      ),
  }),

  route({
    method: 'GET',
    path: '/trackers/{id}/diff',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'diffTracker',
    summary: 'Compares the artifacts of a tracker at two times.',
    description:
      'By the rights and the definition of now. A page holds as many artifacts as `limit` says, all lists together, by id. Artifacts that ' +
      'moved into another tracker since are compared there.',
    spec: 'integrators.md §10',
    tag: 'Artifacts',
    params: trackerParams,
    query: Type.Object(
      {
        from: Type.String({ description: 'A date.' }),
        to: Type.Optional(Type.String({ description: 'A later date; absent: now.' })),
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Artifacts of the page.' }),
        after: Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          default: 0,
          description: 'Only artifacts with greater ids: `next` of the page before.',
        }),
      },
      { description: 'Which times, and which page.' },
    ),
    cursor: 'after',
    responses: { 200: TrackerDiff },
    errors: [400, 401, 403, 404],
    reasons: ['as_of.too_many'],
    handler: async ({ viewer, params, query }) => {
      const page = await diffOfTracker(viewer, params.id, {
        from: times.time(query.from, 'from'),
        to: query.to === undefined ? now() : times.time(query.to, 'to'),
        limit: query.limit,
        after: query.after,
      })
      return { ...ok(page), next: page.next }
    },
  }),
]
