import { fieldType, type StoredLink } from '../../fields/index.ts'
import type { AllowedChange, ArtifactDocument, DeriveValues } from '../../artifacts/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { PlansQueries } from '../read/plans.queries.ts'

/**
 * agile.md §4.6: when a milestone is closed, the field of the semantic `velocity` gets the initial effort of its closed content. All content
 * counts, whoever closes the milestone.
 */
export const deriveVelocity =
  (plans: PlansQueries): DeriveValues =>
  async change => {
    const { tracker, before, after } = change
    const field = tracker.fieldById.get(tracker.semantics.velocity?.fieldId ?? 0)
    if (!field?.isUsed || isClosed(tracker, before) || !isClosed(tracker, after)) return new Map()
    const plan = (await plans.of(tracker.projectId)).ofTracker(tracker.id)
    if (!plan) return new Map()
    const effort = await closedEffort(change, new Map(plan.backlogTrackers.map(one => [one.id, one])))
    if (field.type === 'int') return new Map([[field.id, Math.round(effort)]])
    if (field.type === 'float') return new Map([[field.id, effort]])
    if (field.type === 'computed') return new Map([[field.id, { manual: effort }]])
    return new Map()
  }

const isClosed = ({ semantics: { status } }: Tracker, document: ArtifactDocument): boolean => {
  if (!status) return false
  const value = document[status.fieldId]
  return !(Array.isArray(value) && (status.openValueIds as readonly unknown[]).includes(value[0]))
}

const closedEffort = async (
  { tracker, after, find }: AllowedChange,
  trackers: ReadonlyMap<number, Tracker>,
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
