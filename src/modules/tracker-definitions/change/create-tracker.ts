import { inRehearsal, inTransaction, type Tx } from '../../../platform/db/db.ts'
import { Forbidden, Invalid, faultsOf } from '../../../platform/errors.ts'
import { readTrackerXml } from '../../imports/index.ts'
import { isAdmin, type Project, type ProjectsModule } from '../../projects/index.ts'
import {
  isTrackerAdmin,
  loadTrackerExtras,
  newBuiltInTracker,
  toNewTrackers,
  type NewTracker,
  type TrackersModule,
} from '../../trackers/index.ts'
import type { Actor, Viewer } from '../../users/index.ts'
import { changeTrackerIn, type ChangeDependencies } from './change-tracker.ts'
import type { TrackerDefinition } from '../model/definition.schema.ts'
import { mentionsOf } from './definitions.ts'
import { parseDefinition } from '../parse/parse-definition.ts'

export interface NewTrackerInput {
  readonly projectId: number
  readonly label?: string
  readonly itemName?: string
  readonly description?: string
  readonly color?: string
  /** At most one of these; without any the tracker gets a default form. */
  readonly templateTrackerId?: number
  readonly xml?: string
  readonly definition?: TrackerDefinition
}

export interface CreateDependencies extends ChangeDependencies {
  readonly projects: ChangeDependencies['projects'] & Pick<ProjectsModule, 'requireAccess' | 'requireWritable'>
  readonly trackers: ChangeDependencies['trackers'] &
    Pick<TrackersModule, 'createTrackers' | 'requireTracker' | 'setParents'>
}

/** POST /trackers, for administrators of the project; returns the id. */
export const createTracker =
  (deps: CreateDependencies) =>
  async (viewer: Viewer, input: NewTrackerInput): Promise<{ id: number; warnings: readonly string[] }> => {
    const project = await deps.projects.requireAccess(viewer, input.projectId)
    if (!isAdmin(viewer, project.id))
      throw new Forbidden('Only administrators of the project may create trackers', { reason: 'permission.admin' })
    deps.projects.requireWritable(project)
    const ways = [input.templateTrackerId, input.xml, input.definition].filter(way => way !== undefined)
    if (ways.length > 1)
      throw new Invalid('Give one of template_tracker, xml and definition, not several', { reason: 'parameter.range' })
    return create(deps, viewer, await sourceOf(deps, viewer, project, input), input)
  }

/**
 * Creates a tracker from a definition without checking rights: for the administration command. A dry run refuses the same input as the
 * creation.
 */
export const createFromDefinition =
  (deps: CreateDependencies) =>
  (
    actor: Actor,
    project: Project,
    definition: TrackerDefinition,
    { isDryRun = false } = {},
  ): Promise<{ warnings: readonly string[] }> => {
    const input = { projectId: project.id }
    const source = fromDefinition(deps, actor, project, input, definition)
    return isDryRun ? inRehearsal(() => create(deps, actor, source, input)) : create(deps, actor, source, input)
  }

interface CreatedTracker {
  readonly id: number
  readonly warnings: readonly string[]
}

const create = (
  deps: CreateDependencies,
  actor: Actor,
  source: TrackerSource,
  input: NewTrackerInput,
): Promise<CreatedTracker> => inTransaction(deps.db, tx => createIn(deps, tx, actor, source, input))

const createIn = async (
  deps: CreateDependencies,
  tx: Tx,
  actor: Actor,
  source: TrackerSource,
  input: NewTrackerInput,
): Promise<CreatedTracker> => {
  const value: NewTracker = {
    ...source.value,
    ...(input.label !== undefined && { name: input.label }),
    ...(input.itemName !== undefined && { itemName: input.itemName }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.color !== undefined && { color: input.color }),
  }
  const created = await deps.trackers.createTrackers(tx, [value], actor)
  const id = created.trackerIds.get(value.key) ?? 0
  const more = await source.finish?.(tx, id)
  return { id, warnings: [...source.warnings, ...(more ?? [])] }
}

interface TrackerSource {
  readonly value: NewTracker
  readonly warnings: readonly string[]
  /** Steps that need the created tracker; returns warnings. */
  readonly finish?: (tx: Tx, id: number) => Promise<readonly string[]>
}

const sourceOf = (
  deps: CreateDependencies,
  viewer: Viewer,
  project: Project,
  input: NewTrackerInput,
): Promise<TrackerSource> => {
  if (input.templateTrackerId !== undefined) return fromTracker(deps, viewer, project, input.templateTrackerId)
  if (input.xml !== undefined) return fromXml(deps, project, input, input.xml)
  if (input.definition) return Promise.resolve(fromDefinition(deps, viewer, project, input, input.definition))
  return Promise.resolve({ value: startingTracker(project, input), warnings: [] })
}

const requireNames = (input: NewTrackerInput): { name: string; itemName: string } => {
  const { label, itemName } = input
  if (label === undefined || itemName === undefined)
    throw new Invalid('A tracker needs a label and an item_name', { reason: 'parameter.required' })
  return { name: label, itemName }
}

/** The default form: title, description, status, assignee, attachments and links. */
const startingTracker = (project: Project, input: NewTrackerInput): NewTracker => ({
  ...newBuiltInTracker(
    {
      ...requireNames(input),
      description: input.description ?? '',
      color: input.color ?? 'inca-silver',
      open: ['To do', 'In progress'],
      closed: ['Done'],
      extraFields: [],
    },
    project.id,
  ),
  instantiateForNewProjects: false,
})

const bareTracker = (project: Project, name: string, itemName: string): NewTracker => ({
  ...startingTracker(project, { projectId: project.id, label: name, itemName }),
  isDisplayedInNewDropdown: false,
  elements: [],
  semantics: {},
  reports: [],
  permissions: {},
})

/** Copies everything but artifacts and triggers; groups are matched by name. */
const fromTracker = async (
  deps: CreateDependencies,
  viewer: Viewer,
  project: Project,
  id: number,
): Promise<TrackerSource> => {
  const { tracker, project: origin } = await deps.trackers.requireTracker(viewer, id)
  // Rights, rules and texts of a tracker are not public, except in templates.
  if (!isTrackerAdmin(viewer, tracker) && !origin.isTemplate)
    throw new Forbidden('Only who administers a tracker may copy it, unless it is of a template', {
      reason: 'permission.admin',
    })
  const groups = await deps.projects.userGroups(project.id)
  const groupMap = new Map(
    (await deps.projects.userGroups(origin.id)).flatMap(group => {
      const same = groups.find(one => one.name.toLowerCase() === group.name.toLowerCase())
      return same ? [[group.id, same.id] as const] : []
    }),
  )
  const extras = await loadTrackerExtras(deps.db.kysely, [id])
  const [value] = toNewTrackers([tracker], extras, { projectId: project.id, groupMap })
  if (!value) throw new Error(`tracker ${id} was not copied`)
  const parent = project.id === origin.id ? tracker.parentId : null
  return {
    value,
    warnings: [],
    finish: async (tx, newId) => {
      if (parent !== null) await deps.trackers.setParents(tx, [{ trackerId: newId, parentId: parent }])
      return []
    },
  }
}

const fromXml = async (
  deps: CreateDependencies,
  project: Project,
  input: NewTrackerInput,
  xml: string,
): Promise<TrackerSource> => {
  const read = await readTrackerXml(
    xml,
    {
      users: deps.users,
      groups: await deps.projects.userGroups(project.id),
      linkTypes: new Set((await deps.projects.linkTypes()).keys()),
    },
    {
      ...(input.label !== undefined && { name: input.label }),
      ...(input.itemName !== undefined && { itemName: input.itemName }),
    },
  )
  if (!read.value)
    throw new Invalid(faultsOf(read.faults, { reason: 'parameter.range', parameter: 'xml' }), {
      localisedList: read.faults,
    })
  return { value: { ...read.value, projectId: project.id }, warnings: read.warnings }
}

const fromDefinition = (
  deps: CreateDependencies,
  viewer: Actor,
  project: Project,
  input: NewTrackerInput,
  given: TrackerDefinition,
): TrackerSource => {
  const name = input.label ?? given.general?.name
  const itemName = input.itemName ?? given.general?.item_name
  if (name === undefined || itemName === undefined)
    throw new Invalid('The definition needs a section `general` with a name and an item_name', {
      reason: 'parameter.required',
    })
  const general = {
    ...given.general,
    name,
    item_name: itemName,
    ...(input.description !== undefined && { description: input.description }),
    ...(input.color !== undefined && { color: input.color }),
  }
  const definition: TrackerDefinition = { ...given, general }
  return {
    value: bareTracker(project, name.trim(), itemName.trim()),
    warnings: [],
    finish: async (tx, id) => {
      const { warnings } = await changeTrackerIn(
        deps,
        tx,
        viewer,
        id,
        (present, names) => parseDefinition(definition, present, names),
        { mentions: mentionsOf(definition), isCreation: true },
      )
      return warnings
    },
  }
}
