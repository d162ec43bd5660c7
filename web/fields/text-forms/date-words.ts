// Words for days, in both languages of the pages: `today`, `+3d`, `next monday`; `demain`, `lundi prochain`.

import { presentDay } from '../../session/today.ts'

const WEEKDAYS: readonly (readonly string[])[] = [
  ['sunday', 'dimanche'],
  ['monday', 'lundi'],
  ['tuesday', 'mardi'],
  ['wednesday', 'mercredi'],
  ['thursday', 'jeudi'],
  ['friday', 'vendredi'],
  ['saturday', 'samedi'],
]
const DAYS: Readonly<Record<string, number>> = {
  today: 0,
  'aujourd’hui': 0,
  "aujourd'hui": 0,
  tomorrow: 1,
  demain: 1,
  yesterday: -1,
  hier: -1,
}
const UNITS: Readonly<Record<string, number>> = { d: 1, j: 1, w: 7, s: 7 }

const pad = (number: number): string => String(number).padStart(2, '0')

/** As the API writes a day: `2026-11-27`. */
export const isoDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

const inDays = (today: Date, days: number): Date =>
  new Date(today.getFullYear(), today.getMonth(), today.getDate() + days)

/** The day that a word means, or undefined. Also `2026-11-27`, `27.11.2026` and `27/11/2026`, which is 11/27/2026 in some locales. */
export const dayOfWords = (text: string, locale: string, today = presentDay()): string | undefined => {
  const words = text.trim().toLocaleLowerCase()
  const near = DAYS[words]
  if (near !== undefined) return isoDay(inDays(today, near))
  const [, sign, count, unit = 'd'] = /^([+-])(\d{1,4})([djws]?)$/.exec(words) ?? []
  if (count !== undefined)
    return isoDay(inDays(today, Number(`${sign}${count}`) * (UNITS[unit === '' ? 'd' : unit] ?? 1)))
  const weekday = WEEKDAYS.findIndex(names =>
    names.some(name => [name, `next ${name}`, `${name} prochain`].includes(words)),
  )
  if (weekday >= 0) return isoDay(inDays(today, ((weekday - today.getDay() + 6) % 7) + 1))
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:$|[t ])/.exec(words) ?? []
  if (year !== undefined) return validDay(Number(year), Number(month), Number(day))
  const [, first, mark, second, third] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(words) ?? []
  if (first === undefined) return undefined
  const isMonthThenDay = mark === '/' && isMonthFirst(locale)
  return validDay(Number(third), Number(isMonthThenDay ? first : second), Number(isMonthThenDay ? second : first))
}

export const isMonthFirst = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale).formatToParts().find(({ type }) => type === 'day' || type === 'month')?.type ===
  'month'

const validDay = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(year, month - 1, day)
  return date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
    ? isoDay(date)
    : undefined
}
