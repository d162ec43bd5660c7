import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, testDatabaseUrl } from '../../../test/harness/database.ts'
import { openDatabase, type Db } from '../../platform/db/db.ts'
import { listEvents } from '../../platform/events/event-log.store.ts'
import { createSettingsModule, type SettingsModule } from './settings.module.ts'

const by = { actorId: 101, means: 'command' as const }
let db: Db
let settings: SettingsModule
beforeAll(async () => {
  db = await testDatabase()
  settings = await createSettingsModule(db, () => 'http://fallback.test')
})

describe('settings (http.md §13)', () => {
  it('have the values of the specification until somebody sets them', () => {
    expect(settings.get('access_mode')).toBe('anonymous')
    expect(settings.get('artifacts_deletion_limit')).toBe(5)
    expect(settings.get('max_invitations_by_day')).toBe(20)
    expect(settings.get('sys_use_project_registration')).toBe(true)
    expect(settings.publicUrl()).toBe('http://fallback.test')
    expect(settings.list().every(setting => setting.isDefault)).toBe(true)
  })

  it('take effect at once, with an event', async () => {
    await settings.set('timezone', 'Asia/Tokyo', by)
    await settings.set('public_url', 'https://crocus.example.org/', by)
    expect(settings.isoDate(new Date('2024-01-01T00:00:00Z'))).toBe('2024-01-01T09:00:00+09:00')
    expect(settings.publicUrl()).toBe('https://crocus.example.org')
    let kinds: string[] = []
    for (let turn = 0; turn < 100 && kinds.length < 2; turn++) {
      kinds = (await listEvents(db.kysely, '', 10)).map(event => event.kind)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    expect(kinds).toEqual(['setting.changed', 'setting.changed'])
  })

  it.each([
    ['access_mode', 'closed'],
    ['timezone', 'Mars/Olympus'],
    ['artifacts_deletion_limit', '-1'],
    ['artifacts_deletion_limit', '1.5'],
    ['sys_use_project_registration', 'yes'],
    ['public_url', 'ftp://example.org'],
    ['public_url', 'example.org'],
    ['no_such_setting', '1'],
  ])('refuse %s = %s and keep what is in force', async (name, text) => {
    const before = settings.list()
    await expect(settings.set(name, text, by)).rejects.toMatchObject({ status: 400 })
    expect(settings.list()).toEqual(before)
  })

  it('are in force on the other processes within moments', async () => {
    const url = await testDatabaseUrl()
    const [one, two] = [openDatabase(url), openDatabase(url)]
    try {
      const [here, there] = [await createSettingsModule(one, () => ''), await createSettingsModule(two, () => '')]
      await here.set('access_mode', 'restricted', by)
      for (let turn = 0; turn < 200 && there.get('access_mode') !== 'restricted'; turn++)
        await new Promise(resolve => setTimeout(resolve, 10))
      expect(there.get('access_mode')).toBe('restricted')
    } finally {
      await one.close()
      await two.close()
    }
  })

  it('share their secrets with every process', async () => {
    expect(await settings.secret('test')).toEqual(await settings.secret('test'))
    expect(await settings.secret('test')).toHaveLength(32)
    expect(await settings.secret('other')).not.toEqual(await settings.secret('test'))
  })
})
