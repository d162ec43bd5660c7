import { expect } from 'vitest'
import type { TestApp, TestResponse } from './app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  readProject,
  type Credentials,
  type FixtureProject,
  type FixtureTracker,
} from './fixture.ts'

export interface ShownColumn {
  readonly id: number
  readonly label: string
  readonly is_open: boolean
  readonly limit: number | null
  readonly user_can_add_in_place: boolean
  readonly user_can_remove_column: boolean
  readonly user_can_edit_label: boolean
}

export interface ShownKanban {
  readonly id: number
  readonly tracker_id: number
  readonly label: string
  readonly is_promoted: boolean
  readonly columns: readonly ShownColumn[]
  readonly backlog: { readonly is_open: boolean; readonly user_can_add_in_place: boolean }
  readonly archive: { readonly is_open: boolean }
  readonly user_can_add_columns: boolean
  readonly user_can_reorder_columns: boolean
  readonly user_can_add_artifact: boolean
}

/** A private project of the template `kanban`: a board of activities, to be done, on going, in review; closed ones are done or dropped. */
export interface KanbanTeam {
  /** Administrator of the project. */
  readonly owner: Credentials
  readonly member: Credentials
  readonly stranger: Credentials
  readonly project: FixtureProject
  readonly tracker: FixtureTracker
  readonly kanbanId: number
  /** The id of an artifact that `make` made. */
  readonly id: (name: string) => number
  /** Makes an activity with this title and the status of this name; without one it stands in the backlog. */
  readonly make: (name: string, status?: string, values?: readonly object[]) => Promise<number>
  /** Id of the value of the status, which is the id of a column. */
  readonly column: (label: string) => number
  readonly status: (label: string | undefined) => object
  readonly get: (uri: string, as?: Credentials) => Promise<TestResponse>
  readonly send: (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    uri: string,
    json?: unknown,
    as?: Credentials,
  ) => Promise<TestResponse>
  readonly read: (as?: Credentials) => Promise<ShownKanban>
  /** Titles in `backlog`, `archive` or a column, whose size is checked. */
  readonly labels: (part: string, as?: Credentials) => Promise<readonly string[]>
  /** The address of a part below the kanban, with further parameters. */
  readonly part: (part: string, query?: string) => string
}

export const givenKanban = async (crocus: TestApp, shortname = 'flow'): Promise<KanbanTeam> => {
  const as = async (name: string) => (await givenAccount(crocus, `${shortname}-${name}`)).as
  const [owner, member, stranger] = [await as('owner'), await as('member'), await as('stranger')]
  const made = await crocus.request('POST', '/api/projects', {
    as: owner,
    json: { shortname, label: 'Flow', description: '', is_public: false, xml_template_name: 'kanban' },
  })
  const projectId = made.json<{ id: number }>().id
  const user_references = ['owner', 'member'].map(name => ({ username: `${shortname}-${name}` }))
  expectDone(
    await crocus.request('PUT', `/api/user_groups/${projectId}_3/users`, { as: owner, json: { user_references } }),
  )
  const project = await readProject(crocus, projectId, owner)
  const tracker = project.tracker('activity')
  const listed = await crocus.request('GET', `/api/projects/${projectId}/kanbans`, { as: owner })
  const kanbanId = listed.json<readonly ShownKanban[]>()[0]?.id ?? 0
  const ids = new Map<string, number>()
  const get = (uri: string, by: Credentials = member) => crocus.request('GET', `/api/${uri}`, { as: by })
  const column = (label: string): number => tracker.value('status', label)
  const part = (name: string, query = ''): string =>
    name === 'backlog' || name === 'archive'
      ? `kanban/${kanbanId}/${name}?${query}`
      : `kanban/${kanbanId}/items?column_id=${column(name)}&${query}`
  const status = (label: string | undefined): object => ({
    field_id: tracker.field('status'),
    bind_value_ids: label === undefined ? [] : [column(label)],
  })
  return {
    owner,
    member,
    stranger,
    project,
    tracker,
    kanbanId,
    id: name => {
      const found = ids.get(name)
      if (found === undefined) throw new Error(`there is no artifact ${name}`)
      return found
    },
    make: async (name, label, values = []) => {
      const artifact = await givenArtifact(crocus, tracker, name, { as: owner, values: [status(label), ...values] })
      ids.set(name, artifact)
      return artifact
    },
    column,
    status,
    get,
    send: (method, uri, json, by = member) =>
      crocus.request(method, `/api/${uri}`, { as: by, ...(json !== undefined && { json }) }),
    read: async by => {
      const found = await get(`kanban/${kanbanId}`, by)
      expect([found.status, found.status === 200 ? '' : found.text]).toEqual([200, ''])
      return found.json<ShownKanban>()
    },
    labels: async (name, by) => {
      const found = await get(part(name, 'limit=100'), by)
      expect([found.status, found.status === 200 ? '' : found.text]).toEqual([200, ''])
      const { collection, total_size } = found.json<{
        readonly collection: readonly { readonly label: string }[]
        readonly total_size: number
      }>()
      expect([total_size, found.headers['x-pagination-size']]).toEqual([collection.length, String(collection.length)])
      return collection.map(({ label }) => label)
    },
    part,
  }
}
