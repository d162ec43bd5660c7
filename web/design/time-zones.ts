/** IANA names of time zones to choose from, and the given one, which the browser may not know. */
export const zonesWith = (zone: string): readonly string[] => {
  const known = Intl.supportedValuesOf('timeZone')
  const zones = known.includes('UTC') ? known : ['UTC', ...known]
  return zone === '' || zones.includes(zone) ? zones : [zone, ...zones]
}

/** The time zone of the device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
