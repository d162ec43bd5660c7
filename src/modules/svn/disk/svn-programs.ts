import { spawn, type ChildProcess } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceUnavailable } from '../../../platform/errors.ts'
import { missingSvnPackages } from '../../../platform/health.ts'
import { commandAs, type Account } from '../../../platform/system-account.ts'
import { SVN_USER } from './svn-folders.ts'

export type SvnProgram = 'svnadmin' | 'svnlook' | 'svnauthz'

/** A program of Subversion failed. */
export class SvnProgramFailed extends Error {
  /** The end of the program's output. */
  readonly output: string
  constructor(program: string, output: string) {
    super(`${program}: ${output}`)
    this.name = 'SvnProgramFailed'
    this.output = output
  }
}

export interface RunOptions {
  readonly input?: Readable
  /** Called with each line of the output, which is then not collected. */
  readonly onLine?: (line: string) => void
  readonly signal?: AbortSignal
  /** Maximum size of the collected output; more output ends the program. */
  readonly maxBytes?: number
}

/** The programs of Subversion, run under its account on the folders below. */
export interface SvnPrograms {
  /** Throws Unavailable with the names of the packages if Subversion is not installed. */
  requireInstalled(): void
  /** The output of a successful program. */
  run(program: SvnProgram, args: readonly string[], options?: RunOptions): Promise<Buffer>
  /** The output by lines, while the program runs; leaving the loop early ends the program. */
  lines(program: SvnProgram, args: readonly string[]): AsyncGenerator<string, void, undefined>
  /** The output while the program runs; leaving the loop early ends the program. `onLine` gets each line of its error output. */
  chunks(
    program: SvnProgram,
    args: readonly string[],
    options?: { readonly onLine?: (line: string) => void },
  ): AsyncGenerator<Buffer, void, undefined>
  /** Ends all running programs when the server stops; their callers get Unavailable. */
  close(): void
}

const DEFAULT_MAX_BYTES = 1024 * 1024
const MAX_ERROR_CHARS = 4_000

export const requireSvnPackages = (): void => {
  const missing = missingSvnPackages()
  if (missing.length === 0) return
  throw new ServiceUnavailable(
    `Subversion repositories are off on this server: it lacks the packages ${missing.join(', ')} ` +
      `(apt-get install --no-install-recommends ${missing.join(' ')})`,
  )
}

/** `1.14.2`; undefined if Subversion is not installed. */
export const svnVersion = async (programs: Pick<SvnPrograms, 'run'>): Promise<string | undefined> => {
  if (missingSvnPackages().length > 0) return undefined
  return (await programs.run('svnadmin', ['--version', '--quiet'])).toString('utf8').trim()
}

export const svnPrograms = (folders: readonly string[], account: () => Promise<Account | undefined>): SvnPrograms =>
  new InstalledSvnPrograms(folders, account)

class InstalledSvnPrograms implements SvnPrograms {
  readonly #folders: readonly string[]
  readonly #account: () => Promise<Account | undefined>
  readonly #stopping = new AbortController()

  constructor(folders: readonly string[], account: () => Promise<Account | undefined>) {
    this.#folders = folders
    this.#account = account
    // Each running program adds a listener.
    setMaxListeners(0, this.#stopping.signal)
  }

  readonly #start = async (program: SvnProgram, args: readonly string[]): Promise<ChildProcess> => {
    requireSvnPackages()
    this.#stopping.signal.throwIfAborted()
    const found = commandAs(await this.#account(), `/usr/bin/${program}`, args, { folders: this.#folders })
    if ('closedFolder' in found) throw closedFolderRefusal(found.closedFolder)
    return spawn(found.command, found.args, {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
      // Paths and messages are UTF-8, errors are English. The configuration of the server's account has no effect.
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: '/nonexistent' },
      ...found.ids,
    })
  }

  async *#output<Part>(
    program: SvnProgram,
    args: readonly string[],
    partsOf: (stream: Readable) => AsyncIterable<Part>,
    onLine?: (line: string) => void,
  ): AsyncGenerator<Part, void, undefined> {
    const child = await this.#start(program, args)
    const ended = endOf(child)
    const stop = (): void => void child.kill('SIGTERM')
    this.#stopping.signal.addEventListener('abort', stop)
    child.stdin?.end()
    if (onLine && child.stderr) createInterface({ input: child.stderr }).on('line', onLine)
    try {
      if (child.stdout) yield* partsOf(child.stdout)
      const { isWell, output } = await ended
      this.#stopping.signal.throwIfAborted()
      if (!isWell) throw new SvnProgramFailed(program, output)
    } finally {
      this.#stopping.signal.removeEventListener('abort', stop)
      stop()
    }
  }

  readonly requireInstalled: SvnPrograms['requireInstalled'] = requireSvnPackages

  readonly run: SvnPrograms['run'] = async (
    program,
    args,
    { input, onLine, signal, maxBytes = DEFAULT_MAX_BYTES } = {},
  ) => {
    signal?.throwIfAborted()
    const child = await this.#start(program, args)
    const ended = endOf(child)
    const stop = (): void => void child.kill('SIGTERM')
    for (const each of [signal, this.#stopping.signal]) each?.addEventListener('abort', stop)
    const kept: Buffer[] = []
    let size = 0
    if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine)
    else {
      child.stdout?.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= maxBytes) kept.push(chunk)
        else stop()
      })
    }
    // Input that a failed program does not read is no failure of its own.
    const fed = input && child.stdin ? pipeline(input, child.stdin).catch((error: Error) => error) : child.stdin?.end()
    const { isWell, output } = await ended.finally(() => {
      for (const each of [signal, this.#stopping.signal]) each?.removeEventListener('abort', stop)
    })
    const feeding = await fed
    this.#stopping.signal.throwIfAborted()
    signal?.throwIfAborted()
    if (size > maxBytes) throw new SvnProgramFailed(program, `wrote more than ${maxBytes} bytes`)
    if (!isWell) throw new SvnProgramFailed(program, output)
    // A program may end successfully after half of its input.
    if (feeding instanceof Error) throw feeding
    return Buffer.concat(kept)
  }

  readonly lines: SvnPrograms['lines'] = (program, args) => this.#output(program, args, linesOf)
  readonly chunks: SvnPrograms['chunks'] = (program, args, { onLine } = {}) =>
    this.#output(program, args, chunksOf, onLine)
  readonly close: SvnPrograms['close'] = () =>
    this.#stopping.abort(new ServiceUnavailable('The server is being stopped'))
}

const chunksOf = (stream: Readable): AsyncIterable<Buffer> => stream as AsyncIterable<Buffer>

/** Splits at line feeds only: paths may contain other characters that readline takes for line ends. */
export async function* linesOf(stream: Readable): AsyncGenerator<string, void, undefined> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

export const closedFolderRefusal = (folder: string): ServiceUnavailable =>
  new ServiceUnavailable(
    `Subversion runs as the user "${SVN_USER}", who cannot pass through ${folder}: run "chmod a+x ${folder}", or run Crocus as an ordinary user.`,
  )

const endOf = async (child: ChildProcess): Promise<{ isWell: boolean; output: string }> => {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    // Keeps the end of the output, where the error is.
    output = (output + text).slice(-MAX_ERROR_CHARS)
  })
  child.stdin?.on('error', () => undefined)
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    return { isWell: code === 0, output: output.trim() || `ended with ${code ?? signal}` }
  } catch (error) {
    return { isWell: false, output: String(error) }
  }
}
