// The present day as the server counts it for this reader: in the zone of the account, else in that of the platform.

const zones = { account: '', platform: '' }

/** The account and the platform tell their zone when they are read; empty: none of its own. */
export const rememberZone = (of: keyof typeof zones, zone: string): void => {
  zones[of] = zone
}

/** The present day of a time zone, as a date of this device with the same numbers; an unknown zone is that of the device. */
export const todayIn = (zone: string, now = new Date()): Date => {
  try {
    const parts = new Intl.DateTimeFormat('en', {
      ...(zone !== '' && { timeZone: zone }),
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    }).formatToParts(now)
    const numberOf = (type: string): number => Number(parts.find(part => part.type === type)?.value)
    return new Date(numberOf('year'), numberOf('month') - 1, numberOf('day'))
  } catch {
    return now
  }
}

export const presentDay = (): Date => todayIn(zones.account === '' ? zones.platform : zones.account)
