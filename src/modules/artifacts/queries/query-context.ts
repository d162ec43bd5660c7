import type { Clock } from '../../../platform/clock.ts'
import type { QueryContext } from '../../fields/index.ts'
import { groupByLabel, type ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'

export interface QueryContextDependencies {
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
}

/** `Real Name (login)` and `login (Real Name)`: the forms of displayed accounts. */
const DISPLAYED_ACCOUNT = /^(.*?) \((.*)\)$/s

export const queryContext = (
  { clock, settings, users, projects }: QueryContextDependencies,
  viewer: Viewer,
  projectId: number,
): QueryContext => ({
  viewer,
  now: clock.now(),
  timezone: settings.datesIn(viewer.timezone).timezone,
  findUser: async name => {
    const user = await users.findByLogin(name.trim())
    if (user) return user.id
    const shown = DISPLAYED_ACCOUNT.exec(name)
    if (!shown) return undefined
    const [, before = '', inside = ''] = shown
    for (const [login, realName] of [
      [inside, before],
      [before, inside],
    ] as const) {
      const found = await users.findByLogin(login.trim())
      if (found?.realName.trim().toLowerCase() === realName.trim().toLowerCase()) return found?.id
    }
    return undefined
  },
  findUserGroups: async name => {
    const wanted = name.trim().toLowerCase()
    const builtIn = groupByLabel(name)
    const groups = await projects.userGroups(projectId)
    return [
      ...(builtIn === undefined ? [] : [builtIn]),
      ...groups.filter(group => group.name.toLowerCase() === wanted).map(group => group.id),
    ]
  },
})
