// The short form of `npm run soak` (docs/operations.md): the same load, three faults, and the proof that its checker can find something.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { faultNames, type FaultName } from '../../soak/faults.ts'
import { parseOptions } from '../../soak/options.ts'
import { runSoak } from '../../soak/run.ts'

/** Until then there is something of every kind to be checked, however soon the faults were over. */
const LOAD_MS = 30_000

const faults: readonly FaultName[] = ['kill-server', 'kill-database', 'cut-clients']

it(
  'loses nothing, doubles nothing and shows nothing twice through kill -9 of server and database and cut connections',
  {
    timeout: 300_000,
  },
  async () => {
    const options = parseOptions(['--servers', '2', '--workers', '1', '--callers', '6', '--faults', faults.join(',')])
    if (options === 'help') throw new Error('no options')
    const stop = new AbortController()
    const done = new Set<string>()
    const started = Date.now()
    let ending: NodeJS.Timeout | undefined
    let tampered: readonly string[] = []
    const result = await runSoak(
      { ...options, minutes: 2, seed: 20_261 },
      {
        rest: [300, 600],
        stop: stop.signal,
        say: line => {
          for (const name of faultNames) if (line.includes(`s: ${name}`)) done.add(name)
          if (done.size === faults.length)
            ending ??= setTimeout(() => stop.abort(), Math.max(0, started + LOAD_MS - Date.now()))
        },
        afterCheck: async (again, db, filesFolder) => {
          expect((await again()).findings).toEqual([])
          const edits = sql`select id from changeset where comment_body like 'sk%' order by id`
          await sql`insert into changeset (artifact_id, tracker_id, submitted_by, submitted_on, delta, comment_body)
          select artifact_id, tracker_id, submitted_by, submitted_on, delta, comment_body
          from changeset where id = (${edits} offset 1 limit 1)`.execute(db.kysely)
          await sql`delete from changeset where id = (${edits} limit 1)`.execute(db.kysely)
          await sql`delete from artifact_index where artifact_id = (select max(id) from artifact)`.execute(db.kysely)
          // Nearly everywhere: which versions were read, and are held against it, nobody knows. Files are found by their artifacts' words.
          await sql`update changeset set delta = replace(delta::text, 'sk', 'lost ')::jsonb where delta::text like '%sk%'
          and not exists (select from file where file.artifact_id = changeset.artifact_id)`.execute(db.kysely)
          await corruptFile(filesFolder)
          tampered = (await again()).findings
        },
      },
    )
    expect(result.findings).toEqual([])
    expect([...done].sort()).toEqual([...faults].sort())
    expect(result.counts).toMatchObject({
      'writes done': expect.any(Number) as number,
      races: expect.any(Number) as number,
    })
    for (const kind of ['lost', 'doubled', 'wrong state', 'file', 'tables disagree'])
      expect(
        tampered.some(finding => finding.startsWith(kind)),
        kind,
      ).toBe(true)
  },
)

/** One byte of each content. */
const corruptFile = async (folder: string): Promise<void> => {
  const names = (await readdir(folder, { recursive: true })).filter(name => /^\d+\/\d+\/\d+$/.test(name))
  for (const name of names) {
    const bytes = await readFile(join(folder, name))
    bytes[0] = 255 - (bytes[0] ?? 0)
    await writeFile(join(folder, name), bytes)
  }
}
