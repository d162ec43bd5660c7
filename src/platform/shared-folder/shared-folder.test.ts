import { execFileSync } from 'node:child_process'
import { pbkdf2 } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { testFolder } from '../../../test/harness/process.ts'
import { openDatabase, type Db } from '../db/db.ts'
import { createLog } from '../log.ts'
import { isRoot } from '../system-account.ts'
import { placeInstallationId } from './installation-id.ts'
import { createSharedFolder, type SharedFolder } from './shared-folder.ts'
import { planInstallationId } from './shared-folder.store.ts'

const log = createLog('silent')
const databases: Db[] = []
afterAll(async () => {
  for (const db of databases) await db.close()
})
const emptyDatabase = async (): Promise<Db> => {
  const db = openDatabase(await testDatabaseUrl())
  databases.push(db)
  return db
}

let db: Db
let folder: string
beforeEach(async () => {
  db = await emptyDatabase()
  folder = path.join(await testFolder(), 'shared')
})
const onFolder = (at: string, on = db): SharedFolder => createSharedFolder({ db: on, folder: at, log })
const idIn = (at: string): Promise<string> => readFile(path.join(at, 'installation-id'), 'utf8')
const claimed = async (at: string, on = db): Promise<SharedFolder> => {
  const state = onFolder(at, on)
  await state.claim()
  return state
}

describe('a shared folder', () => {
  it('belongs to the database once a server has used it, and is made if it is missing', async () => {
    const state = await claimed(folder)
    expect(state.fault()).toBeUndefined()
    const id = await idIn(folder)
    expect(id).toMatch(/^[0-9a-f]{32}\n$/)
    expect((await claimed(folder)).fault()).toBeUndefined()
    expect([await idIn(folder), await readdir(folder)]).toEqual([id, ['installation-id']])
  })

  it('is claimed by one of many servers that start at once; the others with that folder agree', async () => {
    const states = await Promise.all(Array.from({ length: 8 }, () => claimed(folder)))
    expect(states.map(state => state.fault())).toEqual(Array(8).fill(undefined))
  })

  it('is one of those that several servers name at their first start, and no other', async () => {
    const folders = await Promise.all([testFolder(), testFolder(), testFolder()])
    const states = await Promise.all(folders.map(at => claimed(at)))
    expect(states.filter(state => state.fault() === undefined)).toHaveLength(1)
    for (const fault of states.map(state => state.fault()).filter(found => found !== undefined))
      expect(fault).toContain('has no installation-id')
  })

  it('is refused when it is empty although the database has another one, and stays empty', async () => {
    await claimed(folder)
    const empty = await testFolder()
    const state = await claimed(empty)
    expect(state.fault()).toMatch(
      /^the shared folder is not that of this database, it has no installation-id: mount it/,
    )
    expect(() => state.require()).toThrow('has no installation-id')
    expect(await readdir(empty)).toEqual([])
  })

  it('is not made where it is missing although the database has one', async () => {
    await claimed(folder)
    const missing = path.join(await testFolder(), 'mnt')
    expect((await claimed(missing)).fault()).toMatch(/^the shared folder is not there: mount it/)
    await expect(readdir(missing)).rejects.toThrow('ENOENT')
  })

  it('is refused when it belongs to another database, also if the asking one has none yet', async () => {
    await claimed(folder)
    const other = await emptyDatabase()
    expect((await claimed(folder, other)).fault()).toContain('belongs to another installation')
    expect((await claimed(await testFolder(), other)).fault()).toBeUndefined()
    expect((await claimed(folder, other)).fault()).toContain('belongs to another installation')
    expect((await claimed(folder)).fault()).toBeUndefined()
  })

  it('is claimed by the next server when one died before the database was updated', async () => {
    await planInstallationId(db.kysely, 'planned')
    await mkdir(folder)
    await placeInstallationId(folder, 'planned')
    expect((await claimed(folder)).fault()).toBeUndefined()
    expect((await claimed(await testFolder())).fault()).toContain('has no installation-id')
    expect(await idIn(folder)).toBe('planned\n')
  })

  it('is in use again when it comes back, and out of use when it disappears', async () => {
    const state = await claimed(folder)
    const id = await idIn(folder)
    await rm(path.join(folder, 'installation-id'))
    await state.claim()
    expect(state.fault()).toContain('has no installation-id')
    await writeFile(path.join(folder, 'installation-id'), id)
    await state.claim()
    expect(state.fault()).toBeUndefined()
  })

  it('is replaced when another one is accepted: servers with the former one notice', async () => {
    const before = await claimed(folder)
    const next = path.join(await testFolder(), 'next')
    await onFolder(next).accept()
    expect((await claimed(next)).fault()).toBeUndefined()
    await before.check()
    expect(before.fault()).toContain('belongs to another installation')
    await before.accept()
    expect(before.fault()).toBeUndefined()
  })

  it('is not changed by commands before the first server', async () => {
    const state = onFolder(folder)
    await state.check()
    expect(state.fault()).toBeUndefined()
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
    expect((await claimed(await testFolder())).fault()).toBeUndefined()
  })

  it.skipIf(isRoot())('reports a folder without write access', async () => {
    await claimed(folder)
    await chmod(folder, 0o500)
    expect((await claimed(folder)).fault()).toBe('the shared folder cannot be used: no permission to write there')
    await chmod(folder, 0o700)
  })

  it('reports a file server that does not respond, and is in use again when it responds', async () => {
    await claimed(folder)
    const file = path.join(folder, 'installation-id')
    const id = await idIn(folder)
    await rm(file)
    // Opening a named pipe to read waits for a writer.
    execFileSync('mkfifo', [file])
    const state = createSharedFolder({ db, folder, log, answerWithinMs: 50 })
    await state.check()
    await state.check()
    expect(state.fault()).toBe('the shared folder does not answer: see to its file server')
    await writeFile(file, id)
    await rm(file)
    await writeFile(file, id)
    await expect
      .poll(async () => {
        await state.check()
        return state.fault()
      })
      .toBeUndefined()
  })

  it('does not report a hanging file server while this process has other work for all of its threads', async () => {
    await claimed(folder)
    const state = createSharedFolder({ db, folder, log, answerWithinMs: 500 })
    let isOver = false
    const work = async (): Promise<void> => {
      while (!isOver) await promisify(pbkdf2)('x', 'y', 20_000, 32, 'sha512')
    }
    const busy = Array.from({ length: 40 }, work)
    await state.check()
    isOver = true
    expect(state.fault()).toBeUndefined()
    await Promise.all(busy)
  })

  it('reports a file server that holds all threads of this process', async () => {
    await claimed(folder)
    const pipe = path.join(await testFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
    const held = Array.from({ length: threads }, () => readFile(pipe))
    const state = createSharedFolder({ db, folder, log, answerWithinMs: 150 })
    await state.check()
    expect(state.fault()).toBe('the shared folder does not answer: see to its file server')
    execFileSync('sh', ['-c', 'echo > "$0"', pipe])
    await Promise.all(held)
    await state.check()
    expect(state.fault()).toBeUndefined()
  })

  it('reports a folder that cannot be made, or is no folder', async () => {
    const file = path.join(await testFolder(), 'file')
    await writeFile(file, '')
    expect((await claimed(path.join(file, 'shared'))).fault()).toBe(
      'the shared folder cannot be used: a part of its path is not a folder',
    )
    expect((await claimed('/proc/shared')).fault()).toMatch(/^the shared folder is not there/)
    await expect(onFolder('/proc/shared').accept()).rejects.toThrow('The folder /proc/shared cannot be used')
    expect((await claimed(folder)).fault()).toBeUndefined()
  })
})
