import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testClock } from '../../../test/harness/clock.ts'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { testFolder } from '../../../test/harness/process.ts'
import { openDatabase, type Db } from '../../platform/db/db.ts'
import type { Viewer } from '../users/index.ts'
import { getSiteHealth } from './site-health.ts'

let db: Db
let inMemory: string
beforeAll(async () => {
  db = openDatabase(await testDatabaseUrl())
  inMemory = await mkdtemp('/dev/shm/crocus-health-')
})
afterAll(async () => {
  await db.close()
  await rm(inMemory, { recursive: true })
})

const administrator = { isSiteAdministrator: true } as Viewer

it('shows the disk of the shared folder if it is another disk', async () => {
  const dataFolder = await testFolder()
  const sharedDiskOf = async (sharedFolder: string) => {
    const svn = { state: () => 'on', version: async () => undefined }
    const runtime = { version: '1', dataFolder, sharedFolder, processes: 1, svn }
    return (await getSiteHealth(db, testClock(), runtime)(administrator)).sharedDisk
  }
  expect(await sharedDiskOf(dataFolder)).toBeUndefined()
  expect(await sharedDiskOf(path.dirname(dataFolder))).toBeUndefined()
  expect(await sharedDiskOf(path.join(dataFolder, 'not mounted'))).toBeUndefined()
  expect(await sharedDiskOf(inMemory)).toEqual({
    freeBytes: expect.any(Number) as number,
    usedBytes: expect.any(Number) as number,
  })
})
