import type { Tx } from '../../../platform/db/db.ts'
import type { TemplateFilled } from '../model/tracker-hooks.ts'
import type { Actor } from '../../users/index.ts'
import { createTrackers, setParents } from './create-trackers.ts'
import { newBuiltInTracker, type ExtraField, type BuiltInTracker } from './built-in-trackers.ts'

/** A tracker of a template; `parent` is the item name of its parent tracker in the same template. */
interface TemplateTracker extends BuiltInTracker {
  readonly parent?: string
}

const priority: ExtraField = { type: 'sb', name: 'priority', label: 'Priority', values: ['High', 'Normal', 'Low'] }
const summedEffort: ExtraField = { type: 'computed', name: 'remaining_effort', label: 'Remaining effort' }
const effort: ExtraField = { type: 'float', name: 'remaining_effort', label: 'Remaining effort' }
const period: readonly ExtraField[] = [
  { type: 'date', name: 'start_date', label: 'Start date' },
  { type: 'int', name: 'duration', label: 'Duration in days' },
]
const burndown: ExtraField = { type: 'burndown', name: 'burndown', label: 'Burndown' }
const burnup: ExtraField = { type: 'burnup', name: 'burnup', label: 'Burnup' }
const timeframe = { start: 'start_date', duration: 'duration' }

const issue: TemplateTracker = {
  name: 'Issues',
  itemName: 'issue',
  description: 'Bugs, requests and questions',
  color: 'lake-placid-blue',
  open: ['New', 'Under study', 'In progress'],
  closed: ['Solved', 'Dropped'],
  extraFields: [{ type: 'sb', name: 'type', label: 'Type', values: ['Bug', 'Request', 'Question'] }, priority],
}
const activity: TemplateTracker = {
  name: 'Activities',
  itemName: 'activity',
  description: 'What flows over the board',
  color: 'ocean-turquoise',
  open: ['To be done', 'On going', 'In review'],
  closed: ['Done', 'Dropped'],
  extraFields: [priority, effort],
}
const release: TemplateTracker = {
  name: 'Releases',
  // "release" is the keyword of another kind of reference.
  itemName: 'rel',
  description: 'Versions that are delivered',
  color: 'plum-crazy',
  open: ['Planned', 'Current'],
  closed: ['Delivered', 'Dropped'],
  extraFields: period,
  timeframe,
  charts: [burnup],
}
const sprint: TemplateTracker = {
  name: 'Sprints',
  itemName: 'sprint',
  description: 'Periods of work',
  color: 'daphne-blue',
  open: ['Planned', 'Current'],
  closed: ['Done', 'Dropped'],
  extraFields: [
    ...period,
    { type: 'float', name: 'capacity', label: 'Capacity' },
    summedEffort,
    { type: 'float', name: 'velocity', label: 'Velocity', isFilled: true },
  ],
  timeframe,
  velocity: 'velocity',
  charts: [burndown, burnup],
  parent: 'rel',
}
const epic: TemplateTracker = {
  name: 'Epics',
  itemName: 'epic',
  description: 'Great goals, made of user stories',
  color: 'ultra-violet',
  open: ['To do', 'On going'],
  closed: ['Done', 'Dropped'],
  extraFields: [priority],
}
const story: TemplateTracker = {
  name: 'User stories',
  itemName: 'story',
  description: 'What users shall be able to do',
  color: 'acid-green',
  open: ['To do', 'Ready', 'On going', 'In review'],
  closed: ['Done', 'Dropped'],
  extraFields: [{ type: 'float', name: 'initial_effort', label: 'Initial effort' }, summedEffort],
  initialEffort: 'initial_effort',
  parent: 'epic',
}
const task: TemplateTracker = {
  name: 'Tasks',
  itemName: 'task',
  description: 'Work to be done',
  color: 'deep-blue',
  open: ['To do', 'On going'],
  closed: ['Done', 'Dropped'],
  extraFields: [effort],
  parent: 'story',
}
const bug: TemplateTracker = {
  name: 'Bugs',
  itemName: 'bug',
  description: 'What does not work as it should',
  color: 'fiesta-red',
  open: ['New', 'Confirmed', 'On going'],
  closed: ['Fixed', 'Rejected'],
  extraFields: [{ type: 'sb', name: 'severity', label: 'Severity', values: ['Blocking', 'Major', 'Minor'] }, effort],
}

const scrum = [epic, story, task, sprint, release]

/** Built-in project templates with trackers, by name (projects.md §3.3). */
const templates: Readonly<Record<string, readonly TemplateTracker[]>> = {
  issues: [issue],
  kanban: [activity],
  scrum,
  agile_alm: [...scrum, bug],
}

/** A template in the form that `projects` expects. */
export interface ProjectTemplate {
  readonly services: readonly string[]
  readonly fill: (tx: Tx, created: { readonly projectId: number; readonly viewer: Actor }) => Promise<void>
}

/** `onFilled` runs after the trackers were made, in the same transaction. */
export const projectTemplates = (
  onFilled: (tx: Tx, filled: TemplateFilled) => Promise<void>,
): [name: string, template: ProjectTemplate][] =>
  Object.entries(templates).map(([name, trackers]) => [
    name,
    {
      services: ['plugin_tracker'],
      fill: async (tx, created) => {
        const trackerIds = await fill(tx, trackers, created)
        await onFilled(tx, { template: name, projectId: created.projectId, trackerIds })
      },
    },
  ])

const fill = async (
  tx: Tx,
  trackers: readonly TemplateTracker[],
  { projectId, viewer }: { readonly projectId: number; readonly viewer: Actor },
): Promise<ReadonlyMap<string, number>> => {
  const { trackerIds } = await createTrackers(
    tx,
    trackers.map(tracker => newBuiltInTracker(tracker, projectId)),
    viewer,
  )
  await setParents(
    tx,
    trackers.flatMap(({ itemName, parent }) => {
      const [trackerId, parentId] = [
        trackerIds.get(itemName),
        parent === undefined ? undefined : trackerIds.get(parent),
      ]
      return trackerId === undefined || parentId === undefined ? [] : [{ trackerId, parentId }]
    }),
  )
  return trackerIds
}
