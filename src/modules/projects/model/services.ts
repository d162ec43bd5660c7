import type { Project } from './project.ts'

/** A service of the platform's catalogue (projects.md §3.7). */
export interface CatalogueService {
  readonly shortName: string
  readonly label: string
  readonly description: string
  readonly icon: string
  /** State in the site template of a fresh platform, and therefore in projects created from it. */
  readonly isEnabledByDefault: boolean
  readonly url: (project: Project) => string
}

/** In the order in which a project lists them. A service can be switched even if its component is missing. */
export const catalogue: readonly CatalogueService[] = [
  {
    shortName: 'summary',
    label: 'Summary',
    description: 'Home page of the project',
    icon: 'fa-solid fa-house',
    isEnabledByDefault: true,
    url: project => `/projects/${project.shortName.toLowerCase()}/`,
  },
  {
    shortName: 'admin',
    label: 'Administration',
    description: 'Administration of the project',
    icon: 'fa-solid fa-gear',
    isEnabledByDefault: true,
    url: project => `/project/admin/?group_id=${project.id}`,
  },
  {
    shortName: 'docman',
    label: 'Documents',
    description: 'Documents of the project',
    icon: 'fa-solid fa-folder-open',
    isEnabledByDefault: false,
    url: project => `/plugins/document/${project.shortName.toLowerCase()}/`,
  },
  {
    shortName: 'plugin_svn',
    label: 'Subversion',
    description: 'Subversion repositories',
    icon: 'fa-solid fa-code-branch',
    isEnabledByDefault: true,
    url: project => `/plugins/svn/?group_id=${project.id}`,
  },
  {
    shortName: 'file',
    label: 'Files',
    description: 'Published packages and releases',
    icon: 'fa-solid fa-box-archive',
    isEnabledByDefault: false,
    url: project => `/file/?group_id=${project.id}`,
  },
  {
    shortName: 'plugin_baseline',
    label: 'Baselines',
    description: 'States of artifacts kept for comparison',
    icon: 'fa-solid fa-camera',
    isEnabledByDefault: false,
    url: project => `/plugins/baseline/${project.shortName.toLowerCase()}`,
  },
  {
    shortName: 'plugin_tracker',
    label: 'Trackers',
    description: 'Trackers and their artifacts',
    icon: 'fa-solid fa-list-check',
    isEnabledByDefault: true,
    url: project => `/plugins/tracker/?group_id=${project.id}`,
  },
  {
    shortName: 'plugin_agiledashboard',
    label: 'Backlog',
    description: 'Backlog and milestones',
    icon: 'fa-solid fa-layer-group',
    isEnabledByDefault: false,
    url: project => `/plugins/agiledashboard/?group_id=${project.id}`,
  },
  {
    shortName: 'plugin_program_management',
    label: 'Program',
    description: 'Work planned across projects',
    icon: 'fa-solid fa-sitemap',
    isEnabledByDefault: false,
    url: project => `/program_management/${project.shortName.toLowerCase()}`,
  },
  {
    shortName: 'plugin_kanban',
    label: 'Kanban',
    description: 'Boards of work in progress',
    icon: 'fa-solid fa-table-columns',
    isEnabledByDefault: false,
    url: project => `/kanban/?group_id=${project.id}`,
  },
  {
    shortName: 'plugin_mediawiki_standalone',
    label: 'MediaWiki',
    description: 'Wiki of the project',
    icon: 'fa-solid fa-book-open',
    isEnabledByDefault: false,
    url: project => `/mediawiki/${project.shortName.toLowerCase()}`,
  },
  {
    shortName: 'hudson',
    label: 'Continuous integration',
    description: 'Jobs of continuous integration',
    icon: 'fa-solid fa-rotate',
    isEnabledByDefault: false,
    url: project => `/plugins/hudson/?group_id=${project.id}`,
  },
  {
    shortName: 'plugin_git',
    label: 'Git',
    description: 'Git repositories',
    icon: 'fa-solid fa-code-commit',
    isEnabledByDefault: false,
    url: project => `/plugins/git/${project.shortName.toLowerCase()}`,
  },
  {
    shortName: 'plugin_testmanagement',
    label: 'Test management',
    description: 'Test campaigns and their results',
    icon: 'fa-solid fa-vial',
    isEnabledByDefault: false,
    url: project => `/plugins/testmanagement/?group_id=${project.id}`,
  },
]

const byName = new Map(catalogue.map((service, index) => [service.shortName, { ...service, rank: index + 1 }]))

export const catalogueService = (shortName: string): (CatalogueService & { readonly rank: number }) | undefined =>
  byName.get(shortName)

/** A service in one project. */
export interface ProjectService {
  readonly id: number
  readonly projectId: number
  /** '' for custom services. */
  readonly shortName: string
  readonly label: string
  readonly url: string
  readonly icon: string
  readonly isEnabled: boolean
  readonly isCustom: boolean
}

/** A link that a project adds to its services. */
export interface NewCustomService {
  readonly label: string
  readonly description: string
  readonly url: string
  readonly isEnabled: boolean
  readonly opensInNewTab: boolean
}

/**
 * A project cannot be used or administered without these services. They stay on, whatever the request says (projects.md §3.2, import.md
 * §2.1).
 */
export const alwaysEnabled: readonly string[] = ['summary', 'admin']

/** A custom link may contain the name of the project, so that a copy of the project has a correct link (projects.md §3.2). */
export const customServiceUrl = (url: string, project: Project): string =>
  url
    .replaceAll('$projectname', project.shortName.toLowerCase())
    .replaceAll('$projectid', String(project.id))
    .replaceAll('$group_id', String(project.id))
