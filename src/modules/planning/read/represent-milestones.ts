import { endDayOf, openingDaysUntil } from '../../fields/index.ts'
import { representProjectReference } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Outline, VisibleArtifact } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'
import { numberOf, textOf, valueOf, type ArtifactJson } from '../model/artifact-json.ts'
import { isPlanner } from '../model/planners.ts'
import { backlogTrackersOf, type Plan, type Plans } from '../model/plans.ts'
import type { MilestoneRepresentation } from '../model/planning.schema.ts'
import { CHILD, firstParentsOf, readJson, type PlanningReading, type PlanPlace } from './planning-reader.ts'

/** Milestones of one planning, in the order of the ids (agile.md §3.2). `isSlim`: without the data that other artifacts hold. */
export const representMilestones = async (
  reading: PlanningReading,
  viewer: Viewer,
  place: PlanPlace,
  ids: readonly number[],
  { isSlim }: { readonly isSlim: boolean },
): Promise<MilestoneRepresentation[]> => {
  if (ids.length === 0) return []
  const { artifacts } = reading
  const visible = await artifacts.findVisible(viewer, ids)
  const json = await readJson(reading, viewer, ids)
  const counts = isSlim ? undefined : await countStatus(reading, viewer, place.plan, ids)
  const parents = isSlim ? undefined : await parentsOf(reading, viewer, place, ids)
  const whole = { ...reading, viewer, place }
  return Promise.all(
    visible.map(async milestone => {
      const values = json.get(milestone.artifact.id) ?? { id: milestone.artifact.id, values: [] }
      const base = await representMilestone(whole, milestone, values, isSlim)
      return {
        ...base,
        parent: parents?.get(base.id) ?? null,
        status_count: counts?.get(base.id) ?? null,
      }
    }),
  )
}

type Representing = PlanningReading & { readonly viewer: Viewer; readonly place: PlanPlace }

const representMilestone = async (
  representing: Representing,
  milestone: VisibleArtifact,
  json: ArtifactJson,
  isSlim: boolean,
): Promise<Omit<MilestoneRepresentation, 'parent' | 'status_count'>> => {
  const { viewer, artifacts, settings, trackers, place } = representing
  const { artifact, tracker } = milestone
  const { project, plans, plan } = place
  const dates = settings.datesIn(viewer.timezone)
  const summary = artifacts.summaryOf(viewer, milestone)
  const description = valueOf(json, tracker.semantics.description?.fieldId)
  const uri = `milestones/${artifact.id}`
  const inner = plans.below(plan)
  const isSeen = (other: Tracker): boolean => trackers.canViewTracker(viewer, project, other)
  const innerType = inner && isSeen(inner.tracker) ? trackers.representReference(inner.tracker, project) : null
  const hasBurndown = json.values?.some(({ type }) => type === 'burndown') ?? false
  const named = (name: string): number | null => numberOf(valueOf(json, tracker.fieldByName.get(name)?.id))
  return {
    id: artifact.id,
    uri,
    label: summary.title ?? '',
    description: textOf(description, 'value'),
    post_processed_description: textOf(description, 'post_processed_value'),
    submitted_by: artifact.submittedBy,
    submitted_on: dates.isoDate(artifact.submittedOn),
    planning: { id: plan.id, uri: `plannings/${plan.id}` },
    project: representProjectReference(project),
    ...(await datesOf(representing, milestone, isSlim)),
    capacity: named('capacity'),
    remaining_effort: named('remaining_effort'),
    status_value: summary.status,
    semantic_status: summary.isOpen ? 'open' : 'closed',
    artifact: {
      id: artifact.id,
      uri: `artifacts/${artifact.id}`,
      tracker: trackers.representReference(tracker, project),
    },
    sub_milestones_uri: `${uri}/milestones`,
    sub_milestone_type: innerType,
    backlog_uri: `${uri}/backlog`,
    content_uri: `${uri}/content`,
    cardwall_uri: plan.cardwall ? `${uri}/cardwall` : null,
    burndown_uri: hasBurndown ? `${uri}/burndown` : null,
    last_modified_date: dates.isoDate(artifact.updatedOn),
    has_user_priority_change_permission: isPlanner(viewer, project, plans, plan),
    resources: {
      milestones: { uri: `${uri}/milestones`, accept: { trackers: innerType ? [innerType] : [] } },
      backlog: { uri: `${uri}/backlog`, accept: acceptOf(representing, viewer, place, backlogTrackersOf(plans, plan)) },
      content: {
        uri: `${uri}/content`,
        accept: {
          trackers: plan.backlogTrackers.filter(isSeen).map(other => trackers.representReference(other, project)),
        },
      },
      siblings: { uri: `${uri}/siblings` },
      cardwall: plan.cardwall ? { uri: `${uri}/cardwall` } : null,
      burndown: hasBurndown ? { uri: `${uri}/burndown` } : null,
      additional_panes: [],
    },
    original_project_provider: null,
  }
}

/** Trackers of a backlog, and the parents of these that no planning from here down has in its backlog. */
export const acceptOf = (
  { trackers }: Pick<PlanningReading, 'trackers'>,
  viewer: Viewer,
  { project, plans, plan }: PlanPlace,
  backlog: readonly Tracker[],
): MilestoneRepresentation['resources']['backlog']['accept'] => {
  const own = new Set<number>()
  for (const at of fromHereDown(plans, plan)) for (const { id } of at.backlogTrackers) own.add(id)
  const byId = new Map(
    plans.all.flatMap(({ tracker, backlogTrackers }) => [tracker, ...backlogTrackers]).map(one => [one.id, one]),
  )
  const parents = new Map<number, Tracker>()
  for (const { parentId } of backlog) {
    const parent = parentId === null || own.has(parentId) ? undefined : byId.get(parentId)
    if (parent) parents.set(parent.id, parent)
  }
  const represent = (list: Iterable<Tracker>) =>
    [...list]
      .filter(tracker => trackers.canViewTracker(viewer, project, tracker))
      .map(tracker => trackers.representReference(tracker, project))
  return { trackers: represent(backlog), parent_trackers: represent(parents.values()) }
}

const fromHereDown = (plans: Plans, plan: Plan): Plan[] => {
  const found: Plan[] = []
  for (let at: Plan | undefined = plan; at && !found.includes(at); at = plans.below(at)) found.push(at)
  return found
}

const datesOf = async (
  { artifacts, settings, clock, viewer }: Representing,
  milestone: VisibleArtifact,
  isSlim: boolean,
): Promise<
  Pick<MilestoneRepresentation, 'start_date' | 'end_date' | 'number_days_since_start' | 'number_days_until_end'>
> => {
  const timeframe = await artifacts.timeframeOf(viewer, milestone)
  const dates = settings.datesIn(viewer.timezone)
  const { startDay } = timeframe
  const endDay = endDayOf(timeframe)
  const today = settings.dates().dayOf(clock.now())
  return {
    start_date: startDay === null ? null : dates.isoDay(startDay),
    end_date: endDay === null ? null : dates.isoDay(endDay),
    number_days_since_start: isSlim || startDay === null ? null : openingDaysUntil(startDay, today),
    number_days_until_end: isSlim || endDay === null ? null : openingDaysUntil(today, endDay),
  }
}

/** Open and closed artifacts of the content of milestones and their children, each once. */
const countStatus = async (
  { artifacts: { outlines } }: PlanningReading,
  viewer: Viewer,
  plan: Plan,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { open: number; closed: number }>> => {
  const trackerIds = plan.backlogTrackers.map(({ id }) => id)
  const content = await outlines.linksFrom(viewer, ids, { trackerIds })
  const children = await outlines.linksFrom(viewer, [...new Set(content.map(({ target }) => target.id))], {
    types: [CHILD],
  })
  const childrenOf = Map.groupBy(children, ({ source }) => source.id)
  const counted = new Map<number, Map<number, Outline>>(ids.map(id => [id, new Map()]))
  for (const { source, target } of content) {
    const own = counted.get(source.id)
    own?.set(target.id, target)
    for (const { target: child } of childrenOf.get(target.id) ?? []) own?.set(child.id, child)
  }
  return new Map(
    [...counted].map(([id, outlines]) => {
      const open = [...outlines.values()].filter(({ isOpen }) => isOpen).length
      return [id, { open, closed: outlines.size - open }]
    }),
  )
}

const parentsOf = async (
  reading: PlanningReading,
  viewer: Viewer,
  { project, plans, plan }: PlanPlace,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MilestoneRepresentation['parent']>> => {
  const above = plans.above(plan)
  if (!above) return new Map()
  const tracker = reading.trackers.representReference(above.tracker, project)
  const parents = await firstParentsOf(reading, viewer, ids, [above.tracker.id])
  return new Map([...parents].map(([id, parent]) => [id, { id: parent.id, uri: `milestones/${parent.id}`, tracker }]))
}
