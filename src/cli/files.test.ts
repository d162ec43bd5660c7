import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveFolder, archiveWithFiles, scratchFolder } from '../../test/harness/archives.ts'
import { runCommand } from '../../test/harness/command.ts'
import { testDatabaseUrl } from '../../test/harness/database.ts'
import { testFolder } from '../../test/harness/process.ts'
import { s3Environment, startS3Server, type S3Server } from '../../test/harness/s3-server.ts'

const NAMES = ['anchor.txt', 'buoy.txt', 'chart.txt', 'dory.txt']
const archive = archiveWithFiles(Object.fromEntries(NAMES.map(name => [name, `content of ${name}`])))

interface Problem {
  readonly kind: string
  readonly file_id: number
  readonly name: string | null
  readonly artifact_id: number | null
  readonly repair: string | null
}

describe('crocus files', () => {
  let environment: Record<string, string>
  let server: S3Server
  const crocus = (...args: string[]) => runCommand(environment, ['files', ...args])
  const folder = (): string => path.join(environment['CROCUS_DATA'] ?? '', 'files', '0', '0')
  const problems = async (...args: string[]): Promise<{ code: number; problems: Problem[] }> => {
    const { code, stdout } = await crocus('verify', '--json', ...args)
    return { code, problems: (JSON.parse(stdout) as { problems: Problem[] }).problems }
  }

  beforeAll(async () => {
    environment = {
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    }
    server = await startS3Server(await scratchFolder())
    const imported = await runCommand(environment, [
      'import-project',
      await archiveFolder(archive),
      '--automap',
      'no-email,create:A',
    ])
    expect(imported.code, imported.stderr).toBe(0)
  })
  afterAll(() => server.close())

  it('verify: finds nothing wrong with what was just imported', async () => {
    expect(await crocus('verify')).toMatchObject({ code: 0, stdout: '4 files, 79 bytes on the disk: all is well.\n' })
    expect(await problems()).toEqual({ code: 0, problems: [] })
  })

  it('migrate: requires the variables of the bucket', async () => {
    const refused = await crocus('migrate', '--to', 's3')
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('CROCUS_S3_ENDPOINT')
    expect((await crocus('migrate', '--to', 'tape')).code).toBe(2)
  })

  it('migrate: copies all to S3, continuing where it stopped, and back', async () => {
    const before = environment
    environment = { ...before, ...s3Environment(server.settings) }
    try {
      // With these variables the command checks S3.
      expect(await problems()).toMatchObject({ code: 1, problems: NAMES.map(name => ({ kind: 'missing', name })) })
      const first = await crocus('migrate', '--to', 's3')
      expect(first.stdout).toContain('4 contents copied (79 bytes), 0 there already.')
      expect(first.stdout).toContain('with the variables CROCUS_S3_')
      expect((await crocus('migrate', '--to', 's3')).stdout).toContain('0 contents copied (0 bytes), 4 there already.')
      expect(await crocus('verify')).toMatchObject({ code: 0, stdout: '4 files, 79 bytes in S3: all is well.\n' })

      const [gone] = await readdir(folder())
      await rm(path.join(folder(), gone ?? ''))
      expect((await crocus('migrate', '--to', 'disk')).stdout).toContain('1 content copied')
    } finally {
      environment = before
    }
    expect((await crocus('verify')).code).toBe(0)
  })

  it('verify: finds what is missing, orphaned, cut short and changed, and repairs without erasing', async () => {
    const files = (await readdir(folder())).toSorted()
    expect(files).toHaveLength(4)
    const [lost, short, changed] = files.map(name => path.join(folder(), name))
    await rm(lost ?? '')
    await writeFile(short ?? '', 'short')
    await writeFile(changed ?? '', 'CONTENT of chart.txt')
    const [fresh, old] = [path.join(folder(), '901'), path.join(folder(), '902')]
    for (const orphan of [fresh, old]) await writeFile(orphan, 'flotsam')
    const twoDaysAgo = new Date(Date.now() - 48 * 3600 * 1000)
    await utimes(old, twoDaysAgo, twoDaysAgo)

    const found = await problems()
    expect(found.code).toBe(1)
    expect(found.problems.map(({ kind, name, repair }) => [kind, name, repair])).toEqual([
      ['orphaned', null, null],
      ['orphaned', null, null],
      ['missing', 'anchor.txt', null],
      ['wrong size', 'buoy.txt', null],
      ['wrong sha256', 'chart.txt', null],
    ])
    expect(found.problems.at(-1)?.artifact_id).toBeGreaterThan(0)
    const quick = await problems('--quick')
    expect(quick.problems.map(problem => problem.kind)).not.toContain('wrong sha256')
    expect(quick.problems).toHaveLength(4)

    const told = await crocus('verify')
    expect(told).toMatchObject({ code: 1, stderr: 'crocus: 5 problems with contents of files.\n' })
    expect(told.stdout).toMatch(/^missing +\d+ "anchor.txt" of artifact \d+: 21 bytes are expected$/m)

    const repaired = await crocus('verify', '--repair')
    expect(repaired.code).toBe(1)
    expect(repaired.stdout).toContain('5 problems, 2 repaired.')
    // A young orphan may still get an owner; the old one was moved aside, and still exists.
    expect(await readdir(folder())).toEqual(expect.arrayContaining(['901']))
    expect(await readdir(folder())).not.toContain('902')
    expect((await readdir(path.join(folder(), '..', '..', 'aside'))).join()).toMatch(/^902[.]/)
    expect((await problems()).problems.map(problem => problem.kind)).toEqual(['orphaned', 'wrong size', 'wrong sha256'])
  })
})
