/**
 * A date as the API writes it: of artifacts in the time zone of the account, others in that of the platform. Pages show the day and the time
 * that stand there, as the inputs of dates do, whatever the zone of the device.
 */
export interface WrittenDate {
  /** To be formatted in `timeZone`. */
  readonly date: Date
  /** Undefined: that of the device, for dates without offset. */
  readonly timeZone: 'UTC' | undefined
  /** `+01:00` */
  readonly offset: string | undefined
}

const MINUTE_MS = 60_000

const offsetOf = (value: string): { readonly text: string; readonly ms: number } | undefined => {
  const [text, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(value) ?? []
  if (text === undefined) return undefined
  return { text, ms: Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS }
}

/** Undefined: the text is no date. */
export const writtenDate = (value: string): WrittenDate | undefined => {
  const at = Date.parse(value)
  if (Number.isNaN(at)) return undefined
  const offset = offsetOf(value)
  // Moved by the offset and formatted in UTC, the date has the hour that was written.
  return offset
    ? { date: new Date(at + offset.ms), timeZone: 'UTC', offset: offset.text }
    : { date: new Date(at), timeZone: undefined, offset: undefined }
}

/** Today where the date was written: `2026-11-27`. */
export const todayOf = (value: string, now = Date.now()): string =>
  new Date(now + (offsetOf(value)?.ms ?? -new Date(now).getTimezoneOffset() * MINUTE_MS)).toISOString().slice(0, 10)
