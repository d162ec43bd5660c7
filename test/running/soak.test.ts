// The short form of `npm run soak` (docs/operations.md): the same load, three faults, and the proof that its checker can find something.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ExpectedState, ReceivedCall } from '../../soak/expected-state.ts'
import { faultNames, type FaultName } from '../../soak/faults.ts'
import { parseOptions } from '../../soak/options.ts'
import { runSoak } from '../../soak/run.ts'
import type { Db } from '../../src/platform/db/db.ts'

const LOAD_MS = 30_000

const faults: readonly FaultName[] = ['kill-server', 'kill-database', 'cut-clients']

it(
  'loses nothing, doubles nothing and shows nothing twice through kill -9 of server and database and cut connections',
  {
    timeout: 600_000,
  },
  async () => {
    const options = parseOptions(['--servers', '2', '--workers', '1', '--callers', '6', '--faults', faults.join(',')])
    if (options === 'help') throw new Error('no options')
    const done = new Set<string>()
    const started = Date.now()
    let tampered: readonly string[] = []
    const result = await runSoak(
      { ...options, minutes: 3, seed: 20_261 },
      {
        rest: [300, 600],
        // There is something of every kind to be checked, however slow the machine is.
        isEnough: ({ writes, received }) =>
          done.size === faults.length &&
          Date.now() - started > LOAD_MS &&
          writes.some(({ attempts = 0 }) => attempts > 1) &&
          received.some(({ isTaken }) => !isTaken),
        say: line => {
          for (const name of faultNames) if (line.includes(`s: ${name}`)) done.add(name)
        },
        afterCheck: async ({ again, db, filesFolder, expected }) => {
          expect((await again()).findings).toEqual([])
          await tamperWithPrograms(db, expected)
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
    expect(result.counts['writes repeated with their key']).toBeGreaterThan(0)
    expect(result.counts['calls that its receiver refused']).toBeGreaterThan(0)
    for (const kind of [
      /^lost: /,
      /^lost: .* with a key/,
      /^doubled: /,
      /^wrong state: /,
      /^file: /,
      /^tables disagree: /,
      /^feed: artifact \d+ is /,
      /^feed: artifact \d+ is in the copy only/,
      /^told: changeset \d+ .* never was/,
      /^told: the deletion .* never was/,
      /^told: changeset \d+ .* came after/,
      /^told: .* had other bytes/,
      /^audit: .* is broken at row/,
    ])
      expect(
        tampered.some(finding => kind.test(finding)),
        String(kind),
      ).toBe(true)
  },
)

/** Changes that a reader of the feed, a receiver of webhooks, a caller with keys and the audit must notice. */
const tamperWithPrograms = async (db: Db, expected: ExpectedState): Promise<void> => {
  const keyed = expected.writes.find(
    ({ attempts, outcome, kind }) => attempts !== undefined && outcome === 'done' && kind === 'update',
  )
  await sql`delete from changeset where comment_body = ${keyed?.token ?? ''}`.execute(db.kysely)
  await sql`update artifact set submitted_on = submitted_on - interval '1 day' where id = (select min(id) from artifact)`.execute(
    db.kysely,
  )
  const second = sql`(select id from artifact order by id limit 1 offset 1)`
  await sql`delete from artifact_link where source_id = ${second} or target_id = ${second}`.execute(db.kysely)
  await sql`delete from artifact where id = ${second}`.execute(db.kysely)
  const { received } = expected
  const take = (wanted: string | undefined): ReceivedCall[] => {
    const taken = received.filter(({ messageId }) => messageId === wanted)
    received.splice(0, received.length, ...received.filter(({ messageId }) => messageId !== wanted))
    return taken
  }
  const early = received.find(({ artifactId, changesetId }) =>
    received.some(other => other.artifactId === artifactId && (other.changesetId ?? 0) > (changesetId ?? 0)),
  )
  received.push(...take(early?.messageId))
  const last = received.findLast(({ kind }) => kind === 'artifact.updated')
  if (last) received.push({ ...last, sha256: 'other bytes' })
  for (const wanted of ['artifact.deleted', 'artifact.updated'])
    take(received.find(({ kind, isTaken }) => kind === wanted && isTaken)?.messageId)
  await sql`alter table audit_entry disable trigger user`.execute(db.kysely)
  await sql`update audit_entry set entry = entry || '{"count": 2}' where n = 3`.execute(db.kysely)
}

/** One byte of each content. */
const corruptFile = async (folder: string): Promise<void> => {
  const names = (await readdir(folder, { recursive: true })).filter(name => /^\d+\/\d+\/\d+$/.test(name))
  for (const name of names) {
    const bytes = await readFile(join(folder, name))
    bytes[0] = 255 - (bytes[0] ?? 0)
    await writeFile(join(folder, name), bytes)
  }
}
