// Deadlines of the assigned artifacts, and the groups that they make.
import type { Artifact } from '../artifacts/artifact-queries.ts'
import { todayOf } from '../design/written-date.ts'
import { dayOfValue, daysFromToday, isDeadline } from '../fields/shared/deadline.ts'
import type { DateValue } from '../fields/shared/values.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'

export const DUE_GROUPS = ['overdue', 'today', 'week', 'later', 'none'] as const
export type DueGroup = (typeof DUE_GROUPS)[number]

/** The first deadline of the form that has a value; undefined: there is none, or the reader does not see it. */
export const dueDateOf = (artifact: Artifact, tracker: Pick<Tracker, 'fields'> | undefined): string | undefined => {
  const values = new Map((artifact.values ?? []).map(value => [value.field_id, value]))
  for (const field of tracker?.fields ?? []) {
    if (field.type !== 'date' || !isDeadline(field)) continue
    const value = values.get(field.field_id) as DateValue | undefined
    if (typeof value?.value === 'string') return value.value
  }
  return undefined
}

/** `firstDay`: of a week, 1 = Monday … 7 = Sunday. */
export const dueGroupOf = (due: string | undefined, now: number, firstDay: number): DueGroup => {
  if (due === undefined) return 'none'
  const away = daysFromToday(due, now)
  if (away < 0) return 'overdue'
  if (away === 0) return 'today'
  const weekday = dayOfValue(todayOf(due, now)).getDay() || 7
  const daysLeft = (firstDay + 6 - weekday + 7) % 7
  return away <= daysLeft ? 'week' : 'later'
}

interface LocaleWithWeek {
  readonly getWeekInfo?: () => { readonly firstDay: number }
}

/** The first day of a week where the reader lives; Monday where the browser does not know it. */
export const firstDayOfWeek = (locale: string): number =>
  (new Intl.Locale(locale) as LocaleWithWeek).getWeekInfo?.().firstDay ?? 1
