import { DateTime, IANAZone } from 'luxon'

const MINUTE_MS = 60_000
/** No zone has changed its offset at another moment than a full quarter of an hour. */
const BUCKET_MS = 15 * MINUTE_MS
const MAX_REMEMBERED = 10_000

/** Dates as answers write them: ISO-8601, seconds, numeric offset of one zone (http.md §4.1). */
export interface IsoDates {
  readonly timezone: string
  isoDate(at: Date): string
  /** Midnight of a calendar day `YYYY-MM-DD` in the zone. */
  isoDay(day: string): string
  /** The calendar day `YYYY-MM-DD` of a moment in the zone. */
  dayOf(at: Date): string
}

const two = (value: number): string => String(value).padStart(2, '0')

const offsetText = (minutes: number): string => {
  const absolute = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`
}

/** Zone look-ups are slow and dates are on every read: offsets are remembered by quarter of an hour. */
export const isoDates = (timezone: string): IsoDates => {
  const zone = IANAZone.create(timezone)
  const offsets = new Map<number, number>()
  const days = new Map<string, string>()

  const offsetAt = (milliseconds: number): number => {
    const bucket = Math.floor(milliseconds / BUCKET_MS)
    let offset = offsets.get(bucket)
    if (offset === undefined) {
      offset = Math.round(zone.offset(milliseconds))
      if (offsets.size >= MAX_REMEMBERED) offsets.clear()
      offsets.set(bucket, offset)
    }
    return offset
  }
  const seconds = new Map<number, string>()

  /** One artifact shows the same moments several times, and lists of artifacts the same ones again and again. */
  const isoDate = (at: Date): string => {
    const second = Math.floor(at.getTime() / 1000)
    let text = seconds.get(second)
    if (text === undefined) {
      text = writeDate(at)
      if (seconds.size >= MAX_REMEMBERED) seconds.clear()
      seconds.set(second, text)
    }
    return text
  }
  const writeDate = (at: Date): string => {
    const milliseconds = at.getTime()
    const offset = offsetAt(milliseconds)
    const local = new Date(milliseconds + offset * MINUTE_MS).toISOString()
    // Years beyond 9999 are written with a sign and six digits.
    return local.slice(0, local.indexOf('.')) + offsetText(offset)
  }

  return {
    timezone,
    isoDate,
    isoDay: day => {
      let text = days.get(day)
      if (text === undefined) {
        const midnight = DateTime.fromISO(day, { zone })
        // Not by way of the moment: before about 1911 zones differed by seconds, which no offset can say.
        text = `${midnight.toISO({ suppressMilliseconds: true, includeOffset: false })}${offsetText(Math.round(midnight.offset))}`
        if (days.size >= MAX_REMEMBERED) days.clear()
        days.set(day, text)
      }
      return text
    },
    dayOf: at => {
      const local = new Date(at.getTime() + offsetAt(at.getTime()) * MINUTE_MS).toISOString()
      return local.slice(0, local.indexOf('T'))
    },
  }
}
