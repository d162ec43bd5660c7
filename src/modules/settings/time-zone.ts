import { IANAZone } from 'luxon'

/** A name begins with letters. An offset such as +01:00 is no zone, because it has no summer time. */
const NAME = /^[a-z][a-z0-9_+-]*(?:\/[a-z0-9_+-]+)*$/i

let byLowerCase: ReadonlyMap<string, string> | undefined

/** A zone by its IANA name, in its usual case; undefined if no zone has this name. Accepts older names, too. */
export const zoneNamed = (text: string): string | undefined => {
  if (!NAME.test(text) || !IANAZone.isValidZone(text)) return undefined
  byLowerCase ??= new Map(['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => [zone.toLowerCase(), zone]))
  return byLowerCase.get(text.toLowerCase()) ?? text
}
