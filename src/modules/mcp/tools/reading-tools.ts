import { Type, type Static, type TSchema } from 'typebox'
import { docOf } from '../../../platform/reasons.ts'
import { ToolRefusal, type ApiCall, type CallApi } from '../model/call-api.ts'
import { fitList, fitObject } from '../model/wrap-texts.ts'
import { fieldsOfTracker } from './values-by-name.ts'
import { UNTRUSTED, type ReadingTool } from './tool.ts'

const id = (description: string) => Type.Integer({ minimum: 1, description })
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Items of a page (20).' }))
const next = Type.Optional(Type.Integer({ minimum: 0, description: 'Value of `next` in the answer before.' }))
const asOf = Type.Optional(
  Type.String({ maxLength: 100, description: 'A date: what was there then, by the rights and the fields of now.' }),
)
const project = Type.String({ minLength: 1, maxLength: 100, description: 'Number or short name of the project.' })
const PAGE = 20

/** Ties the schema of the arguments to the function. */
const reading = <Input extends TSchema>(
  tool: Omit<ReadingTool, 'input' | 'run'> & {
    readonly input: Input
    run(call: CallApi, given: Static<Input>): Promise<Record<string, unknown>>
  },
): ReadingTool => tool

/** A page of a list, as much of it as fits into an answer. The API tells the size of a list in a header. */
const readPage = async (call: CallApi, path: string, query: NonNullable<ApiCall['query']>, offset: number) => {
  const { headers, body } = await call({ method: 'GET', path, query: { ...query, offset } })
  const items = body as unknown[]
  const total = Number(headers['x-pagination-size'] ?? 0)
  return { ...fitList(items, offset, total > offset + items.length), total }
}

const projectIdOf = async (call: CallApi, text: string): Promise<number> => {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const { body } = await call({
    method: 'GET',
    path: '/projects',
    query: { query: JSON.stringify({ shortname: text.toLowerCase() }), limit: 1 },
  })
  const [found] = body as { id: number }[]
  if (!found) throw new ToolRefusal(404, 'There is no such project', { reason: 'not_found', doc: docOf('not_found') })
  return found.id
}

export const readingTools: readonly ReadingTool[] = [
  reading({
    name: 'search',
    title: 'Search',
    description: `Artifacts, comments, attachments, trackers, projects and people with all of the words. ${UNTRUSTED}`,
    input: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 200, description: 'The words; a number finds the artifact.' }),
      types: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Kinds, separated by commas: artifact, comment, file, tracker, project, user.',
        }),
      ),
      project: Type.Optional(project),
      limit,
      next,
    }),
    run: async (call, { q, types, project: text, limit: most = PAGE, next: offset = 0 }) => {
      const projectId = text === undefined ? undefined : await projectIdOf(call, text)
      const query = { q, types, project_id: projectId, limit: most, offset }
      const { body } = await call({ method: 'GET', path: '/search', query })
      const { hits, totals, more_than } = body as {
        readonly hits: unknown[]
        readonly totals: Readonly<Record<string, number>>
        readonly more_than: unknown
      }
      const total = Object.values(totals).reduce((sum, count) => sum + count, 0)
      const { items, next: following } = fitList(hits, offset, total > offset + hits.length)
      return { hits: items, totals, more_than, next: following }
    },
  }),
  reading({
    name: 'get_project',
    title: 'Get a project',
    description: 'A project by number or short name.',
    input: Type.Object({ project }),
    run: async (call, given) =>
      fitObject(
        (await call({ method: 'GET', path: `/projects/${await projectIdOf(call, given.project)}` })).body as object,
      ),
  }),
  reading({
    name: 'list_trackers',
    title: 'List trackers',
    description: 'The trackers of a project: kinds of artifacts, such as bugs or tasks.',
    input: Type.Object({ project, next }),
    run: async (call, { project: text, next: offset = 0 }) => {
      const path = `/projects/${await projectIdOf(call, text)}/trackers`
      const page = await readPage(call, path, { representation: 'minimal', limit: 50 }, offset)
      return { trackers: page.items, next: page.next }
    },
  }),
  reading({
    name: 'describe_tracker',
    title: 'Describe a tracker',
    description: 'Fields of a tracker with their names, types and values. Ask this before a query or a write.',
    input: Type.Object({ tracker_id: id('Number of the tracker.') }),
    run: async (call, { tracker_id }) => {
      const fields = await fieldsOfTracker(call, tracker_id)
      return fitObject({
        tracker_id,
        fields: fields.map(({ field_id, name, label, type, values }) => ({
          field_id,
          name,
          label,
          type,
          ...(values && { values: values.map(value => value.label) }),
        })),
      })
    },
  }),
  reading({
    name: 'get_artifact',
    title: 'Get an artifact',
    description: `An artifact with all values. \`etag\` is the version that update_artifact needs as if_match. ${UNTRUSTED}`,
    input: Type.Object({
      id: id('Number of the artifact.'),
      as_of: Type.Optional(
        Type.String({ maxLength: 50, description: 'Date or number of a change: the artifact as it was then.' }),
      ),
    }),
    run: async (call, { id: artifactId, as_of }) => {
      const query = { values_format: 'all', as_of }
      const answer = await call({ method: 'GET', path: `/artifacts/${artifactId}`, query })
      return { etag: String(answer.headers['etag'] ?? ''), ...fitObject(answer.body as object) }
    },
  }),
  reading({
    name: 'query',
    title: 'Query artifacts',
    description: `Artifacts of a tracker by a query in TQL, for example: status = "Open" AND title = "door". ${UNTRUSTED}`,
    input: Type.Object({
      tracker_id: id('Number of the tracker.'),
      tql: Type.String({ maxLength: 10_000, description: 'The query; empty: all artifacts.' }),
      limit,
      next,
      as_of: asOf,
    }),
    run: async (call, { tracker_id, tql, limit: most = PAGE, next: offset = 0, as_of }) => {
      const query = { limit: most, values: 'all', as_of, ...(tql.trim() !== '' && { tql }) }
      const page = await readPage(call, `/trackers/${tracker_id}/artifacts`, query, offset)
      return { artifacts: page.items, next: page.next, total: page.total }
    },
  }),
  reading({
    name: 'history',
    title: 'History of an artifact',
    description: `Changes and comments of an artifact, the newest first. \`next\` is \`before\` of the next page. ${UNTRUSTED}`,
    input: Type.Object({
      id: id('Number of the artifact.'),
      limit,
      before: Type.Optional(id('Only changes before this one.')),
    }),
    run: async (call, { id: artifactId, limit: most = PAGE, before }) => {
      const path = `/artifacts/${artifactId}/activity`
      const { body, headers } = await call({ method: 'GET', path, query: { limit: most, before } })
      const read = body as { readonly changeset_id: number }[]
      const newer = Number(headers['x-pagination-offset'] ?? 0)
      const hasMore = newer + read.length < Number(headers['x-pagination-size'] ?? 0)
      const { items, next: hasNext } = fitList(read, 0, hasMore)
      return { entries: items, next: hasNext === null ? null : (read[items.length - 1]?.changeset_id ?? null) }
    },
  }),
  reading({
    name: 'changes',
    title: 'Changes since a cursor',
    description: 'Changes since `since`, the `next` of the answer before. Without it: the cursor of now.',
    input: Type.Object({
      since: Type.Optional(Type.String({ maxLength: 100, description: 'Cursor.' })),
      tracker_id: Type.Optional(id('Only changes in this tracker.')),
    }),
    run: async (call, { since, tracker_id }) => {
      const { body } = await call({ method: 'GET', path: '/changes', query: { since, tracker_id, limit: 30 } })
      const { changes, next: cursor, more } = body as { changes: unknown[]; next: string; more: boolean }
      return { changes, next: cursor, more }
    },
  }),
  reading({
    name: 'svn_log',
    title: 'Log of a Subversion repository',
    description: `Revisions of a repository, the newest first. ${UNTRUSTED}`,
    input: Type.Object({
      repository_id: id('Number of the repository.'),
      path: Type.Optional(
        Type.String({ maxLength: 4000, description: 'Only revisions that touch it, such as /trunk/docs.' }),
      ),
      limit,
      next,
    }),
    run: async (call, { repository_id, path, limit: most = PAGE, next: offset = 0 }) => {
      const page = await readPage(call, `/svn/${repository_id}/revisions`, { limit: most, path }, offset)
      return { revisions: page.items, next: page.next }
    },
  }),
]
