import { IANAZone } from 'luxon'

/** Letters first: an offset such as +01:00 is no zone, for it knows no summer. */
const NAME = /^[a-z][a-z0-9_+-]*(?:\/[a-z0-9_+-]+)*$/i

let byLowerCase: ReadonlyMap<string, string> | undefined

/** A zone by its IANA name, as it is usually written; undefined: there is none of the name. Older names are known too. */
export const zoneNamed = (text: string): string | undefined => {
  if (!NAME.test(text) || !IANAZone.isValidZone(text)) return undefined
  byLowerCase ??= new Map(['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => [zone.toLowerCase(), zone]))
  return byLowerCase.get(text.toLowerCase()) ?? text
}
