import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/harness/database.ts'
import { inTransaction, statement, type Db } from '../../../platform/db/db.ts'
import {
  addAccessFileVersion,
  findRepository,
  findRepositoryByName,
  insertRepository,
  listRepositoriesOfProject,
  listAccessFileVersions,
  listNotifications,
  replaceNotifications,
  updateRules,
} from './repositories.store.ts'
import { defaultSettings, type RepositorySettings } from '../model/repository.ts'

let db: Db
let creatorId: number
const query = <Row>(text: string, ...values: unknown[]): Promise<Row[]> => db.query(statement<Row>('', text), values)

beforeAll(async () => {
  db = await testDatabase()
  const [user] = await query<{ id: number }>(
    "insert into users (login, real_name, email, status) values ('ann', 'Ann', 'ann@example.org', 'A') returning id",
  )
  creatorId = user?.id ?? 0
  await query("insert into project (short_name, label, access, status) values ('Ships', 'Ships', 'public', 'active')")
})

const insert = (name: string, settings: RepositorySettings = defaultSettings) =>
  inTransaction(db, tx => insertRepository(tx, { projectId: 101, name, settings, creatorId, youngest: 0 }))

describe('repositories in the database', () => {
  it('come back with every setting, and their notifications in the order given', async () => {
    const settings: RepositorySettings = {
      commitRules: { isReferenceMandatory: true, isCommitMessageChangeAllowed: true },
      immutableTags: { paths: ['/tags', 'a "quoted", one'], whitelist: ['/tags/x'] },
      accessFile: { text: '[/]\r\n* = r', hasDefaultPermissions: false },
      notifications: [
        { path: '/trunk', userGroupIds: [105, 3], userIds: [103, 101], emails: ['z@example.org', 'a@example.org'] },
        { path: '/', userGroupIds: [], userIds: [], emails: ['all@example.org'] },
      ],
    }
    const id = (await insert('charts', settings)) as number
    expect(await findRepository(db, id)).toEqual({
      id,
      projectId: 101,
      name: 'charts',
      commitRules: settings.commitRules,
      immutableTags: settings.immutableTags,
      accessFile: { version: 1, ...settings.accessFile },
      lastRevision: 0,
      importedRevision: 0,
      hasCurrentMentions: false,
      isDeletionRequested: false,
    })
    expect(await listNotifications(db.kysely, id)).toEqual(settings.notifications)
  })

  it('have a name that no other of the project has, whatever the case, and no deleted one had', async () => {
    const id = await insert('Logs')
    expect(await insert('logs')).toBeUndefined()
    await query('update svn_repository set deleted_at = now() where id = $1', id)
    expect(await insert('LOGS')).toBeUndefined()
    expect(await findRepository(db, id ?? 0)).toBeUndefined()
  })

  it('are found by the short name of their project in any case and their own name', async () => {
    const id = await insert('Sails')
    expect(await findRepositoryByName(db, 'sHIPS', 'Sails')).toMatchObject({ id })
    expect(await findRepositoryByName(db, 'ships', 'sails')).toBeUndefined()
    expect(await findRepositoryByName(db, 'boats', 'Sails')).toBeUndefined()
    expect((await listRepositoriesOfProject(db, 101)).map(repository => repository.name)).toEqual(['charts', 'Sails'])
  })

  it('keep every version of the access file, and change the rest in place', async () => {
    const id = (await insert('keel')) as number
    await inTransaction(db, async tx => {
      await addAccessFileVersion(tx, id, { version: 2, text: '[/a]', hasDefaultPermissions: true, creatorId })
      await updateRules(tx, id, {
        commitRules: { isReferenceMandatory: false, isCommitMessageChangeAllowed: true },
        immutableTags: { paths: ['/t'], whitelist: [] },
      })
      await replaceNotifications(tx, id, [{ path: '/', userGroupIds: [4], userIds: [], emails: [] }])
    })
    expect(await findRepository(db, id)).toMatchObject({
      accessFile: { version: 2, text: '[/a]', hasDefaultPermissions: true },
      commitRules: { isCommitMessageChangeAllowed: true },
      immutableTags: { paths: ['/t'], whitelist: [] },
    })
    expect(await listNotifications(db.kysely, id)).toEqual([{ path: '/', userGroupIds: [4], userIds: [], emails: [] }])
    const { versions, size } = await listAccessFileVersions(db.kysely, id, { limit: 1, offset: 0 })
    expect(size).toBe(2)
    expect(versions).toMatchObject([{ version: 2, text: '[/a]', createdBy: creatorId }])
  })
})
