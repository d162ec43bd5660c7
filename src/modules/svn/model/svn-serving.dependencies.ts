import type { Logger } from 'pino'
import type { SharedFolder } from '../../../platform/shared-folder/shared-folder.ts'
import type { AuthModule } from '../../auth/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { MessageReference } from './commit-references.ts'
import type { Repository } from './repository.ts'
import type { ServedProject } from './served-project.ts'

/** What serving repositories to clients takes from the rest of the server. */
export interface ServingDependencies {
  readonly dataFolder: string
  readonly sharedFolder: string
  /** Whether that is the folder of the installation; without it nothing is read or written there. */
  readonly folderState: Pick<SharedFolder, 'fault' | 'require'>
  readonly log: Logger
  readonly settings: Pick<SettingsModule, 'get' | 'publicUrl'>
  readonly projects: Pick<
    ProjectsModule,
    'get' | 'findByShortName' | 'canAccess' | 'roster' | 'canUserAccess' | 'membershipsOfMany'
  >
  readonly authenticate: AuthModule['authenticateSvn']
  /** A living repository, by its name as it is written. */
  readonly findRepository: (project: Project, name: string) => Promise<Repository | undefined>
  /** Projects that have repositories: those that are served as soon as anything is. */
  readonly servedProjects: () => Promise<readonly ServedProject[]>
  /** Whether there is what the message of a commit refers to. */
  readonly isReferenced: (project: Project, reference: MessageReference) => Promise<boolean>
  /** Called when a commit is done, before its client knows; must be quick, and may fail: what is missed is caught up with. */
  readonly onCommit: (repository: Repository, revision: number) => Promise<void>
  /** The message of a revision was changed. */
  readonly onMessageChange: (repository: Repository, revision: number) => Promise<void>
}
