import { Command, InvalidArgumentError } from 'commander'
import { parseConfig, type Config, type Environment } from '../platform/config.ts'
import { Refusal } from '../platform/errors.ts'
import type { OpenInstallation, InstallationToRead } from './with-installation.ts'

export type { Modules } from '../composition.ts'
export type { OpenInstallation, InstallationToRead } from './with-installation.ts'

export const EXIT_REFUSED = 1
export const EXIT_USAGE = 2

/** The context of the verbs: the installation, and the output to the calling person or program. */
export interface CliContext {
  /** The action of a verb that changes the installation, which is opened with all modules before it and closed after it. */
  verb<Arguments extends unknown[]>(
    work: (opened: OpenInstallation, ...args: Arguments) => Promise<void>,
  ): (...args: Arguments) => Promise<void>
  /** The action of a verb that only reads: it loads only the modules that it uses. */
  reading<Arguments extends unknown[]>(
    work: (opened: InstallationToRead, ...args: Arguments) => Promise<void>,
  ): (...args: Arguments) => Promise<void>
  /** The action of a verb that needs no installation. */
  plain<Arguments extends unknown[]>(work: (...args: Arguments) => Promise<void>): (...args: Arguments) => Promise<void>
  /** The settings, for a verb that opens no installation. */
  config(): Config
  print(text: string): void
  /** Rows as aligned columns, or as a JSON array. */
  printList<Row extends object>(
    rows: readonly Row[],
    columns: readonly (keyof Row & string)[],
    options: { readonly json?: boolean },
  ): void
  /** Prints for people, beside the output: on standard error. */
  note(text: string): void
  /** All of standard input, without the line end at its end. */
  readStdin(): Promise<string>
  readonly isTerminal: boolean
  readonly environment: Environment
  readonly stdin: NodeJS.ReadableStream
}

/** The program's environment; tests pass another one. */
export interface CliEnvironment {
  readonly environment: Environment
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly isTerminal: boolean
}

/** A wrong setting of the environment, as one or more lines; exit code 2. */
export class InvalidSettings extends Error {}

/** Ends the command with a code of its own; an empty message prints nothing more. */
export class CommandFailed extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

export const createContext = (outside: CliEnvironment): CliContext => {
  const print = (text: string): void => outside.stdout(`${text}\n`)
  const note = (text: string): void => outside.stderr(`${text}\n`)
  return {
    verb:
      work =>
      async (...args) => {
        const config = configOf(outside.environment)
        const { withInstallation } = await import('./with-installation.ts')
        await withInstallation(config, note, nameOfVerb(args), opened => work(opened, ...args))
      },
    reading:
      work =>
      async (...args) => {
        const config = configOf(outside.environment)
        const { withModulesToRead } = await import('./with-installation.ts')
        await withModulesToRead(config, note, opened => work(opened, ...args))
      },
    plain: work => work,
    config: () => configOf(outside.environment),
    print,
    printList: (rows, columns, { json = false }) => print(json ? JSON.stringify(rows, null, 2) : table(rows, columns)),
    note,
    readStdin: () => readAll(outside.stdin),
    isTerminal: outside.isTerminal,
    environment: outside.environment,
    stdin: outside.stdin,
  }
}

/** The words of a verb: commander passes the verb itself after the arguments and options. */
const nameOfVerb = (args: readonly unknown[]): string => {
  const names: string[] = []
  let command = args.at(-1)
  while (command instanceof Command && command.parent) {
    names.unshift(command.name())
    command = command.parent
  }
  return names.join(' ')
}

const configOf = (environment: Environment): Config => {
  // A command speaks to a person: it logs errors only, unless the environment asks for more.
  const result = parseConfig({ CROCUS_LOG_LEVEL: 'error', ...environment })
  if ('faults' in result) throw new InvalidSettings(result.faults.join('\n'))
  return result.config
}

const readAll = async (stream: CliEnvironment['stdin']): Promise<string> => {
  if (stream.isTTY)
    throw new Refusal(400, 'Standard input is a terminal: pass the text by a pipe or from a file.', {
      reason: 'parameter.range',
    })
  let text = ''
  for await (const chunk of stream) text += Buffer.isBuffer(chunk) ? chunk.toString('utf8') : chunk
  return text.replace(/\r?\n$/, '')
}

const table = <Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string => {
  const lines = [columns, ...rows.map(row => columns.map(column => cell(row[column])))]
  const widths = columns.map((_, i) => Math.max(...lines.map(line => line[i]?.length ?? 0)))
  return lines
    .map(line =>
      line
        .map((text, i) => text.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  // One line per row: characters that would break it are shown escaped.
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\n\r\t]/g, char =>
    JSON.stringify(char).slice(1, -1),
  )
}

/** The examples at the end of a help text. */
export const example = (...lines: readonly string[]): string =>
  `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map(line => `  ${line}`).join('\n')}`

/** Parser of an argument or option with a fixed set of words. */
export const oneOf =
  <const Words extends readonly string[]>(...words: Words) =>
  (text: string): Words[number] => {
    const word = words.find(candidate => candidate === text)
    if (word === undefined) throw new InvalidArgumentError(`It is one of ${words.join(', ')}.`)
    return word
  }

/** Parser of a whole number within bounds. */
export const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN
    if (!(number >= min && number <= max)) throw new InvalidArgumentError(`It is a whole number from ${min} to ${max}.`)
    return number
  }
