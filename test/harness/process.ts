// Crocus as a process of its own: for what only a real start, signal or crash shows.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '../../src/platform/system-account.ts'
import { openEmbedded } from '../../src/platform/db/embedded-postgres.ts'
import { afterFile } from './after-file.ts'

const ROOT = join(import.meta.dirname, '../..')
const START_WAIT_MS = 60_000

export type Settings = Readonly<Record<string, string>>

/** A folder of the test file's own, removed when the file's tests are over. */
export const testFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'crocus-process-'))
  await chmod(folder, 0o711)
  afterFile(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Stops the database that killed processes left behind in a data folder. */
export const stopLeftDatabase = (dataFolder: string): Promise<void> =>
  openEmbedded(join(dataFolder, 'postgres')).then(database => database.close())

export interface CrocusProcess {
  readonly pid: number
  readonly child: ChildProcess
  stdout(): string
  stderr(): string
  /** Exit code, or the signal that ended it. */
  readonly exit: Promise<number | NodeJS.Signals | null>
}

const environment = (settings: Settings): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(CROCUS_|OTEL_|DATABASE_URL$|PORT$|HOST$|VITEST|NODE_ENV)/.test(name),
  )
  return { ...Object.fromEntries(own), CROCUS_LOG_LEVEL: 'warn', ...settings }
}

/** Starts a script of the repository with no other settings than these. */
export const startProcess = (
  script: string,
  args: readonly string[],
  settings: Settings,
  input = '',
  account: Partial<Account> = {},
): CrocusProcess => {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    env: environment(settings),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...account,
  })
  const text = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk))
  child.stdin.on('error', () => undefined).end(input)
  const exit = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null)
  return { pid: child.pid ?? 0, child, stdout: () => text.stdout, stderr: () => text.stderr, exit }
}

export interface ServerProcess extends CrocusProcess {
  readonly address: string
}

/** Starts a server on a free port, as another account of the machine when one is given, and waits until it listens. */
export const startServerProcess = async (settings: Settings, account?: Account): Promise<ServerProcess> => {
  if (settings['CROCUS_DATA'] === undefined) throw new Error('A test server needs a data folder of its own')
  const server = startProcess('src/main.ts', [], { PORT: '0', CROCUS_WORKERS: '1', ...settings }, '', account)
  const end = Date.now() + START_WAIT_MS
  for (;;) {
    const address = /listens on (http\S+)/.exec(server.stdout())?.[1]
    if (address !== undefined && server.stdout().endsWith('\n')) return { ...server, address }
    if (server.child.exitCode !== null || Date.now() > end) {
      server.child.kill('SIGKILL')
      throw new Error(`The server did not start:\n${server.stdout()}\n${server.stderr()}`)
    }
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Runs one command line of the administration command. */
export const runCrocus = async (
  args: readonly string[],
  settings: Settings,
  input = '',
): Promise<{ code: number | NodeJS.Signals | null; stdout: string; stderr: string }> => {
  const command = startProcess('src/cli/main.ts', args, settings, input)
  const code = await command.exit
  return { code, stdout: command.stdout(), stderr: command.stderr() }
}
