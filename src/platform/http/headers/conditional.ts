import { createHash } from 'node:crypto'
import { PreconditionFailed, Refusal } from '../../errors.ts'

/** The conditions of a client on the version that it wants to change (base.md §8). */
export interface Precondition {
  readonly ifMatch?: string | undefined
  readonly ifUnmodifiedSince?: string | undefined
}

/** The current version: an opaque token, and the time of its change. */
export interface EntityVersion {
  readonly etag: string
  readonly modifiedAt: Date
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

export const preconditionOf = (headers: Headers): Precondition => ({
  ifMatch: single(headers['if-match']),
  ifUnmodifiedSince: single(headers['if-unmodified-since']),
})

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

/** Throws 428 when the platform requires a condition and the request has none. */
export const requireCondition = ({ ifMatch, ifUnmodifiedSince }: Precondition, isRequired: boolean): void => {
  if (!isRequired || ifMatch !== undefined || ifUnmodifiedSince !== undefined) return
  throw new Refusal(428, 'name the version that you read: `If-Match` with its `Etag`', {
    reason: 'precondition.required',
    parameter: 'If-Match',
  })
}

/** Whether the date of `If-Unmodified-Since` is before the change; false if it cannot be read. */
export const isBefore = (ifUnmodifiedSince: string, modifiedAt: Date): boolean =>
  (parseHttpDate(ifUnmodifiedSince) ?? Number.POSITIVE_INFINITY) < Math.floor(modifiedAt.getTime() / 1000)

/**
 * Throws 412 when a condition does not hold for the version. If both conditions are sent, both must hold; without conditions nothing is
 * checked (artifacts.md §8). An unreadable condition does not hold. The refusal tells the current token, so callers check first that the
 * client may read the object.
 */
export const requireFresh = (precondition: Precondition, version: EntityVersion): void => {
  const { ifMatch, ifUnmodifiedSince } = precondition
  const fresh =
    (ifMatch === undefined || isTokenOf(ifMatch, version.etag)) &&
    (ifUnmodifiedSince === undefined || isSecondOf(ifUnmodifiedSince, version.modifiedAt))
  if (!fresh)
    throw new PreconditionFailed('it was modified since the version that the request names; read it again', {
      reason: 'precondition.changed',
      etag: version.etag,
    })
}

/** Some callers get no token: those who could not use it. */
export const etagHeader = (etag: string | undefined): Record<string, string> =>
  etag === undefined ? {} : { Etag: etag }

/** For objects without a time of their last change: their token alone names a version, and `If-Unmodified-Since` never holds. */
export const requireSame = (precondition: Precondition, etag: string): void =>
  requireFresh(precondition, { etag, modifiedAt: NEVER })

const NEVER = new Date(0)

/** Token of the version of an object that has no number of its version: equal states have equal tokens. */
export const stateEtag = (state: unknown): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 32)

/** Whether the token of `If-Match` names the version: the token as it was sent out, or between double quotes. No lists, no weak tokens, no `*`. */
export const isTokenOf = (sent: string, etag: string): boolean => {
  const value = sent.trim()
  return value === etag || value === `"${etag}"`
}

/** §8: exactly the second of the change; a later date fails like an earlier one. */
const isSecondOf = (sent: string, modifiedAt: Date): boolean =>
  parseHttpDate(sent) === Math.floor(modifiedAt.getTime() / 1000)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const rfc1123 =
  /^(?:[a-z]+,\s*)?(\d{1,2})[ -]([a-z]{3})[ -](\d{2}|\d{4}) (\d\d):(\d\d):(\d\d) ?(GMT|UTC?|Z|[+-]\d\d:?\d\d)?$/i
const asctime = /^[a-z]{3} ([a-z]{3}) +(\d{1,2}) (\d\d):(\d\d):(\d\d)(?: (?:GMT|UTC?))? (\d{4})$/i
const iso = /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d):?(\d\d)(?:[.,]\d+)? ?(GMT|UTC?|Z|[+-]\d\d(?::?\d\d)?)?$/i

/** Seconds since 1970 of a date in a form of HTTP (RFC 1123, RFC 850, asctime) or in ISO 8601; undefined for any other text. */
export const parseHttpDate = (sent: string): number | undefined => {
  const value = sent.trim()
  let match = rfc1123.exec(value)
  if (match) {
    const [, day, month, year, hour, minute, second, zone] = match
    return secondsOf(fullYear(year), monthOf(month), day, hour, minute, second, zone)
  }
  match = asctime.exec(value)
  if (match) {
    const [, month, day, hour, minute, second, year] = match
    return secondsOf(Number(year), monthOf(month), day, hour, minute, second, undefined)
  }
  match = iso.exec(value)
  if (match) {
    const [, year, month, day, hour, minute, second, zone] = match
    return secondsOf(Number(year), Number(month) - 1, day, hour, minute, second, zone)
  }
  return undefined
}

/** RFC 850 has two digits: 70 to 99 belong to the last century. */
const fullYear = (year = ''): number =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900)
const monthOf = (name = ''): number => months.indexOf(name.toLowerCase())

const secondsOf = (
  year: number,
  month: number,
  day: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  zone: string | undefined,
): number | undefined => {
  const time = Date.UTC(year, month, Number(day), Number(hour), Number(minute), Number(second))
  const date = new Date(time)
  // 31 February is no date, but Date.UTC would turn it into a day of March.
  const exists =
    date.getUTCMonth() === month && date.getUTCDate() === Number(day) && date.getUTCHours() === Number(hour)
  return exists ? time / 1000 - offsetOf(zone) : undefined
}

/** Seconds east of Greenwich. */
const offsetOf = (zone = ''): number => {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)
  if (!match) return 0
  const seconds = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60
  return match[1] === '-' ? -seconds : seconds
}

/** `Etag` and `Last-Modified` of a response (artifacts.md §8). */
export const versionHeaders = (version: EntityVersion): Record<string, string> => ({
  Etag: version.etag,
  'Last-Modified': version.modifiedAt.toUTCString(),
})
