import { DateTime, type DateTimeOptions } from 'luxon'

const isoDay = /^\d{4}-?(?:\d{2}-?\d{2}|W\d{2}-?\d|\d{3})(?![\d-])/i
const formats = [
  'yyyy/M/d',
  'yyyy/M/d H:mm',
  'yyyy/M/d H:mm:ss',
  'M/d/yyyy',
  'd.M.yyyy',
  'd-M-yyyy',
  'd LLLL yyyy',
  'd LLL yyyy',
  'LLLL d, yyyy',
  'LLL d, yyyy',
  'yyyy-M-d',
  'yyyy-M-d H:mm',
  'yyyy-M-d H:mm:ss',
]

/** Whether the text is a calendar day in the stored form `YYYY-MM-DD`. */
export const isStoredDay = (text: string): boolean => {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/**
 * Reads a date in a usual notation: ISO 8601, SQL, RFC 2822, HTTP and some others. The result has the zone that the text names, or `zone`
 * if the text names none. Returns undefined if the text is no date, or if the year is not between 1 and 9999.
 */
export const readDate = (text: string, zone: string): DateTime<true> | undefined => {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > 100) return undefined
  const options: DateTimeOptions = { zone, setZone: true, locale: 'en-US' }
  const attempts = [
    // A year, a month or a time alone is no day.
    () =>
      isoDay.test(trimmed)
        ? DateTime.fromISO(trimmed.replace(/^(\S+)\s+(?=\d)/, '$1T').replace(/\s+/g, ''), options)
        : undefined,
    () => (isoDay.test(trimmed) ? DateTime.fromSQL(trimmed, options) : undefined),
    () => DateTime.fromRFC2822(trimmed, options),
    () => DateTime.fromHTTP(trimmed, options),
    ...formats.map(format => () => DateTime.fromFormat(trimmed, format, options)),
  ]
  for (const attempt of attempts) {
    const date = attempt()
    if (date?.isValid) return isWithinCalendar(date) ? date : undefined
  }
  return undefined
}

/**
 * Archives hold days beyond the end of their month, and days and months 0. The platform that wrote such an archive counts on from the
 * month before: 31 June is 1 July, day 0 of April is 31 March. The API refuses such a day instead.
 */
export const rollOverDay = (text: string): string =>
  text.replace(
    /^(\s*)(\d{4})-(\d{2})-(\d{2})(?!\d)/,
    (whole, blank: string, year: string, month: string, day: string) => {
      const [y, m, d] = [Number(year), Number(month), Number(day)]
      const date = new Date(0)
      date.setUTCFullYear(y, m - 1, d)
      const isRolling = m <= 12 && d <= 31 && (date.getUTCDate() !== d || date.getUTCMonth() !== m - 1)
      return isRolling && date.getUTCFullYear() >= 1 ? blank + date.toISOString().slice(0, 10) : whole
    },
  )

/** Databases write "no date" like this. */
export const isZeroDate = (text: string): boolean => text.startsWith('0000-00-00')

/** One day more on each side, so that no time zone moves the date out of the calendar. */
const isWithinCalendar = (date: DateTime): boolean => {
  const seconds = date.toSeconds()
  return seconds >= -62_135_510_400 && seconds <= 253_402_214_400
}

/** The calendar day `YYYY-MM-DD` of the date in its own zone. */
export const dayOf = (date: DateTime<true>): string => date.toFormat('yyyy-MM-dd')

/** `YYYY-MM-DDTHH:MMZ` */
export const minuteOf = (date: DateTime<true>): string => date.toUTC().toFormat("yyyy-MM-dd'T'HH:mm'Z'")

/** A moment in the stored form of a date field: to the minute if the field shows the time, otherwise the day in the given zone. */
export const momentOf = (at: Date, isTimeDisplayed: boolean, timezone: string): string => {
  const date = DateTime.fromJSDate(at, { zone: timezone }) as DateTime<true>
  return isTimeDisplayed ? minuteOf(date) : dayOf(date)
}
