import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../../test/harness/app.ts'
import { contentKey } from './content-store.ts'

describe('contents that somebody holds', () => {
  it('are not erased before all have let them go', async () => {
    const { app, db } = await testApp()
    const { contents } = app
    const { files } = app.modules
    const erase = async (): Promise<void> => files.jobs.find(job => job.name === 'erase_contents')?.run({})
    const { id } = await db.kysely
      .insertInto('file')
      .values({ name: 'a', size: 3, type: 'text/plain', submitted_by: 101 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await contents.write(contentKey(id), Readable.from([Buffer.from('abc')]))
    const [one, other] = [await files.holdContents(), await files.holdContents()]
    await db.kysely.deleteFrom('file').where('id', '=', id).execute()
    await erase()
    expect(await contents.size(contentKey(id))).toBe(3)
    await one.release()
    await erase()
    expect(await contents.size(contentKey(id))).toBe(3)
    await other.release()
    await erase()
    expect(await contents.size(contentKey(id))).toBeUndefined()
  })
})
