import { randomBytes } from 'node:crypto'
import { announceChange, inTransaction, type Db } from '../../platform/db/db.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import type { Means } from '../../platform/events/event-log.ts'
import { isoDates, type IsoDates } from './iso-dates.ts'
import { readOrMakeSecret, readSettings, writeSetting } from './settings.store.ts'
import {
  definitions,
  findSettingName,
  formatSetting,
  parseSetting,
  settingNames,
  type SettingName,
  type SettingValue,
} from './settings.ts'

export interface SettingsModule {
  /** The value in force, from memory. */
  get<Name extends SettingName>(name: Name): SettingValue<Name>
  /** Stores a value given as text, with an event; in force on every process within milliseconds. */
  set(name: string, text: string, by: { actorId: number | null; means: Means }): Promise<void>
  /** Every setting as text, with what it means. */
  list(): { name: SettingName; value: string; isDefault: boolean; description: string; values: string }[]
  /** Another object whenever the settings were loaded anew. */
  state(): object
  /** Dates in the platform's zone. */
  dates(): IsoDates
  isoDate(at: Date): string
  isoDay(day: string): string
  /** Address of the platform for absolute links, without trailing slash. */
  publicUrl(): string
  /** A secret that all processes of the installation share, made once. */
  secret(name: string): Promise<Buffer>
}

/**
 * Loads the settings and keeps them current. `fallbackPublicUrl` is the address where `public_url` is not set: from the
 * environment, or where the server listens (known only after it does, hence a function).
 */
export const createSettingsModule = async (db: Db, fallbackPublicUrl: () => string): Promise<SettingsModule> => {
  let stored = new Map<SettingName, unknown>()
  let dates = isoDates(definitions.timezone.default())

  const load = async (): Promise<void> => {
    const next = new Map<SettingName, unknown>()
    for (const { name, value } of await readSettings(db.kysely)) {
      const known = settingNames.find(candidate => candidate === name)
      const parsed = known && definitions[known].parse(value)
      if (known && parsed !== undefined) next.set(known, parsed)
    }
    stored = next
    const timezone = get('timezone')
    if (timezone !== dates.timezone) dates = isoDates(timezone)
  }
  const get = <Name extends SettingName>(name: Name): SettingValue<Name> =>
    (stored.has(name) ? stored.get(name) : definitions[name].default()) as SettingValue<Name>

  // A failed reload leaves the values of before in force; the next announcement or reconnection loads them again.
  db.changes.on('setting', () => void load().catch(() => undefined))
  await load()

  return {
    get,
    set: async (name, text, by) => {
      const known = findSettingName(name)
      const value = formatSetting(known, parseSetting(known, text))
      await inTransaction(db, async tx => {
        await writeSetting(tx, known, value)
        await appendEvents(tx, [{ kind: 'setting.changed', ...by, payload: { name: known, value } }])
        await announceChange(tx, 'setting', known)
      })
      await load()
    },
    list: () =>
      settingNames.map(name => ({
        name,
        value: formatSetting(name, get(name)),
        isDefault: !stored.has(name),
        description: definitions[name].description,
        values: definitions[name].values,
      })),
    state: () => stored,
    dates: () => dates,
    isoDate: at => dates.isoDate(at),
    isoDay: day => dates.isoDay(day),
    publicUrl: () => get('public_url') || fallbackPublicUrl(),
    secret: name => readOrMakeSecret(db.kysely, name, randomBytes(32)),
  }
}
