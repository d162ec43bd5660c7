import { invalidateMany, inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { faultOf, Forbidden, Invalid, type Fault, type Refusal } from '../../../platform/errors.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import { categoriesFault, type CategoryChoice } from '../model/categories.ts'
import type { ModuleHooks, XmlTemplate } from '../model/module-hooks.ts'
import { fieldValuesFault, type FieldValue } from './project-fields.ts'
import {
  isMembershipSynchronized,
  SITE_TEMPLATE_ID,
  type Project,
  type ProjectAccess,
  type ProjectStatus,
} from '../model/project.ts'
import { labelFault } from '../model/project-label.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { copyReferencePatterns } from '../store/reference-patterns.store.ts'
import { listCategories } from '../store/projects.store.ts'
import { copyCustomServices } from '../store/services.store.ts'
import { shortNameFault, shortNameMessage } from '../model/short-name.ts'
import { accessFault, accessOf } from '../model/visibility.ts'
import {
  copyDisabledLinkTypes,
  copyLabels,
  copyUserGroups,
  insertCategories,
  insertFieldValues,
  listAllGroupUserIds,
} from '../store/write-projects.store.ts'
import { projectWrites } from '../store/write-projects.ts'

export interface CreateProject {
  readonly shortName: string
  readonly label: string
  readonly isPublic: boolean
  readonly allowRestricted: boolean | null | undefined
  readonly description: string
  readonly templateId: number | undefined
  readonly xmlTemplateName: string | undefined
  readonly archive: { readonly fileName: string; readonly fileSize: number } | undefined
  readonly categories: readonly CategoryChoice[]
  readonly fields: readonly FieldValue[]
}

type Archive = NonNullable<CreateProject['archive']>
type Template = { readonly project: Project } | { readonly xml: XmlTemplate } | { readonly archive: Archive }

/** A project, or the id of a project that waits for its archive, with the address to which the client uploads the archive. */
export type CreatedProject =
  { readonly project: Project } | { readonly waiting: { readonly id: number; readonly uploadHref: string } }

interface Dependencies {
  readonly db: Db
  readonly settings: SettingsModule
  readonly users: Pick<UsersModule, 'findByLogin'>
  readonly queries: ProjectQueries
  readonly moduleHooks: ModuleHooks
}

/** projects.md §3. Returns undefined after a dry run without faults. */
export const createProject =
  (deps: Dependencies) =>
  async (
    viewer: Viewer,
    input: CreateProject,
    options: { readonly isDryRun: boolean },
  ): Promise<CreatedProject | undefined> => {
    const { db, queries } = deps
    if (options.isDryRun) {
      const faults = await dryRunFaults(deps, viewer, input)
      if (faults.length > 0) throw new Invalid(faults, { localisedList: faults.map(fault => fault.text) })
      return undefined
    }
    const template = await templateOf(deps, viewer, input)
    requireProjectCreator(deps.settings, viewer)
    const [fault] = await faultsOf(deps, input)
    if (fault) throw new Invalid([fault])

    const access = accessOf(input.isPublic, input.allowRestricted)
    if ('archive' in template)
      return {
        waiting: await inTransaction(db, tx => makeForArchive(deps, tx, viewer, input, access, template.archive)),
      }
    const id = await inTransaction(db, tx =>
      'project' in template
        ? makeFromProject(deps, tx, viewer, input, access, template.project)
        : makeFromXml(tx, viewer, input, access, template.xml),
    )
    const project = await queries.get(id)
    if (!project) throw new Error(`Project ${id} was created but cannot be found`)
    return { project }
  }

/** §3.1: reports a fault of the template alone, otherwise a fault of the rights alone, otherwise all remaining faults. */
const dryRunFaults = async (deps: Dependencies, viewer: Viewer, input: CreateProject): Promise<readonly Fault[]> => {
  if (selectsArchive(input))
    throw new Invalid('', {
      reason: 'parameter.unsupported',
      parameter: 'dry_run',
      localised: 'A project that is made from an archive cannot be tried by a dry run.',
    })
  const refused = await refusalOf(async () => {
    await templateOf(deps, viewer, input)
    requireProjectCreator(deps.settings, viewer)
  })
  return refused ? refused.faults : faultsOf(deps, input)
}

const refusalOf = async (work: () => Promise<void>): Promise<Refusal | undefined> => {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Invalid || error instanceof Forbidden) return error
    throw error
  }
}

/** Why the viewer may create no project; undefined when they may. */
const creationObstacle = (settings: SettingsModule, viewer: Viewer): string | undefined => {
  if (viewer.projectIds) return 'An access key that is limited to projects cannot create others.'
  if (viewer.isSiteAdministrator) return undefined
  if (!settings.get('sys_use_project_registration')) return 'Only site administrators can create projects.'
  return viewer.isRestricted ? 'Restricted users cannot create projects.' : undefined
}

export const canCreateProjects =
  (settings: SettingsModule) =>
  (viewer: Viewer): boolean =>
    creationObstacle(settings, viewer) === undefined

export const requireProjectCreator = (settings: SettingsModule, viewer: Viewer): void => {
  const reason = creationObstacle(settings, viewer)
  if (reason !== undefined) throw new Forbidden(reason, { reason: 'permission.admin' })
}

/** `template_id` wins over `xml_template_name`, which wins over `from_archive`. */
const selectsArchive = (input: CreateProject): boolean =>
  input.archive !== undefined && input.templateId === undefined && input.xmlTemplateName === undefined

const templateOf = async (
  { queries, moduleHooks }: Dependencies,
  viewer: Viewer,
  input: CreateProject,
): Promise<Template> => {
  if (input.templateId !== undefined) return { project: await templateProject(queries, viewer, input.templateId) }
  if (input.xmlTemplateName !== undefined) {
    const xml = moduleHooks.xmlTemplates.get(input.xmlTemplateName)
    if (xml) return { xml }
    const names = [...moduleHooks.xmlTemplates.keys()].join(', ')
    throw new Invalid(`There is no template named "${input.xmlTemplateName}"; the templates are ${names}.`, {
      reason: 'parameter.range',
    })
  }
  if (input.archive) return { archive: archiveOf(input.archive) }
  throw new Invalid('There is no template: give `template_id`, `xml_template_name` or `from_archive`.', {
    reason: 'parameter.required',
  })
}

const archiveOf = (archive: Archive): Archive => {
  if (archive.fileName.trim() === '')
    throw new Invalid('`from_archive.file_name` is required', {
      reason: 'parameter.required',
      parameter: 'from_archive[file_name]',
    })
  if (archive.fileSize === 0)
    throw new Invalid('The archive is empty: `from_archive.file_size` is the size of a zip', {
      reason: 'parameter.range',
      parameter: 'from_archive[file_size]',
    })
  return archive
}

/** §3.2 */
const templateProject = async (queries: ProjectQueries, viewer: Viewer, id: number): Promise<Project> => {
  const project = await queries.get(id)
  if (!project) throw new Invalid(`There is no project ${id} to take as template.`, { reason: 'parameter.range' })
  if (id === SITE_TEMPLATE_ID) return project
  if (project.status !== 'active')
    throw new Invalid(`Project ${id} is not active: it cannot be taken as template.`, { reason: 'project.suspended' })
  if (queries.isAdmin(viewer, id)) return project
  if (!project.isTemplate)
    throw new Invalid(`Project ${id} is not a template: only its administrators can make projects from it.`, {
      reason: 'permission.admin',
    })
  if (!queries.canAccess(viewer, project))
    throw new Invalid(`You have no access to the template ${id}.`, { reason: 'permission.project' })
  return project
}

/** At most one message for each of: short name, label, description, visibility, categories, fields. */
const faultsOf = async (
  { db, settings, users, queries }: Dependencies,
  input: CreateProject,
): Promise<readonly Fault[]> => {
  const shortName =
    shortNameFault(input.shortName) ??
    (((await queries.findByShortName(input.shortName)) ?? (await users.findByLogin(input.shortName)))
      ? 'already exists'
      : undefined)
  const access = accessFault(
    accessOf(input.isPublic, input.allowRestricted),
    settings.get('access_mode') === 'restricted',
  )
  const category = categoriesFault(await listCategories(db.kysely), input.categories)
  const field = fieldValuesFault(await queries.fields(), input.fields)
  return [
    ...faultOf(
      'shortname',
      shortName && shortNameMessage(shortName),
      shortName === 'already exists' ? 'conflict' : 'parameter.range',
    ),
    ...faultOf('label', labelFault(input.label)),
    ...faultOf('is_public', access),
    ...faultOf('categories', category),
    ...faultOf('fields', field),
  ]
}

const insert = async (
  tx: Tx,
  viewer: Viewer,
  input: CreateProject,
  access: ProjectAccess,
  template: Project | undefined,
  status: ProjectStatus = 'active',
): Promise<number> => {
  const projectId = await projectWrites.createProject(
    tx,
    {
      shortName: input.shortName,
      label: input.label,
      description: input.description,
      access,
      status,
      creatorId: viewer.userId,
      // projects.md §7: the caller who creates a project by this route owns it.
      ownerId: viewer.userId,
      ...(template && {
        templateId: template.id,
        banner: template.banner,
        isMembershipSynchronized: template.isMembershipSynchronized,
      }),
    },
    viewer,
  )
  await insertFieldValues(tx, projectId, input.fields)
  await insertCategories(tx, projectId, input.categories)
  return projectId
}

const makeFromProject = async (
  { moduleHooks }: Dependencies,
  tx: Tx,
  viewer: Viewer,
  input: CreateProject,
  access: ProjectAccess,
  template: Project,
): Promise<number> => {
  const projectId = await insert(tx, viewer, input, access, template)
  await copyCustomServices(tx, template.id, projectId)
  await copyLabels(tx, template.id, projectId)
  await copyReferencePatterns(tx, template.id, projectId)
  await copyDisabledLinkTypes(tx, template.id, projectId)
  const groupMap = await copyUserGroups(tx, template.id, projectId, access !== 'private-wo-restr')
  const copied = groupMap.size > 0 ? await listAllGroupUserIds(tx, projectId) : []
  if (isMembershipSynchronized({ access, isMembershipSynchronized: template.isMembershipSynchronized }))
    await projectWrites.addMembers(tx, projectId, copied, {}, viewer)
  else await invalidateMany(tx, 'membership', copied)
  await moduleHooks.copied(tx, { templateId: template.id, projectId, groupMap, viewer })
  return projectId
}

/** §3.4: nobody sees the project until its archive has arrived and is imported. */
const makeForArchive = async (
  { moduleHooks }: Dependencies,
  tx: Tx,
  viewer: Viewer,
  input: CreateProject,
  access: ProjectAccess,
  { fileName, fileSize }: Archive,
): Promise<{ id: number; uploadHref: string }> => {
  const projectId = await insert(tx, viewer, input, access, undefined, 'archive')
  const { uploadHref } = await moduleHooks.declareArchive(tx, { projectId, viewer, fileName, fileSize })
  return { id: projectId, uploadHref }
}

/** §3.3: services that the template does not name stay off. */
const makeFromXml = async (
  tx: Tx,
  viewer: Viewer,
  input: CreateProject,
  access: ProjectAccess,
  template: XmlTemplate,
): Promise<number> => {
  const projectId = await insert(tx, viewer, input, access, undefined)
  const states = new Map(template.services.map(name => [name, true]))
  await projectWrites.setServices(tx, projectId, { states, others: 'off' }, viewer)
  await template.fill(tx, { projectId, viewer })
  return projectId
}
