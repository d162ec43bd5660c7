import { fieldType, type StoredLink } from '../../fields/index.ts'
import type { AllowedChange, ArtifactDocument, DeriveValues } from '../../artifacts/index.ts'
import { isOpenStatus, type Tracker } from '../../trackers/index.ts'
import type { PlansQueries } from '../read/plans.queries.ts'

const NOTHING: ReadonlyMap<number, unknown> = new Map()

/**
 * agile.md §4.6: when a milestone is closed, the field of the semantic `velocity` gets the initial effort of its closed content. All content
 * counts, whoever closes the milestone.
 */
export const deriveVelocity =
  (plans: PlansQueries): DeriveValues =>
  async ({ tracker, before, values, find }) => {
    const field = tracker.fieldById.get(tracker.semantics.velocity?.fieldId ?? 0)
    if (!field?.isUsed || isClosed(tracker, before)) return NOTHING
    const after = { ...before, ...Object.fromEntries(values) }
    if (!isClosed(tracker, after)) return NOTHING
    const plan = (await plans.of(tracker.projectId)).ofTracker(tracker.id)
    if (!plan) return NOTHING
    const effort = await closedEffort(tracker, after, new Map(plan.backlogTrackers.map(one => [one.id, one])), find)
    if (field.type === 'int') return new Map([[field.id, Math.round(effort)]])
    if (field.type === 'float') return new Map([[field.id, effort]])
    if (field.type === 'computed') return new Map([[field.id, { manual: effort }]])
    return NOTHING
  }

const isClosed = ({ semantics: { status } }: Tracker, document: ArtifactDocument): boolean =>
  status !== undefined && !isOpenStatus(status, document[status.fieldId])

const closedEffort = async (
  tracker: Tracker,
  after: ArtifactDocument,
  trackers: ReadonlyMap<number, Tracker>,
  find: AllowedChange['find'],
): Promise<number> => {
  const linkFields = tracker.fields.filter(({ type, isUsed }) => type === 'art_link' && isUsed)
  const links = linkFields.flatMap(({ id }) => (after[id] as readonly StoredLink[] | undefined) ?? [])
  let sum = 0
  for (const { trackerId, document } of (await find([...new Set(links.map(({ id }) => id))])).values()) {
    const ofItem = trackers.get(trackerId)
    const field = ofItem?.fieldById.get(ofItem.semantics.initialEffort?.fieldId ?? 0)
    if (!ofItem || !field?.isUsed || !isClosed(ofItem, document)) continue
    const effort = fieldType(field.type).addend?.(document[field.id], field)
    if (typeof effort === 'number') sum += effort
  }
  return Number(sum.toFixed(10))
}
