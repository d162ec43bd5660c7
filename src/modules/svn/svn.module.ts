import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Route } from '../../platform/http/route.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { findRepository, findRepositoryByName, listRepositoriesOfProject } from './repositories.store.ts'
import type { Repository } from './repository.ts'

export interface SvnDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
}

export interface SvnModule {
  find(id: number): Promise<Repository | undefined>
  /** The short name of the project in any case, the name of the repository in its own. */
  findByName(projectShortName: string, name: string): Promise<Repository | undefined>
  /** By name. */
  listOfProject(projectId: number): Promise<Repository[]>
  readonly routes: Route<Viewer>[]
}

export const createSvnModule = ({ db }: SvnDependencies): SvnModule => ({
  find: id => findRepository(db, id),
  findByName: (projectShortName, name) => findRepositoryByName(db, projectShortName, name),
  listOfProject: projectId => listRepositoriesOfProject(db, projectId),
  routes: [],
})
