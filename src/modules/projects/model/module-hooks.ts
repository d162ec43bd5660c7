import type { Tx } from '../../../platform/db/db.ts'
import type { Viewer } from '../../users/index.ts'
import type { Project } from './project.ts'
import type { StaticUserGroup } from './user-group.ts'

/** A project was created from a template: other modules copy their part in the transaction that creates the project. */
export interface CopiedProject {
  readonly templateId: number
  readonly projectId: number
  /** Static user groups: id in the template → id in the copy. */
  readonly groupMap: ReadonlyMap<number, number>
  readonly viewer: Viewer
}
export type ProjectCopiedListener = (tx: Tx, copied: CopiedProject) => Promise<void>

/** A static user group, in its state before it is deleted or renamed. */
export interface UserGroupChange {
  readonly group: StaticUserGroup
  readonly viewer: Viewer
}
/** Runs in the transaction of the change; throws to refuse the change. */
export type UserGroupListener = (tx: Tx, change: UserGroupChange) => Promise<void>

/** A built-in template of projects (projects.md §3.3). */
export interface XmlTemplate {
  /** Services that are enabled, in addition to `summary` and `admin`. */
  readonly services: readonly string[]
  /** Fills the new project, in the transaction that creates it. */
  readonly fill: (tx: Tx, created: { readonly projectId: number; readonly viewer: Viewer }) => Promise<void>
}

/** The archive that a new project waits for (projects.md §3.4). */
export interface NewArchive {
  readonly projectId: number
  readonly fileName: string
  readonly fileSize: number
  readonly viewer: Viewer
}
/** Creates the upload for the archive in the transaction that creates the project; returns its path. */
export type DeclareArchive = (tx: Tx, archive: NewArchive) => Promise<{ readonly uploadHref: string }>

/** Queries about projects that need data of modules above this one. */
export interface TrackerQueries {
  /** Ids of the projects with a tracker that the viewer administers. */
  trackerAdminProjectIds(viewer: Viewer): Promise<readonly number[]>
  /** Item names of a project's trackers in lower case → names of the trackers; of the trackers that the viewer sees, or of all. */
  trackerKeywords(
    project: Project,
    viewer?: Viewer,
  ): Promise<readonly { readonly keyword: string; readonly description: string }[]>
}

/** By project id: the representation of the root planning, if the viewer sees one (projects.md §2). */
export type RootPlannings = (viewer: Viewer, projects: readonly Project[]) => Promise<ReadonlyMap<number, object>>

/** Whether the viewer may administer the Subversion repositories of the project. */
export type AdministersRepositories = (viewer: Viewer, project: Project) => Promise<boolean>

/** The hooks by which modules above this one add their part; filled once, when the application starts. */
export interface ModuleHooks extends TrackerQueries {
  copied(tx: Tx, event: CopiedProject): Promise<void>
  groupRenamed(tx: Tx, change: UserGroupChange): Promise<void>
  groupDeleted(tx: Tx, change: UserGroupChange): Promise<void>
  readonly xmlTemplates: ReadonlyMap<string, XmlTemplate>
  readonly declareArchive: DeclareArchive
  readonly administersRepositories: AdministersRepositories
  readonly rootPlannings: RootPlannings
  /** Where other modules register their hooks. */
  readonly registration: HookRegistration
}

export interface HookRegistration {
  onProjectCopied(listener: ProjectCopiedListener): void
  /** The listener refuses the change if something refers to the group by its name. */
  onUserGroupRenamed(listener: UserGroupListener): void
  /** The listener removes the group from all permissions of its module. Removing it must not open anything to more people. */
  onUserGroupDeleted(listener: UserGroupListener): void
  setTrackerQueries(queries: TrackerQueries): void
  addXmlTemplate(name: string, template: XmlTemplate): void
  setArchives(declare: DeclareArchive): void
  setRepositoryAdministrators(administers: AdministersRepositories): void
  setRootPlannings(find: RootPlannings): void
}

export const createModuleHooks = (): ModuleHooks => {
  const listeners: ProjectCopiedListener[] = []
  const ofRenamed: UserGroupListener[] = []
  const ofDeleted: UserGroupListener[] = []
  const xmlTemplates = new Map<string, XmlTemplate>([['empty', { services: [], fill: async () => undefined }]])
  let trackers: TrackerQueries | undefined
  let declareArchive: DeclareArchive | undefined
  let administersRepositories: AdministersRepositories | undefined
  let rootPlannings: RootPlannings | undefined
  return {
    // One after the other, because the listeners share a transaction.
    copied: async (tx, event) => {
      for (const listener of listeners) await listener(tx, event)
    },
    groupRenamed: async (tx, change) => {
      for (const listener of ofRenamed) await listener(tx, change)
    },
    groupDeleted: async (tx, change) => {
      for (const listener of ofDeleted) await listener(tx, change)
    },
    xmlTemplates,
    declareArchive: (tx, archive) => {
      if (!declareArchive) throw new Error('no module takes archives of projects')
      return declareArchive(tx, archive)
    },
    administersRepositories: async (viewer, project) => (await administersRepositories?.(viewer, project)) ?? false,
    trackerAdminProjectIds: async viewer => (trackers ? trackers.trackerAdminProjectIds(viewer) : []),
    trackerKeywords: async (project, viewer) => (trackers ? trackers.trackerKeywords(project, viewer) : []),
    rootPlannings: async (viewer, projects) => (await rootPlannings?.(viewer, projects)) ?? new Map(),
    registration: {
      onProjectCopied: listener => void listeners.push(listener),
      onUserGroupRenamed: listener => void ofRenamed.push(listener),
      onUserGroupDeleted: listener => void ofDeleted.push(listener),
      setTrackerQueries: queries => void (trackers = queries),
      setRepositoryAdministrators: administers => void (administersRepositories = administers),
      setRootPlannings: find => void (rootPlannings = find),
      setArchives: declare => void (declareArchive = declare),
      addXmlTemplate: (name, template) => void xmlTemplates.set(name, template),
    },
  }
}
