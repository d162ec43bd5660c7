import { DateTime, IANAZone } from 'luxon'

const MINUTE_MS = 60_000
/** Zones change their offset only at full quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS
const DAY_MS = 96 * QUARTER_MS
const MAX_REMEMBERED = 10_000

/** Dates as responses write them: ISO-8601 with seconds and the numeric offset of one zone (http.md §4.1). */
export interface IsoDates {
  readonly timezone: string
  isoDate(at: Date): string
  /** Midnight of a calendar day `YYYY-MM-DD` in the zone. */
  isoDay(day: string): string
  /** The calendar day `YYYY-MM-DD` of a moment in the zone. */
  dayOf(at: Date): string
}

const memoized = <Key, Value>(find: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, { readonly value: Value }>()
  return key => {
    let found = known.get(key)
    if (!found) {
      found = { value: find(key) }
      if (known.size >= MAX_REMEMBERED) known.clear()
      known.set(key, found)
    }
    return found.value
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const offsetText = (minutes: number): string => {
  const absolute = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(absolute / 60))}:${twoDigits(absolute % 60)}`
}

/**
 * Zone look-ups are slow, and every read writes dates. The offset is therefore cached by day, and by quarter of an hour for the days with
 * two offsets.
 */
export const isoDates = (timezone: string): IsoDates => {
  const zone = IANAZone.create(timezone)
  const lookUp = (milliseconds: number): number => Math.round(zone.offset(milliseconds))
  const offsetOfQuarter = memoized((quarter: number) => lookUp(quarter * QUARTER_MS))
  // A day with equal offsets at both ends has no other offset in between. Undefined: the offset changes on that day.
  const offsetOfDay = memoized((day: number) => {
    const offset = lookUp(day * DAY_MS)
    return offset === lookUp((day + 1) * DAY_MS) ? offset : undefined
  })
  const offsetAt = (milliseconds: number): number =>
    offsetOfDay(Math.floor(milliseconds / DAY_MS)) ?? offsetOfQuarter(Math.floor(milliseconds / QUARTER_MS))
  /** One artifact shows the same moments several times, and lists of artifacts repeat them again and again. */
  const isoDate = (at: Date): string => dateOfSecond(Math.floor(at.getTime() / 1000))
  const dateOfSecond = memoized((second: number): string => {
    const milliseconds = second * 1000
    const offset = offsetAt(milliseconds)
    const local = new Date(milliseconds + offset * MINUTE_MS).toISOString()
    // Luxon writes years beyond 9999 with a sign and six digits.
    return local.slice(0, local.indexOf('.')) + offsetText(offset)
  })

  const isoDay = memoized((day: string): string => {
    const midnight = DateTime.fromISO(day, { zone })
    // Does not compute with the moment: before about 1911 zones differed by seconds, which no offset can express.
    return `${midnight.toISO({ suppressMilliseconds: true, includeOffset: false })}${offsetText(Math.round(midnight.offset))}`
  })

  return {
    timezone,
    isoDate,
    isoDay,
    dayOf: at => {
      const local = new Date(at.getTime() + offsetAt(at.getTime()) * MINUTE_MS).toISOString()
      return local.slice(0, local.indexOf('T'))
    },
  }
}
