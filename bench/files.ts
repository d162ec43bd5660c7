// `npm run bench -- files`: one upload beside a bare stream to the disk, and the server's memory while several clients send.
import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createApp } from '../src/app.ts'
import { systemClock } from '../src/platform/clock.ts'
import { parseConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { createLog } from '../src/platform/log.ts'
import { wholeNumber } from '../tools/command-options.ts'
import { openInstallation, temporaryFolder, type OpenResource } from './installation.ts'
import { residentMiB } from './memory.ts'
import { startBareUploadServer, startCrocus } from './processes.ts'
import { median } from './report.ts'

const MIB = 1024 * 1024
const PASSWORD = 'the admin of the benchmark'
const THROUGHPUT_GOAL = 0.6
const MEMORY_GOAL_MIB = 150

export const filesUsage = `npm run bench -- files [options]
  --size MIB         size of each upload (256)
  --clients N        that send at the same time, for the memory (8)
  --rounds N         rounds of one upload each way (3)
  --folder PATH      where the files go (the system's temporary folder)`

export interface FilesOptions {
  /** Of each upload. */
  readonly mebibytes: number
  readonly clients: number
  readonly rounds: number
  readonly folder: string
}

/** Wrong options are an Error with one sentence. */
export const parseFilesOptions = (args: readonly string[]): FilesOptions | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      size: { type: 'string', default: '256' },
      clients: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '3' },
      folder: { type: 'string', default: tmpdir() },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    mebibytes: wholeNumber('--size', values.size, 1, 10 * 1024),
    clients: wholeNumber('--clients', values.clients, 1, 64),
    rounds: wholeNumber('--rounds', values.rounds, 1, 100),
    folder: values.folder,
  }
}

export const benchFiles = async (
  options: FilesOptions,
  openResource: OpenResource,
  say: (line: string) => void,
): Promise<void> => {
  const { clients, rounds, mebibytes } = options
  const bytes = mebibytes * MIB
  const folder = await temporaryFolder(openResource, options.folder)
  const { dataFolder, databaseUrl } = await openInstallation(openResource, folder)
  const fieldId = await prepare(dataFolder, databaseUrl)
  const crocus = await openResource(
    () => startCrocus(dataFolder, process.env['BENCH_NODE_OPTIONS'] ?? ''),
    it => it.stop(),
  )
  const bare = await openResource(
    () => startBareUploadServer(folder),
    it => it.stop(),
  )

  const throughput = { bare: [] as number[], crocus: [] as number[] }
  const clear = async (): Promise<void> => {
    for (const name of await readdir(folder)) if (name.startsWith('bare-')) await rm(join(folder, name))
  }
  // One of each first: code is compiled, folders are made.
  await send(`${bare.url}/`, Math.min(bytes, 32 * MIB), {}, 'PUT')
  await upload(crocus.url, fieldId, 'warm-up', Math.min(bytes, 32 * MIB))
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`)
    throughput.bare.push(rate(bytes, await timed(() => send(`${bare.url}/`, bytes, {}, 'PUT'))))
    await clear()
    throughput.crocus.push(rate(bytes, await upload(crocus.url, fieldId, `round ${round}`, bytes)))
  }
  await bare.stop()

  say(`${clients} clients`)
  await sleep(2_000)
  const idle = residentMiB(crocus.pid)
  let most = idle
  const watching = new AbortController()
  const watch = (async () => {
    while (!watching.signal.aborted) {
      most = Math.max(most, residentMiB(crocus.pid))
      await sleep(50)
    }
  })()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: clients }, (_, client) => upload(crocus.url, fieldId, `client ${client}`, bytes)),
  )
  const together = performance.now() - started
  watching.abort()
  await watch

  const share = median(throughput.crocus) / median(throughput.bare)
  const grown = most - idle
  console.log(`One upload of ${mebibytes} MiB, synced to the disk, median of ${rounds}:`)
  console.log(`  bare Node stream  ${median(throughput.bare).toFixed(0)} MiB/s`)
  console.log(`  Crocus, by TUS    ${median(throughput.crocus).toFixed(0)} MiB/s, with SHA-256`)
  console.log(`  ${(share * 100).toFixed(0)} % (goal: at least ${THROUGHPUT_GOAL * 100} %)`)
  console.log(
    `${clients} uploads of ${mebibytes} MiB at the same time, ${rate(bytes * clients, together).toFixed(0)} MiB/s:`,
  )
  console.log(`  memory of the server ${idle.toFixed(0)} MiB idle, ${most.toFixed(0)} MiB at most`)
  console.log(`  ${grown.toFixed(0)} MiB more (goal: at most ${MEMORY_GOAL_MIB} MiB)`)
}

/** Sets the installation up; answers a file field that the administrator may write. */
const prepare = async (dataFolder: string, databaseUrl: string): Promise<number> => {
  const parsed = parseConfig({ CROCUS_DATA: dataFolder, DATABASE_URL: databaseUrl, CROCUS_ADMIN_PASSWORD: PASSWORD })
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'))
  const db = openDatabase(databaseUrl)
  const app = await createApp({ config: parsed.config, db, clock: systemClock, log: createLog('warn') })
  try {
    await app.bootstrap()
    const actor = { actorId: null, means: 'command' } as const
    await app.modules.settings.set('max_upload_size', String(10 * 1024 * MIB), actor)
    await app.modules.settings.set('max_pending_uploads', String(1024 ** 4), actor)
  } finally {
    await app.close()
    await db.close()
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      "select id from form_element where type = 'file' order by id limit 1",
    )
    return Number(rows[0]?.id)
  } finally {
    await client.end()
  }
}

const authorization = { Authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}` }

/** Milliseconds from the first byte to the answer that all is kept. */
const upload = async (url: string, fieldId: number, name: string, bytes: number): Promise<number> => {
  const declared = await fetch(`${url}/api/tracker_fields/${fieldId}/files`, {
    method: 'POST',
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, file_size: bytes, file_type: 'application/octet-stream' }),
  })
  if (!declared.ok) throw new Error(`a file cannot be declared: ${await declared.text()}`)
  const { upload_href: href } = (await declared.json()) as { upload_href: string }
  const tus = { ...authorization, 'Tus-Resumable': '1.0.0' }
  const patch = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
  const taken = await timed(() => send(`${url}${href}`, bytes, patch, 'PATCH'))
  await fetch(`${url}${href}`, { method: 'DELETE', headers: tus })
  return taken
}

/** The same megabyte again and again: the load must not be the limit. */
const send = (url: string, bytes: number, headers: Record<string, string>, method: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const chunk = Buffer.alloc(MIB, 'quayside ')
    const outgoing = request(url, { method, headers: { ...headers, 'Content-Length': String(bytes) } }, response => {
      response.resume().once('end', () => {
        if (response.statusCode === 204) resolve()
        else reject(new Error(`${method} ${url} was answered ${response.statusCode}`))
      })
    })
    outgoing.once('error', reject)
    let left = bytes
    const more = (): void => {
      while (left > 0) {
        const piece = left >= chunk.length ? chunk : chunk.subarray(0, left)
        left -= piece.length
        if (!outgoing.write(piece)) return void outgoing.once('drain', more)
      }
      outgoing.end()
    }
    more()
  })

const timed = async (work: () => Promise<void>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const rate = (bytes: number, milliseconds: number): number => bytes / MIB / (milliseconds / 1000)
