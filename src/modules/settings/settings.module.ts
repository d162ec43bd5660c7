import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { invalidateMany, inTransaction, type Db } from '../../platform/db/db.ts'
import { Invalid, type Fault } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import type { Means } from '../../platform/events/event-log.ts'
import { isoDates, type IsoDates } from './iso-dates.ts'
import { findOrCreateSecret, loadSettings, removeSettings, writeSettings } from './settings.store.ts'
import {
  definitions,
  findSettingName,
  formatSetting,
  parseSetting,
  settingNames,
  type SettingName,
  type SettingValue,
} from './settings.ts'

/** Maximum zones whose dates are cached, in addition to the platform's zone. */
const MAX_ZONES = 30

/** The user or process that changes a setting. */
interface SettingActor {
  readonly actorId: number | null
  readonly means: Means
}

/** A setting as text, with its description. */
export interface ListedSetting {
  readonly name: SettingName
  readonly value: string
  /** Value of the setting if nobody set it. */
  readonly default: string
  readonly isDefault: boolean
  readonly description: string
  readonly values: string
}

export interface SettingsModule {
  /** The current value, from memory. */
  get<Name extends SettingName>(name: Name): SettingValue<Name>
  /** Stores a value given as text, with an event. Every process uses the value within milliseconds. */
  set(name: string, text: string, by: SettingActor): Promise<void>
  /** Changes several settings, all or none, and reports every fault. Null resets a setting to its default. */
  change(texts: ReadonlyMap<string, string | null>, by: SettingActor): Promise<void>
  list(): ListedSetting[]
  /** A new object whenever the settings were loaded again. */
  state(): object
  /** Dates in the platform's zone. */
  dates(): IsoDates
  /** Dates in the zone of an account, or in the platform's zone if the account has none. */
  datesIn(timezone: string | undefined): IsoDates
  isoDate(at: Date): string
  isoDay(day: string): string
  /** Address of the platform for absolute links, without trailing slash. */
  publicUrl(): string
  /** A secret that all processes of the installation share; created once. */
  secret(name: string): Promise<Buffer>
}

/**
 * Loads the settings and keeps them current. `fallbackPublicUrl` gives the address if `public_url` is not set: from the environment, or the
 * address on which the server listens. It is a function because that address is known only after the server listens.
 */
export const createSettingsModule = async (db: Db, fallbackPublicUrl: () => string): Promise<SettingsModule> => {
  let stored: ReadonlyMap<SettingName, unknown> = new Map()
  let dates = isoDates(definitions.timezone.default())

  // The cache of one zone takes up to a few megabytes.
  const datesByZone = new LRUCache<string, IsoDates>({ max: MAX_ZONES })

  let loads = 0
  let latest = 0

  const load = async (): Promise<void> => {
    const number = ++loads
    const next = await readStoredSettings(db)
    // Two loads may finish in another order than they began: an older result must not overwrite a newer one.
    if (number < latest) return
    latest = number
    stored = next
    const timezone = get('timezone')
    if (timezone !== dates.timezone) dates = isoDates(timezone)
  }
  const get = <Name extends SettingName>(name: Name): SettingValue<Name> =>
    (stored.has(name) ? stored.get(name) : definitions[name].default()) as SettingValue<Name>

  // If a reload fails, the former values stay. The next invalidation or reconnection loads them again.
  db.invalidations.on('setting', () => load().catch(() => undefined))
  await load()

  const change: SettingsModule['change'] = async (texts, by) => {
    const changes = parseChanges(texts)
    if (changes.length === 0) return
    const before = (name: SettingName): string | null => (stored.has(name) ? formatSetting(name, get(name)) : null)
    await writeChanges(db, changes, before, by)
    await load()
  }

  return {
    get,
    set: (name, text, by) => change(new Map([[name, text]]), by),
    change,
    list: () =>
      settingNames.map(name => ({
        ...describeSetting(name),
        value: formatSetting(name, get(name)),
        isDefault: !stored.has(name),
      })),
    state: () => stored,
    dates: () => dates,
    datesIn: timezone => {
      if (timezone === undefined || timezone === dates.timezone) return dates
      let found = datesByZone.get(timezone)
      if (!found) datesByZone.set(timezone, (found = isoDates(timezone)))
      return found
    },
    isoDate: at => dates.isoDate(at),
    isoDay: day => dates.isoDay(day),
    publicUrl: () => get('public_url') || fallbackPublicUrl(),
    secret: name => findOrCreateSecret(db.kysely, name, randomBytes(32)),
  }
}

const readStoredSettings = async (db: Db): Promise<ReadonlyMap<SettingName, unknown>> => {
  const stored = new Map<SettingName, unknown>()
  for (const { name, value } of await loadSettings(db.kysely)) {
    const known = settingNames.find(candidate => candidate === name)
    const parsed = known && definitions[known].parse(value)
    if (known && parsed !== undefined) stored.set(known, parsed)
  }
  return stored
}

const describeSetting = (name: SettingName) => ({
  name,
  default: formatSetting(name, definitions[name].default()),
  description: definitions[name].description,
  values: definitions[name].values,
})

const writeChanges = (
  db: Db,
  changes: readonly SettingChange[],
  before: (name: SettingName) => string | null,
  by: Parameters<SettingsModule['change']>[1],
): Promise<void> =>
  inTransaction(db, async tx => {
    await writeSettings(
      tx,
      changes.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
    )
    await removeSettings(
      tx,
      changes.flatMap(({ name, value }) => (value === null ? [name] : [])),
    )
    await appendEvents(
      tx,
      changes.map(({ name, value }) => ({
        kind: 'setting.changed',
        ...by,
        payload: { name, value, before: before(name) },
      })),
    )
    await invalidateMany(
      tx,
      'setting',
      changes.map(({ name }) => name),
    )
  })

interface SettingChange {
  readonly name: SettingName
  /** Null: the default applies again. */
  readonly value: string | null
}

const parseChanges = (texts: ReadonlyMap<string, string | null>): SettingChange[] => {
  const faults: Fault[] = []
  const changes = [...texts].flatMap(([given, text]) => {
    try {
      const name = findSettingName(given)
      return [{ name, value: text === null ? null : formatSetting(name, parseSetting(name, text)) }]
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      faults.push(...error.faults)
      return []
    }
  })
  if (faults.length > 0) throw new Invalid(faults)
  return changes
}
