// The sample archives of another platform, where they are: beside the repository, not in it.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ImportOptions, ImportReport } from '../../src/modules/imports/index.ts'
import { inTransaction } from '../../src/platform/db/db.ts'
import type { TestApp } from './app.ts'

const folder = path.resolve(import.meta.dirname, '../../../shared/fixtures')

export const hasSamples = existsSync(folder)
if (!hasSamples) console.warn(`Skipped: there are no sample archives at ${folder}`)

/** In the order that their README asks for: the first makes the accounts that the others use. */
export const sampleNames = [
  '01-private-member',
  '02-private',
  '03-public',
  '08-public-including-restricted',
  'FileFieldArtifactChangeset',
  'TrackerAllFields',
  'Workflows',
  'svn-project',
  'testmanagement-project',
  'tql',
] as const
export type SampleName = (typeof sampleNames)[number]

export const readSample = (name: SampleName, file: string): Promise<string> =>
  readFile(path.join(folder, name, file), 'utf8')

/** With its own user map; one of them is about an account that has to be there before. */
export const importSample = async (
  crocus: TestApp,
  name: SampleName,
  options: Pick<ImportOptions, 'isDryRun'> = {},
): Promise<ImportReport> => {
  const { users, imports } = crocus.app.modules
  const login = 'rest_api_ttm_1'
  if (name === 'testmanagement-project' && !(await users.findByLogin(login)))
    await inTransaction(crocus.db, tx =>
      users.create(tx, { login, email: 'ttm_user_1@example.com' }, { userId: 101, means: 'command' }),
    )
  const userMap = { file: 'user_map.csv', text: await readSample(name, 'user_map.csv') }
  return imports.importProject(path.join(folder, name), { userMap, ...options })
}
