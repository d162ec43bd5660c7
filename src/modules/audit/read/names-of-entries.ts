import { isDynamicGroup, wireIdOf, type ProjectsModule } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { UsersModule } from '../../users/index.ts'
import type { SealedEntry } from '../model/entry.ts'

export interface NamesDependencies {
  readonly users: Pick<UsersModule, 'getMany'>
  readonly projects: Pick<ProjectsModule, 'getMany' | 'userGroups' | 'representUserGroup'>
  readonly trackers: Pick<TrackersModule, 'getMany'>
}

/** Members of rows that hold ids of accounts. */
const ACCOUNTS = ['added', 'removed', 'new_members', 'no_longer_administrators', 'owner_id', 'userId']

const idsOf = (subjects: readonly string[], type: string): number[] =>
  subjects.flatMap(subject => {
    const [before = '', id = ''] = subject.split(':')
    return before === type && /^\d{1,15}$/.test(id) ? [Number(id)] : []
  })

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value)
    ? (value as unknown[]).filter(id => typeof id === 'number')
    : typeof value === 'number'
      ? [value]
      : []

const accountsOf = ({ actor, on_behalf_of, after }: SealedEntry): number[] => [
  ...(actor ? [actor.id] : []),
  ...(on_behalf_of ? [on_behalf_of.id] : []),
  ...ACCOUNTS.flatMap(name => numbersIn(after[name])),
]

/** Members and administrators of a project are groups without a row: `user_group:101_3`. */
const dynamicGroupName = (
  projects: NamesDependencies['projects'],
  subject: string,
): [subject: string, name: string][] => {
  const [, projectId, groupId] = /^user_group:(\d{1,15})_(\d{1,3})$/.exec(subject) ?? []
  return projectId === undefined || !isDynamicGroup(Number(groupId))
    ? []
    : [[subject, projects.representUserGroup(Number(projectId), Number(groupId)).label]]
}

/** The names of today of what the rows name. Readers of a project's rows administer it, so nothing of it is hidden from them. */
export const namesOfEntries = async (
  { users, projects, trackers }: NamesDependencies,
  entries: readonly SealedEntry[],
): Promise<Record<string, string>> => {
  const subjects = entries.flatMap(({ subject }) => subject ?? [])
  const userIds = [...idsOf(subjects, 'user'), ...entries.flatMap(accountsOf)]
  const projectIds = [...idsOf(subjects, 'project'), ...entries.flatMap(({ project_id }) => project_id ?? [])]
  const groupProjects = [
    ...new Set(
      entries.flatMap(({ subject, project_id }) =>
        subject?.startsWith('user_group:') === true && project_id !== null ? [project_id] : [],
      ),
    ),
  ]
  const [foundUsers, foundProjects, foundTrackers, groups] = await Promise.all([
    users.getMany(new Set(userIds)),
    projects.getMany(new Set(projectIds)),
    trackers.getMany([...new Set(idsOf(subjects, 'tracker'))]),
    Promise.all(groupProjects.map(async id => ({ id, groups: await projects.userGroups(id) }))),
  ])
  const names: [subject: string, name: string][] = [
    ...[...foundUsers].map(([id, { realName, login }]): [string, string] => [`user:${id}`, realName || login]),
    ...[...foundProjects].map(([id, { label }]): [string, string] => [`project:${id}`, label]),
    ...[...foundTrackers].map(([id, { name }]): [string, string] => [`tracker:${id}`, name]),
    ...subjects.flatMap(subject => dynamicGroupName(projects, subject)),
    ...groups.flatMap(({ id, groups: own }) =>
      own.map((group): [string, string] => [`user_group:${wireIdOf(id, group.id)}`, group.name]),
    ),
  ]
  return Object.fromEntries(names)
}
