import type { Logger } from 'pino'
import type { SharedFolder } from '../../../platform/shared-folder/shared-folder.ts'
import type { AuthModule } from '../../auth/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { MessageReference } from './commit-references.ts'
import type { Repository } from './repository.ts'
import type { ServedProject } from './served-project.ts'

/** Reads the login of the account that commits. */
export type Committer = () => Promise<string>

/** The dependencies for serving repositories to clients. */
export interface ServingDependencies {
  readonly dataFolder: string
  readonly sharedFolder: string
  /** Checks that this is the folder of the installation; otherwise nothing is read or written there. */
  readonly folderState: Pick<SharedFolder, 'fault' | 'require'>
  readonly log: Logger
  readonly settings: Pick<SettingsModule, 'get' | 'publicUrl'>
  readonly projects: Pick<
    ProjectsModule,
    'get' | 'findByShortName' | 'canAccess' | 'roster' | 'canUserAccess' | 'membershipsOfMany'
  >
  readonly authenticate: AuthModule['authenticateSvn']
  /** A repository that is not deleted, by its exact name. */
  readonly findRepository: (project: Project, name: string) => Promise<Repository | undefined>
  /** Projects with repositories, which Apache serves from its start. */
  readonly servedProjects: () => Promise<readonly ServedProject[]>
  /** Whether the target of a reference in a commit message exists, as far as the committer may know. */
  readonly isReferenced: (project: Project, reference: MessageReference, committer: Committer) => Promise<boolean>
  /** Called after a commit, before its client gets the response. It must be quick and may fail: a job catches up on missed commits. */
  readonly onCommit: (repository: Repository, revision: number) => Promise<void>
  /** Called after the message of a revision was changed. */
  readonly onMessageChange: (repository: Repository, revision: number) => Promise<void>
}
