// A freshly migrated embedded database in a temporary folder, for tools that look at it.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../src/platform/db/embedded-postgres.ts'
import { migrate } from '../src/platform/db/migrate.ts'

export const withScratchDatabase = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'crocus-tool-'))
  await chmod(folder, 0o711)
  try {
    const embedded = await openEmbedded(folder, { isVolatile: true })
    try {
      await migrate(embedded.url)
      return await work(embedded.url)
    } finally {
      await embedded.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
