import { DateTime } from 'luxon'
import { rollOverDay } from '../../fields/index.ts'

const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/
const UNIX_SECONDS = /^@?\d{9,11}$/

/** Parses the time of a changeset, to the second. A text without offset is in the platform's zone. undefined = not a date. */
export const parseInstant = (text: string, timezone: string): Date | undefined => {
  const trimmed = rollOverDay(text.trim())
  // The usual format of exports, which a large archive contains a hundred thousand times.
  if (ISO_WITH_OFFSET.test(trimmed)) {
    const time = Date.parse(trimmed)
    if (!Number.isNaN(time)) return wholeSecond(time)
  }
  if (UNIX_SECONDS.test(trimmed)) return new Date(Number(trimmed.replace('@', '')) * 1000)
  const zone = { zone: timezone }
  const readers = [
    () => DateTime.fromISO(trimmed, zone),
    () => DateTime.fromSQL(trimmed, zone),
    () => DateTime.fromRFC2822(trimmed, zone),
    () => DateTime.fromHTTP(trimmed, zone),
  ]
  for (const read of readers) {
    const date = read()
    if (date.isValid) return wholeSecond(date.toMillis())
  }
  return undefined
}

const wholeSecond = (time: number): Date => new Date(Math.floor(time / 1000) * 1000)
