import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The settings that a process starts with, from its environment. Those of a running installation are in `modules/settings`. */
export interface Config {
  /** 0 = any free one. */
  readonly port: number
  readonly host: string
  /** Absolute path. */
  readonly dataFolder: string
  /** How clients reach the server, without a slash at its end; undefined = as the request says. */
  readonly publicUrl: string | undefined
  /** Of `admin`, used at the first start only; undefined = a random one, printed once. */
  readonly adminPassword: string | undefined
  /** undefined = the embedded database of the data folder. */
  readonly databaseUrl: string | undefined
  /** Processes that answer requests; 1 = the server itself does. */
  readonly workers: number
  readonly logLevel: LogLevel
  /** Mail server for what goes out; undefined = it is kept in the data folder. */
  readonly smtpUrl: string | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

const MAX_WORKERS = 64
const MIN_PASSWORD_LENGTH = 8

/** The configuration, or one sentence for each setting that is wrong. Values of secrets are never repeated. */
export const parseConfig = (environment: Environment): { config: Config } | { faults: string[] } => {
  const faults: string[] = []
  /** An empty variable counts as one that is not set, as compose files write it. */
  const read = <T>(name: string, otherwise: T, parse: (text: string) => T | undefined, expected: string): T => {
    const text = environment[name]
    if (text === undefined || text === '') return otherwise
    const value = parse(text)
    if (value !== undefined) return value
    faults.push(`${name} ${expected}${isSecret(name) ? '' : `, not ${JSON.stringify(text)}`}.`)
    return otherwise
  }
  const config: Config = {
    port: read('PORT', 8080, parseNumber(0, 65_535), 'must be a port number from 0 to 65535'),
    host: read('HOST', '127.0.0.1', parseHost, 'must be an IP address or a host name'),
    dataFolder: resolve(read('CROCUS_DATA', 'data', parsePath, 'must be the path of a folder')),
    publicUrl: read(
      'CROCUS_PUBLIC_URL',
      undefined,
      parsePublicUrl,
      'must be an http or https address without credentials, query and fragment',
    ),
    adminPassword: read(
      'CROCUS_ADMIN_PASSWORD',
      undefined,
      parsePassword,
      `must be one line of at least ${MIN_PASSWORD_LENGTH} characters`,
    ),
    databaseUrl: read(
      'DATABASE_URL',
      undefined,
      parseDatabaseUrl,
      'must be the address of a PostgreSQL database (postgres://…)',
    ),
    workers: read(
      'CROCUS_WORKERS',
      Math.max(1, availableParallelism() - 1),
      parseNumber(1, MAX_WORKERS),
      `must be a number from 1 to ${MAX_WORKERS}`,
    ),
    smtpUrl: read(
      'CROCUS_SMTP_URL',
      undefined,
      parseSmtpUrl,
      'must be the address of a mail server (smtp://user:password@host:port, or smtps://…)',
    ),
    logLevel: read('CROCUS_LOG_LEVEL', 'info', parseLogLevel, `must be one of ${logLevels.join(', ')}`),
  }
  return faults.length > 0 ? { faults } : { config }
}

const isSecret = (name: string): boolean => ['CROCUS_ADMIN_PASSWORD', 'DATABASE_URL', 'CROCUS_SMTP_URL'].includes(name)

const parseNumber =
  (min: number, max: number) =>
  (text: string): number | undefined => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN
    return number >= min && number <= max ? number : undefined
  }

const parseHost = (text: string): string | undefined =>
  isIP(text) !== 0 || /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?([.][a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text)
    ? text
    : undefined

const parsePath = (text: string): string | undefined => (text.includes('\0') ? undefined : text)

const parsePublicUrl = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    return undefined
  return url.href.replace(/\/+$/, '')
}

const parsePassword = (text: string): string | undefined =>
  text.length >= MIN_PASSWORD_LENGTH && !/[\r\n\0]/.test(text) ? text : undefined

const parseDatabaseUrl = (text: string): string | undefined =>
  /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined

const parseSmtpUrl = (text: string): string | undefined => {
  const url = URL.parse(text)
  const isPlain = url !== null && ['', '/'].includes(url.pathname) && !url.search && !url.hash
  return isPlain && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined
}

const parseLogLevel = (text: string): LogLevel | undefined => logLevels.find(level => level === text)
