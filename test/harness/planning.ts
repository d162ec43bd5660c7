import { expect } from 'vitest'
import { inTransaction } from '../../src/platform/db/db.ts'
import type { TestApp } from './app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  readProject,
  type Credentials,
  type FixtureProject,
} from './fixture.ts'

/** A planning by ids of its trackers. */
export interface GivenPlanning {
  readonly name?: string
  readonly tracker: number
  readonly backlog: readonly number[]
  /** Groups that may plan; all members when left out. */
  readonly groups?: readonly number[]
}

/** Gives a project plannings, in this order. The top backlog is computed unless `isExplicit`. */
export const givenPlannings = async (
  { db, app }: Pick<TestApp, 'db' | 'app'>,
  projectId: number,
  plannings: readonly GivenPlanning[],
  { isExplicit = false }: { readonly isExplicit?: boolean } = {},
): Promise<void> =>
  inTransaction(db, tx =>
    app.modules.planning.addToProject(tx, projectId, {
      plannings: plannings.map(({ name, tracker, backlog, groups }) => ({
        projectId,
        name: name ?? `planning ${tracker}`,
        planTitle: 'Plan',
        backlogTitle: 'Backlog',
        planningTrackerId: tracker,
        backlogTrackerIds: backlog,
        plannerGroupIds: groups ?? null,
      })),
      hasExplicitBacklog: isExplicit,
      topBacklogIds: [],
    }),
  )

/** A private project of the template `scrum`: releases over epics and stories, sprints over stories. */
export interface ScrumTeam {
  /** Administrator of the project. */
  readonly owner: Credentials
  readonly member: Credentials
  readonly stranger: Credentials
  readonly project: FixtureProject
  /** The id of an artifact that `make` made. */
  readonly id: (name: string) => number
  /** Makes an artifact with this title. */
  readonly make: (name: string, tracker: string, values?: readonly object[]) => Promise<number>
  /** The entry of the field for links: all links, by titles. */
  readonly links: (tracker: string, ...targets: readonly (readonly [name: string, type?: string])[]) => object
  readonly status: (tracker: string, label: string) => object
  readonly get: (uri: string, as?: Credentials) => ReturnType<TestApp['request']>
  /** The labels of a list, whose size is checked. */
  readonly labels: (uri: string, as?: Credentials) => Promise<readonly string[]>
}

export const givenScrumTeam = async (crocus: TestApp, shortname = 'team'): Promise<ScrumTeam> => {
  const as = async (name: string) => (await givenAccount(crocus, `${shortname}-${name}`)).as
  const [owner, member, stranger] = [await as('owner'), await as('member'), await as('stranger')]
  const made = await crocus.request('POST', '/api/projects', {
    as: owner,
    json: { shortname, label: 'Team', description: '', is_public: false, xml_template_name: 'scrum' },
  })
  const projectId = made.json<{ id: number }>().id
  const user_references = ['owner', 'member'].map(name => ({ username: `${shortname}-${name}` }))
  expectDone(
    await crocus.request('PUT', `/api/user_groups/${projectId}_3/users`, { as: owner, json: { user_references } }),
  )
  const project = await readProject(crocus, projectId, owner)
  const ids = new Map<string, number>()
  const id = (name: string): number => {
    const found = ids.get(name)
    if (found === undefined) throw new Error(`there is no artifact ${name}`)
    return found
  }
  const get = (uri: string, by: Credentials = member) => crocus.request('GET', `/api/${uri}`, { as: by })
  return {
    owner,
    member,
    stranger,
    project,
    id,
    make: async (name, tracker, values = []) => {
      const artifact = await givenArtifact(crocus, project.tracker(tracker), name, { as: owner, values })
      ids.set(name, artifact)
      return artifact
    },
    links: (tracker, ...targets) => ({
      field_id: project.tracker(tracker).field('links'),
      links: targets.map(([name, type = '']) => ({ id: id(name), type })),
    }),
    status: (trackerName, label) => {
      const tracker = project.tracker(trackerName)
      return { field_id: tracker.field('status'), bind_value_ids: [tracker.value('status', label)] }
    },
    get,
    labels: async (uri, by) => {
      const listed = await get(uri, by)
      expect([listed.status, listed.status === 200 ? '' : listed.text]).toEqual([200, ''])
      const found = listed.json<readonly { readonly label: string }[]>().map(({ label }) => label)
      if (!uri.includes('limit=')) expect(listed.headers['x-pagination-size']).toBe(String(found.length))
      return found
    },
  }
}
