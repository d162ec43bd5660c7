// The programs of examples/, each as a process that has the packed client, against a real server. The receiver of webhooks has a test of its own.
import { execFile } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { packClient } from '../../tools/pack-client.ts'
import { listen, testApp, type TestApp } from '../harness/app.ts'
import { allEventsVisible } from '../harness/events.ts'
import {
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureTracker,
} from '../harness/fixture.ts'
import { testFolder } from '../harness/process.ts'

const ROOT = join(import.meta.dirname, '../..')

let crocus: TestApp
let owner: Account
let bug: FixtureTracker
let folder: string
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  crocus = await testApp()
  owner = await givenAccount(crocus, 'owner')
  bug = (await givenProject(crocus, 'garden', { as: owner.as })).tracker('bug')
  const accessKey = await givenAccessKey(crocus, owner.as, { scopes: ['write:rest'] })
  environment = { ...process.env, CROCUS_URL: await listen(crocus), CROCUS_KEY: accessKey }
  folder = await testFolder()
  const installed = join(folder, 'node_modules/crocus-client')
  await mkdir(installed, { recursive: true })
  await promisify(execFile)('tar', ['-xzf', await packClient(folder), '-C', installed, '--strip-components=1'])
  await symlink(join(ROOT, 'node_modules/@modelcontextprotocol'), join(folder, 'node_modules/@modelcontextprotocol'))
}, 60_000)

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}
const run = async (name: string, ...args: string[]): Promise<Ended> => {
  await cp(join(ROOT, 'examples', name), join(folder, name))
  return new Promise(resolve => {
    execFile(process.execPath, [name, ...args], { cwd: folder, env: environment }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}
const done = async (name: string, ...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(name, ...args)
  expect([code, stderr.replace(/.*ExperimentalWarning.*\n.*\n/, '')]).toEqual([0, ''])
  return stdout
}
const make = (title: string): Promise<number> => givenArtifact(crocus, bug, title, { as: owner.as })
const request = async (method: string, path: string, json?: object) => {
  const answer = await crocus.request(method, `/api/${path}`, { as: owner.as, ...(json && { json }) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}

interface Link {
  readonly id: number
  readonly type: string
  readonly field_id: number
}
interface Line {
  readonly id: number
  readonly changeset_id: number
  readonly links: readonly Link[]
}

it('copy-to-sqlite.mjs copies artifacts and links, and goes on where it stopped', async () => {
  const links = bug.field('links')
  const [first, second, third] = [await make('Water'), await make('Rake'), await make('Weed')]
  await request('PUT', `artifacts/${first}`, { values: [{ field_id: links, links: [{ id: second }, { id: third }] }] })
  await allEventsVisible(crocus)
  const file = join(folder, 'copy.db')
  const expectExact = async () => {
    await done('copy-to-sqlite.mjs', String(bug.id), file, '--once')
    const { text } = await request('GET', `changes/snapshot?tracker_id=${bug.id}`)
    const lines = text.trim().split('\n').slice(1, -1)
    const fresh = lines.map(line => JSON.parse(line) as Line)
    const copy = new DatabaseSync(file, { readOnly: true })
    const rows = copy.prepare('select id, changeset_id from artifact order by id').all()
    expect(rows.map(row => ({ ...row }))).toEqual(fresh.map(({ id, changeset_id }) => ({ id, changeset_id })))
    const ends = copy.prepare('select source, target from link order by source, target').all()
    expect(ends.map(({ source, target }) => [source, target])).toEqual(
      fresh
        .flatMap(artifact => artifact.links.map(link => [artifact.id, link.id]))
        .sort(([, a = 0], [, b = 0]) => a - b),
    )
    copy.close()
    return fresh.length
  }
  expect(await expectExact()).toBe(3)
  await request('DELETE', `artifacts/${second}`)
  await make('Sow')
  await make('Mow')
  await allEventsVisible(crocus)
  expect(await expectExact()).toBe(4)
}, 60_000)

it('change-many.mjs changes what a query finds, rehearses first, and does nothing when one change is refused', async () => {
  const ids = [await make('Old pot'), await make('Old spade')]
  const effort = async (id: number): Promise<unknown> => {
    const { values } = (await request('GET', `artifacts/${id}`)).json<{
      values: { field_id: number; value: unknown }[]
    }>()
    return values.find(({ field_id }) => field_id === bug.field('effort'))?.value
  }
  const query = 'title = "Old"'
  const change = ['change-many.mjs', String(bug.id), query, 'effort'] as const
  expect(await done(...change, '7', '--dry-run')).toBe('2 artifacts would be changed\n')
  expect(await effort(ids[0] ?? 0)).not.toBe(7)
  expect(await done(...change, '7')).toBe('2 artifacts are changed\n')
  expect([await effort(ids[0] ?? 0), await effort(ids[1] ?? 0)]).toEqual([7, 7])
  const refused = await run(...change, 'seven')
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain(`/artifacts/${ids[0]}: `)
  expect(refused.stderr).toContain('nothing of this batch is changed')
}, 60_000)

it('agent-session.mjs finds an artifact, and comments in two calls', async () => {
  const id = await make('The door squeaks')
  const said = await done('agent-session.mjs', String(bug.id), 'title = "door"', 'I oil it')
  expect(said).toMatch(new RegExp(`^\\d+ tools\n#${id} The door squeaks\nThe comment is written.\n$`))
  const { text } = await request('GET', `artifacts/${id}/changesets`)
  expect(text.match(/I oil it/g)?.length).toBeGreaterThan(0)
}, 60_000)

it('import-sheet.mjs rehearses a sheet, imports the lines that fit, and changes nothing when it is run again', async () => {
  const key = 'Key,Title,Times reported'
  await writeFile(join(folder, 'bugs.csv'), `${key}\nB-1,The tap drips,2\nB-2,The pipe leaks,many\n`)
  const working = setInterval(() => void crocus.work().catch(() => undefined), 300)
  try {
    const said = await done('import-sheet.mjs', String(bug.id), 'bugs.csv', 'Key')
    expect(said.split('\n').filter(line => line.startsWith('line'))).toEqual(
      Array(2).fill(expect.stringMatching(/^line 3, Times reported: /)),
    )
    expect(said).toContain('1 of 2 lines can be imported\n')
    expect(said).toContain('1 new, 0 changed, 0 unchanged\n')
    expect(await done('import-sheet.mjs', String(bug.id), 'bugs.csv', 'Key')).toContain(
      '0 new, 0 changed, 1 unchanged\n',
    )
  } finally {
    clearInterval(working)
  }
}, 120_000)
