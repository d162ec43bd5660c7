import type { Tx } from '../../../platform/db/db.ts'
import { loadTrackers, type TemplateFilled, type Tracker } from '../../trackers/index.ts'
import type { NewCardwall } from '../model/cardwall.ts'
import { writeExplicitBacklog } from '../store/plannings.store.ts'
import { addPlannings } from './add-plannings.ts'

/** Item names of the trackers of a planning in the built-in templates. */
interface TemplatePlanning {
  readonly name: string
  readonly planTitle: string
  readonly backlogTitle: string
  readonly planningTracker: string
  readonly backlogTrackers: readonly string[]
  readonly columns?: readonly TemplateColumn[]
}

/** Cards of stories and tasks stand in the column with the label of their status. */
interface TemplateColumn {
  readonly label: string
  readonly color: string
  /** States of bugs. */
  readonly bugs: readonly string[]
}

const columns: readonly TemplateColumn[] = [
  { label: 'To do', color: 'inca-silver', bugs: ['New'] },
  { label: 'Ready', color: 'surf-green', bugs: ['Confirmed'] },
  { label: 'On going', color: 'clockwork-orange', bugs: ['On going'] },
  { label: 'In review', color: 'ultra-violet', bugs: [] },
  { label: 'Done', color: 'neon-green', bugs: ['Fixed'] },
]

const releases = (backlogTrackers: readonly string[]): TemplatePlanning => ({
  name: 'Release planning',
  planTitle: 'Releases',
  backlogTitle: 'Product backlog',
  planningTracker: 'rel',
  backlogTrackers,
})
const sprints = (backlogTrackers: readonly string[]): TemplatePlanning => ({
  name: 'Sprint planning',
  planTitle: 'Sprints',
  backlogTitle: 'Release backlog',
  planningTracker: 'sprint',
  backlogTrackers,
  columns,
})

/** Plannings of the built-in templates of projects, by name of the template (projects.md §3.3). */
const templates: ReadonlyMap<string, readonly TemplatePlanning[]> = new Map([
  ['scrum', [releases(['epic', 'story']), sprints(['story'])]],
  ['agile_alm', [releases(['epic', 'story', 'bug']), sprints(['story', 'bug'])]],
])

/** Gives a project that was made from a built-in template its plannings. New projects fill their top backlog by hand. */
export const addTemplatePlannings = async (
  tx: Tx,
  { template, projectId, trackerIds }: TemplateFilled,
): Promise<void> => {
  const plannings = templates.get(template) ?? []
  if (plannings.length === 0) return
  const idOf = (itemName: string): number => {
    const id = trackerIds.get(itemName)
    if (id === undefined) throw new Error(`the template ${template} has no tracker ${itemName}`)
    return id
  }
  const bugs = plannings.some(({ backlogTrackers }) => backlogTrackers.includes('bug'))
    ? (await loadTrackers(tx, [idOf('bug')])).get(idOf('bug'))
    : undefined
  await addPlannings(
    tx,
    projectId,
    plannings.map(({ name, planTitle, backlogTitle, planningTracker, backlogTrackers }) => ({
      projectId,
      name,
      planTitle,
      backlogTitle,
      planningTrackerId: idOf(planningTracker),
      backlogTrackerIds: backlogTrackers.map(idOf),
      plannerGroupIds: null,
    })),
    plannings.flatMap(planning =>
      planning.columns ? [cardwallOf(idOf(planning.planningTracker), planning.columns, bugs)] : [],
    ),
  )
  await writeExplicitBacklog(tx, projectId, true)
}

const cardwallOf = (
  planningTrackerId: number,
  wanted: readonly TemplateColumn[],
  bugs: Tracker | undefined,
): NewCardwall => {
  const status = bugs?.fieldById.get(bugs.semantics.status?.fieldId ?? 0)
  const values = status?.bind?.type === 'static' ? status.bind.values : []
  return {
    planningTrackerId,
    columns: wanted.map(({ label, color, bugs: states }) => ({
      label,
      color,
      valueIds: values.filter(value => states.includes(value.label)).map(({ id }) => id),
    })),
    mappings: bugs && status ? [{ trackerId: bugs.id, fieldId: status.id }] : [],
  }
}
