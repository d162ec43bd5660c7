import { Conflict, Forbidden, Invalid } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { ArtifactsModule, LinkChange, Outline, RankAuthor } from '../../artifacts/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import { isPlanner } from '../model/planners.ts'
import type { AdditionInput, OrderInput } from '../model/planning-writes.schema.ts'
import { requireMilestone, type MilestonePlace, type PlanningReading, type PlanPlace } from '../read/planning-reader.ts'

export interface PlanningWriting extends PlanningReading {
  readonly projects: Pick<ProjectsModule, 'get' | 'requireAccess' | 'requireWritable'>
  readonly artifacts: PlanningReading['artifacts'] &
    Pick<ArtifactsModule, 'links' | 'onModuleAction' | 'ranks' | 'rightsIn'>
}

export const requirePlanner = (
  { projects }: PlanningWriting,
  viewer: Viewer,
  project: Project,
  place: PlanPlace | undefined,
): PlanPlace => {
  projects.requireWritable(project)
  if (!place || !isPlanner(viewer, project, place.plans, place.plan))
    throw new Forbidden('You may not plan here', { reason: 'permission.project' })
  return place
}

/** The milestone, if the viewer may fill and order it. */
export const requirePlannedMilestone = async (
  writing: PlanningWriting,
  viewer: Viewer,
  id: number,
): Promise<MilestonePlace> => {
  const place = await requireMilestone(writing, viewer, id)
  requirePlanner(writing, viewer, place.project, place)
  return place
}

export const invalid = (told: string): Invalid => new Invalid(told, { reason: 'parameter.range' })

/** Throws if an id is there twice. `refuse` makes the error. */
export const requireOnce = (ids: readonly number[], refuse: (told: string) => Error): void => {
  if (new Set(ids).size < ids.length) throw refuse('An id is there twice.')
}

/** Ids that an order names. */
export const orderedIds = (order: OrderInput | null | undefined): number[] =>
  order ? [...new Set([...order.ids, order.compared_to])] : []

/** Throws 409 unless the list that is ordered holds all ids of the order. */
export const requireInList = (ids: readonly number[], list: readonly Pick<Outline, 'id'>[]): void => {
  const present = new Set(list.map(({ id }) => id))
  const foreign = ids.filter(id => !present.has(id))
  if (foreign.length > 0) throw new Conflict(`Not in the list that is ordered: ${foreign.join(', ')}.`)
}

const authorOf = ({ clock }: PlanningWriting, { userId, means }: Viewer): RankAuthor => ({
  userId,
  means,
  at: clock.now(),
})

/** Moves artifacts in the transaction. `context`: the artifact whose list it is, 0 for the top backlog. */
export const moveInOrder = async (
  writing: PlanningWriting,
  tx: Tx,
  viewer: Viewer,
  order: OrderInput | null | undefined,
  context: number,
): Promise<void> => {
  if (!order) return
  const { ids, direction, compared_to: comparedTo } = order
  await writing.artifacts.ranks.move(tx, { ids, direction, comparedTo, context }, authorOf(writing, viewer))
}

/** Puts artifacts directly after each other, in this order. */
export const putInOrder = (
  writing: PlanningWriting,
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  context: number,
): Promise<void> => writing.artifacts.ranks.place(tx, ids, context, authorOf(writing, viewer))

/** Links to add and to remove, collected by the artifact that holds them. A link that is both added and removed is added. */
export class LinkChanges {
  readonly #added = new Map<number, Map<number, string>>()
  readonly #removed = new Map<number, Set<number>>()

  add(sourceId: number, targetId: number, type = ''): void {
    const links = this.#added.get(sourceId) ?? new Map<number, string>()
    this.#added.set(sourceId, links.set(targetId, type))
  }

  remove(sourceId: number, targetId: number): void {
    this.#removed.set(sourceId, (this.#removed.get(sourceId) ?? new Set()).add(targetId))
  }

  list(): LinkChange[] {
    return [...new Set([...this.#removed.keys(), ...this.#added.keys()])].map(artifactId => {
      const added = this.#added.get(artifactId) ?? new Map<number, string>()
      return {
        artifactId,
        add: [...added].map(([id, type]) => ({ id, type })),
        remove: [...(this.#removed.get(artifactId) ?? [])].filter(id => !added.has(id)),
      }
    })
  }
}

/** Artifacts that come to a list, by id, as far as the viewer sees them. */
export const findAdded = async (
  { artifacts }: PlanningWriting,
  viewer: Viewer,
  additions: readonly AdditionInput[],
): Promise<ReadonlyMap<number, Outline>> =>
  additions.length === 0
    ? new Map()
    : new Map(
        (await artifacts.outlines.of(viewer, [...new Set(additions.map(({ id }) => id))])).map(one => [one.id, one]),
      )

/** As `findAdded`, for lists where an artifact that the viewer does not see does not exist: 400. */
export const requireAdded = async (
  writing: PlanningWriting,
  viewer: Viewer,
  additions: readonly AdditionInput[],
): Promise<ReadonlyMap<number, Outline>> => {
  const found = await findAdded(writing, viewer, additions)
  requireFound(
    additions.map(({ id }) => id),
    found,
  )
  return found
}

export const requireFound = (ids: readonly number[], found: ReadonlyMap<number, unknown>): void => {
  const missing = ids.filter(id => !found.has(id))
  if (missing.length > 0) throw invalid(`There are no artifacts ${missing.join(', ')}`)
}

/** Takes each artifact from the milestone that it leaves. `refuse` makes the error for what is no milestone that the viewer sees. */
export const removeFromMilestones = async (
  { artifacts, plans }: PlanningWriting,
  viewer: Viewer,
  additions: readonly AdditionInput[],
  changes: LinkChanges,
  refuse: (told: string) => Error,
): Promise<void> => {
  const leaving = additions.flatMap(({ id, remove_from: from }) => (typeof from === 'number' ? [{ id, from }] : []))
  if (leaving.length === 0) return
  const found = await artifacts.findVisible(viewer, [...new Set(leaving.map(({ from }) => from))])
  const milestones = new Set<number>()
  for (const { artifact, project, tracker } of found)
    if ((await plans.of(project.id)).ofTracker(tracker.id)) milestones.add(artifact.id)
  for (const { id, from } of leaving) {
    if (!milestones.has(from)) throw refuse(`There is no milestone ${from}`)
    changes.remove(from, id)
  }
}
