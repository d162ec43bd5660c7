// Deadlines of the assigned artifacts, and the groups that they make.
import type { Artifact } from '../artifacts/artifact-queries.ts'
import { dayOfValue, daysAway, isDeadline } from '../fields/shared/deadline.ts'
import type { DateValue } from '../fields/shared/values.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'

export const DUE_GROUPS = ['overdue', 'today', 'week', 'later', 'none'] as const
export type DueGroup = (typeof DUE_GROUPS)[number]

/** The day of the first deadline of the form that has a value; undefined: there is none, or the reader does not see it. */
export const dueDayOf = (artifact: Artifact, tracker: Pick<Tracker, 'fields'> | undefined): Date | undefined => {
  const values = new Map((artifact.values ?? []).map(value => [value.field_id, value]))
  for (const field of tracker?.fields ?? []) {
    if (field.type !== 'date' || !isDeadline(field)) continue
    const value = values.get(field.field_id) as DateValue | undefined
    if (typeof value?.value === 'string') return dayOfValue(value.value)
  }
  return undefined
}

/** `firstDay`: of a week, 1 = Monday … 7 = Sunday. */
export const dueGroupOf = (due: Date | undefined, now: Date, firstDay: number): DueGroup => {
  if (due === undefined) return 'none'
  const away = daysAway(due, now)
  if (away < 0) return 'overdue'
  if (away === 0) return 'today'
  const weekday = now.getDay() === 0 ? 7 : now.getDay()
  const daysLeft = (firstDay + 6 - weekday + 7) % 7
  return away <= daysLeft ? 'week' : 'later'
}

interface LocaleWithWeek {
  readonly getWeekInfo?: () => { readonly firstDay: number }
}

/** The first day of a week where the reader lives; Monday where the browser does not know it. */
export const firstDayOfWeek = (locale: string): number =>
  (new Intl.Locale(locale) as LocaleWithWeek).getWeekInfo?.().firstDay ?? 1
