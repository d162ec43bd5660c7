/** IANA names of time zones to choose from. The one in use may have a name that the browser does not know. */
export const zonesWith = (zone: string): readonly string[] => {
  const known = Intl.supportedValuesOf('timeZone')
  const zones = known.includes('UTC') ? known : ['UTC', ...known]
  return zone === '' || zones.includes(zone) ? zones : [zone, ...zones]
}

/** That of the device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
