import { momentOf, type Field } from '../../fields/index.ts'
import type { WorkflowTransition } from '../../trackers/index.ts'
import type { ProposedChange } from './transitions.ts'

/**
 * Values that the actions of a transition set, independent of the viewer's rights: they replace the sent values (trackers.md §6.4). An
 * action does nothing if its field is deleted or has another type now.
 */
export const postActionValues = (
  { tracker, now, timezone }: Pick<ProposedChange, 'tracker' | 'now' | 'timezone'>,
  transition: WorkflowTransition,
): Map<number, unknown> => {
  const values = new Map<number, unknown>()
  for (const { type, definition } of transition.actions) {
    if (type !== 'set_field_value') continue
    const field = tracker.fieldById.get(definition.field_id as number)
    if (!field?.isUsed || field.type !== definition.field_type) continue
    const value = valueToSet(field, definition.value, now, timezone)
    if (value !== undefined) values.set(field.id, value)
  }
  return values
}

const valueToSet = (field: Field, value: unknown, now: Date, timezone: string): unknown => {
  // A date action without choice does nothing; "" clears the date.
  if (field.type !== 'date') return value ?? undefined
  if (value === 'current') return momentOf(now, field.settings.display_time === 1, timezone)
  return value === '' ? null : undefined
}

/** Addresses of the jobs that a transition runs. */
export const jobUrls = (transition: WorkflowTransition): string[] =>
  transition.actions.flatMap(({ type, definition }) => (type === 'run_job' ? [definition.job_url as string] : []))
