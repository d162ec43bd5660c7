// Days as the API writes them, `2026-11-27`, counted in UTC so that no zone moves them.

const DAY_MS = 86_400_000
const DAYS = 7
const WEEKS = 6

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The first day of the week in the region: 0 is Sunday. Browsers that do not know it begin on Monday. */
export const firstWeekday = (locale: string): number => {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number }
    readonly weekInfo?: { readonly firstDay: number }
  }
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

/** The six weeks that hold the month of the day, with the days of its neighbours. */
export const daysOfMonth = (day: string, first: number): readonly (readonly string[])[] => {
  const begin = timeOf(`${day.slice(0, 8)}01`)
  const before = (new Date(begin).getUTCDay() - (first % DAYS) + DAYS) % DAYS
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: DAYS }, (_day, place) => dayAt(begin + (week * DAYS + place - before) * DAY_MS)),
  )
}

/** Moves a day by days or months; a day that the month lacks becomes its last one. */
export const movedBy = (
  day: string,
  { days = 0, months = 0 }: { readonly days?: number; readonly months?: number },
): string => {
  const date = new Date(timeOf(day) + days * DAY_MS)
  if (months === 0) return dayAt(date.getTime())
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0))
  return dayAt(last.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate())))
}
