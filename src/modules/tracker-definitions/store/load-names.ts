import {
  AUTHENTICATED_GROUP,
  dynamicGroups,
  NOBODY_GROUP,
  REGISTERED_GROUP,
  ANONYMOUS_GROUP,
  type ProjectsModule,
} from '../../projects/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { UsersModule } from '../../users/index.ts'
import type { Names } from '../model/definition-names.ts'

export interface NamesDependencies {
  readonly users: Pick<UsersModule, 'getMany' | 'findByLogin'>
  readonly projects: Pick<ProjectsModule, 'get' | 'findByShortName' | 'userGroups' | 'representUserGroup' | 'linkTypes'>
  readonly trackers: Pick<TrackersModule, 'get' | 'getMany' | 'listOfProject'>
}

/** Ids that the current tracker names, and names in the applied definition. */
export interface NamesToLoad {
  readonly userIds: readonly number[]
  readonly logins: readonly string[]
  readonly trackerIds: readonly number[]
  readonly trackerNames: readonly string[]
}

const builtIn = [ANONYMOUS_GROUP, REGISTERED_GROUP, AUTHENTICATED_GROUP, ...dynamicGroups, NOBODY_GROUP]

export const loadNames = async (
  { users, projects, trackers }: NamesDependencies,
  projectId: number,
  wanted: NamesToLoad,
): Promise<Names> => {
  const statics = await projects.userGroups(projectId)
  const groupNames = new Map([
    ...builtIn.map(id => [id, projects.representUserGroup(projectId, id).short_name] as const),
    ...statics.map(group => [group.id, group.name] as const),
  ])
  // A built-in name always means the built-in group, even if a project has a group of the same name.
  const groupIds = new Map([...groupNames].toReversed().map(([id, name]) => [name.toLowerCase(), id]))
  const accounts = await users.getMany(wanted.userIds)
  const byLogin = new Map<string, number>()
  for (const login of wanted.logins) {
    const user = await users.findByLogin(login)
    if (user) byLogin.set(login.toLowerCase(), user.id)
  }
  const known = await loadTrackers({ projects, trackers }, projectId, wanted)
  const linkTypes = await projects.linkTypes()
  return {
    projectId,
    groupName: id => groupNames.get(id) ?? `group ${id}`,
    groupId: name => groupIds.get(name.toLowerCase()),
    login: id => accounts.get(id)?.login,
    userId: login => byLogin.get(login.toLowerCase()),
    trackerName: id => known.names.get(id),
    tracker: which => (typeof which === 'number' ? known.byId.get(which) : known.byName.get(which.toLowerCase())),
    isLinkType: name => linkTypes.has(name),
  }
}

const loadTrackers = async (
  { projects, trackers }: Pick<NamesDependencies, 'projects' | 'trackers'>,
  projectId: number,
  wanted: Pick<NamesToLoad, 'trackerIds' | 'trackerNames'>,
) => {
  const byId = new Map<number, Tracker>()
  const byName = new Map<string, Tracker>()
  const names = new Map<number, string>()
  const add = (tracker: Tracker, name: string): void => {
    byId.set(tracker.id, tracker)
    names.set(tracker.id, name)
    byName.set(name.toLowerCase(), tracker)
  }
  for (const tracker of await trackers.listOfProject(projectId)) add(tracker, tracker.itemName)
  for (const tracker of (await trackers.getMany(wanted.trackerIds)).values()) {
    if (tracker.projectId === projectId || tracker.isDeleted) continue
    const project = await projects.get(tracker.projectId)
    if (project) add(tracker, `${project.shortName}/${tracker.itemName}`)
  }
  const own = await projects.get(projectId)
  for (const name of wanted.trackerNames) {
    const [, shortName = '', itemName = ''] = /^([^/]+)\/(.+)$/.exec(name) ?? []
    if (shortName === '' || byName.has(name.toLowerCase())) continue
    const project = await projects.findByShortName(shortName)
    const found = project
      ? (await trackers.listOfProject(project.id)).find(one => one.itemName.toLowerCase() === itemName.toLowerCase())
      : undefined
    if (!found) continue
    if (project?.id === own?.id) byName.set(name.toLowerCase(), found)
    else add(found, name)
  }
  return { byId, byName, names }
}
