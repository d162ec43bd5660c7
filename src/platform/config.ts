import { isIP, isIPv6 } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { serverUrls, type Role } from './db/database-url.ts'
import { machineMegabytes } from './machine-memory.ts'
import {
  parseHeaders,
  parsePairs,
  parseRatio,
  parseSampler,
  samplerNames,
  type TracingSettings,
} from './tracing/settings.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * The settings that a process reads from its environment at its start. Settings that can change at run time are in `modules/settings`.
 */
export interface Config {
  /** 0 = any free port. */
  readonly port: number
  readonly host: string
  /** Absolute path of the folder that belongs to this server alone. */
  readonly dataFolder: string
  /** Absolute path of what all servers on the database must see: files, repositories, archives. Default: the data folder. */
  readonly sharedFolder: string
  /** How clients reach the server, without a slash at its end; undefined = as the request says. */
  readonly publicUrl: string | undefined
  /** Password of `admin`, used at the first start only; undefined = a random one, printed once. */
  readonly adminPassword: string | undefined
  /** undefined = the embedded database of the data folder. */
  readonly databaseUrl: string | undefined
  /** Address of standbys of that database, for large reads; undefined = the primary serves all reads. */
  readonly databaseReadUrl: string | undefined
  /** Processes that serve requests; 1 = the server process itself does. */
  readonly workers: number
  /** MiB of each process for cached responses; 0 = no response is cached. */
  readonly answerMegabytes: number
  /** Whether the server also does background work: jobs, mails, webhooks. */
  readonly doesBackgroundWork: boolean
  readonly logLevel: LogLevel
  /** Addresses and networks of proxies whose `X-Forwarded-…` and `X-Request-Id` are believed; [] = of no proxy. */
  readonly trustedProxies: readonly string[]
  /** Requests that take longer are logged; 0 = no request is logged as slow. */
  readonly slowRequestMs: number
  /** Limits of the requests that one process takes at once. */
  readonly overload: OverloadLimits
  /** Streams of changes that one process holds open. */
  readonly maxStreams: number
  /** Mail server for outgoing mail; undefined = mails are stored in the data folder. */
  readonly smtpUrl: string | undefined
  /** Where contents of files are stored; undefined = in the data folder. */
  readonly s3: S3Settings | undefined
  /** Where Prometheus reads metrics; undefined = no metrics are collected. */
  readonly metrics: MetricsSettings | undefined
  /** Where traces are sent; undefined = nothing is traced. */
  readonly tracing: TracingSettings | undefined
}

export interface MetricsSettings {
  readonly host: string
  /** Port of a separate metrics server, 0 = any free port; undefined = `/metrics` of the server itself. */
  readonly port: number | undefined
  /** Bearer token that a scraper must send; optional only with a separate port. */
  readonly token: string | undefined
}

export interface OverloadLimits {
  /** Requests that are handled at the same time. */
  readonly inWork: number
  /** Requests that wait for a free place; further requests get a 503. */
  readonly waiting: number
  /** How long a request waits at most. */
  readonly waitMs: number
  /** Open connections; further ones are not accepted. */
  readonly connections: number
}

export interface S3Settings {
  /** Without a slash at its end. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export type Environment = Readonly<Record<string, string | undefined>>

const MAX_WORKERS = 64
const MAX_ANSWER_MEGABYTES = 65_536
const MIN_PASSWORD_LENGTH = 8
export const defaultOverload: OverloadLimits = { inWork: 128, waiting: 512, waitMs: 1_000, connections: 16_000 }
const MAX_SLOW_MS = 600_000
const MAX_IN_WORK = 10_000
const MAX_WAITING = 100_000
const MAX_WAIT_MS = 60_000
const MAX_CONNECTIONS = 900_000

/**
 * Default size of the response cache of each process: a sixteenth of the machine's memory, divided by the processes, within bounds. An
 * artifact takes about 20 kB in both formats and with its history.
 */
const answerMegabytesFor = (memory: number, workers: number): number =>
  Math.round(Math.min(512, Math.max(64, memory / 16 / workers)))

/** The configuration, or one sentence for each setting that is wrong. Values of secrets are never repeated. */
export const parseConfig = (
  environment: Environment,
  memoryMegabytes = machineMegabytes(),
): { config: Config } | { faults: string[] } => {
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
  const dataFolder = resolve(read('CROCUS_DATA', 'data', parsePath, 'must be the path of a folder'))
  const config: Omit<Config, 'answerMegabytes'> & { readonly answerMegabytes: number | undefined } = {
    ...readNetwork(read),
    dataFolder,
    sharedFolder: resolve(read('CROCUS_SHARED', dataFolder, parsePath, 'must be the path of a folder')),
    adminPassword: read(
      'CROCUS_ADMIN_PASSWORD',
      undefined,
      parsePassword,
      `must be one line of at least ${MIN_PASSWORD_LENGTH} characters`,
    ),
    ...readDatabases(environment, read),
    workers: read(
      'CROCUS_WORKERS',
      Math.max(1, availableParallelism() - 1),
      parseNumber(1, MAX_WORKERS),
      `must be a number from 1 to ${MAX_WORKERS}`,
    ),
    answerMegabytes: read(
      'CROCUS_ANSWERS_MB',
      undefined,
      parseNumber(0, MAX_ANSWER_MEGABYTES),
      `must be a number from 0 to ${MAX_ANSWER_MEGABYTES}`,
    ),
    doesBackgroundWork: read(
      'CROCUS_BACKGROUND',
      true,
      text => (text === 'on' || (text === 'off' && environment['DATABASE_URL']) ? text === 'on' : undefined),
      'must be on, or off where another server on the same DATABASE_URL does the work',
    ),
    smtpUrl: read(
      'CROCUS_SMTP_URL',
      undefined,
      parseSmtpUrl,
      'must be the address of a mail server (smtp://user:password@host:port, or smtps://…)',
    ),
    logLevel: read('CROCUS_LOG_LEVEL', 'info', parseLogLevel, `must be one of ${logLevels.join(', ')}`),
    overload: readOverload(read),
    maxStreams: read(
      'CROCUS_MAX_STREAMS',
      DEFAULT_MAX_STREAMS,
      parseNumber(0, 100_000),
      'must be a number from 0 to 100000',
    ),
    s3: readS3(environment, read, faults),
    metrics: readMetrics(environment, read, faults),
    tracing: readTracing(environment, read),
  }
  if (faults.length > 0) return { faults }
  const { answerMegabytes = answerMegabytesFor(memoryMegabytes, config.workers) } = config
  return { config: { ...config, answerMegabytes } }
}

/** Where the server listens, and its way to the clients. */
const readNetwork = (read: ReadVariable) => ({
  port: read('PORT', 8080, parseNumber(0, 65_535), 'must be a port number from 0 to 65535'),
  host: read('HOST', '127.0.0.1', parseHost, 'must be an IP address or a host name'),
  publicUrl: read(
    'CROCUS_PUBLIC_URL',
    undefined,
    parsePublicUrl,
    'must be an http or https address without credentials, query and fragment',
  ),
  trustedProxies: read(
    'CROCUS_TRUSTED_PROXIES',
    [],
    parseNetworks,
    'must be IP addresses or networks (10.0.0.0/8) with commas between them',
  ),
  slowRequestMs: read(
    'CROCUS_SLOW_REQUEST_MS',
    1_000,
    parseNumber(0, MAX_SLOW_MS),
    `must be a number from 0 to ${MAX_SLOW_MS}`,
  ),
})

const readDatabases = (environment: Environment, read: ReadVariable) => ({
  databaseUrl: read(
    'DATABASE_URL',
    undefined,
    parseDatabaseUrl('primary'),
    'must be the address of a PostgreSQL database (postgres://…, several servers as one,two)',
  ),
  databaseReadUrl: read(
    'DATABASE_READ_URL',
    undefined,
    text => (environment['DATABASE_URL'] ? parseDatabaseUrl('standby')(text) : undefined),
    'must be the address of a standby of DATABASE_URL, which must be set, too',
  ),
})

const DEFAULT_MAX_STREAMS = 4_000

const readOverload = (read: ReadVariable): Config['overload'] => ({
  inWork: read(
    'CROCUS_MAX_IN_WORK',
    defaultOverload.inWork,
    parseNumber(1, MAX_IN_WORK),
    `must be a number from 1 to ${MAX_IN_WORK}`,
  ),
  waiting: read(
    'CROCUS_MAX_WAITING',
    defaultOverload.waiting,
    parseNumber(0, MAX_WAITING),
    `must be a number from 0 to ${MAX_WAITING}`,
  ),
  waitMs: read(
    'CROCUS_MAX_WAIT_MS',
    defaultOverload.waitMs,
    parseNumber(0, MAX_WAIT_MS),
    `must be a number from 0 to ${MAX_WAIT_MS}`,
  ),
  connections: read(
    'CROCUS_MAX_CONNECTIONS',
    defaultOverload.connections,
    parseNumber(1, MAX_CONNECTIONS),
    `must be a number from 1 to ${MAX_CONNECTIONS}`,
  ),
})

const SECRETS = [
  'CROCUS_ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'CROCUS_SMTP_URL',
  'CROCUS_S3_ACCESS_KEY_ID',
  'CROCUS_S3_SECRET_ACCESS_KEY',
  'CROCUS_METRICS_TOKEN',
  // A wrong address may be wrong because of a password in it.
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
]
const isSecret = (name: string): boolean => SECRETS.includes(name)

/** The secrets of the configuration, which no log may show. */
export const secretsOf = (config: Config): string[] => {
  const { adminPassword, databaseUrl, databaseReadUrl, smtpUrl, s3, metrics, tracing } = config
  const passwordsOf = (address: string | undefined): string[] => {
    // In a list of servers the password comes before the first server.
    const password = /^[^:]+:\/\/[^:@/]*:([^@]*)@/.exec(address ?? '')?.[1]
    return password === undefined ? [] : [password, decodedOr(password)]
  }
  const given = [
    adminPassword,
    ...passwordsOf(databaseUrl),
    ...passwordsOf(databaseReadUrl),
    ...passwordsOf(smtpUrl),
    s3?.secretAccessKey,
    metrics?.token,
    // `Bearer …`: the secret is the last word.
    ...Object.values(tracing?.headers ?? {}).flatMap(value => [value, value.split(' ').at(-1)]),
  ].filter(secret => secret !== undefined)
  // Shorter secrets are also words of other texts. Mail servers may repeat what they received, in Base64.
  const coded = given.map(secret => Buffer.from(secret).toString('base64'))
  return [...new Set([...given, ...coded])].filter(secret => secret.length >= SHORTEST_SECRET)
}

const SHORTEST_SECRET = 6

const decodedOr = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

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

const parseDatabaseUrl =
  (role: Role) =>
  (text: string): string | undefined =>
    serverUrls(text, role) && text

const parseSmtpUrl = (text: string): string | undefined => {
  const url = URL.parse(text)
  const isPlain = url !== null && ['', '/'].includes(url.pathname) && !url.search && !url.hash
  return isPlain && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined
}

type ReadVariable = <T>(name: string, otherwise: T, parse: (text: string) => T | undefined, expected: string) => T

const S3_VARIABLES = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map(
  word => `CROCUS_S3_${word}`,
)

/** All five variables, or none. */
const readS3 = (environment: Environment, read: ReadVariable, faults: string[]): S3Settings | undefined => {
  const missing = S3_VARIABLES.filter(name => (environment[name] ?? '') === '')
  if (missing.length === S3_VARIABLES.length) return undefined
  if (missing.length > 0) faults.push(`${missing.join(', ')} must be set, too, for files to be kept in S3.`)
  return {
    endpoint: read('CROCUS_S3_ENDPOINT', '', parsePublicUrl, 'must be the http or https address of an S3 server'),
    bucket: read('CROCUS_S3_BUCKET', '', parseBucket, 'must be the name of a bucket'),
    region: read('CROCUS_S3_REGION', '', parseWord, 'must be the name of a region, as in us-east-1'),
    accessKeyId: read('CROCUS_S3_ACCESS_KEY_ID', '', parseWord, 'must be the id of an access key'),
    secretAccessKey: read('CROCUS_S3_SECRET_ACCESS_KEY', '', parseWord, 'must be the secret of that key'),
  }
}

const MIN_TOKEN_LENGTH = 16

const readMetrics = (environment: Environment, read: ReadVariable, faults: string[]): MetricsSettings | undefined => {
  const port = read('CROCUS_METRICS_PORT', undefined, parseNumber(0, 65_535), 'must be a port number from 0 to 65535')
  const host = read('CROCUS_METRICS_HOST', '127.0.0.1', parseHost, 'must be an IP address or a host name')
  const token = read(
    'CROCUS_METRICS_TOKEN',
    undefined,
    parseToken,
    `must be ${MIN_TOKEN_LENGTH} to 256 characters without spaces`,
  )
  const isHostAlone =
    (environment['CROCUS_METRICS_HOST'] ?? '') !== '' && (environment['CROCUS_METRICS_PORT'] ?? '') === ''
  if (isHostAlone) faults.push('CROCUS_METRICS_PORT must be set, too, for CROCUS_METRICS_HOST to mean something.')
  return port === undefined && token === undefined ? undefined : { host, port, token }
}

/**
 * The standard variables of OpenTelemetry. Variables for other programs may be set on the machine: they are read only if tracing is on.
 */
const readTracing = (environment: Environment, read: ReadVariable): TracingSettings | undefined => {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== ''
  if (!isSet('OTEL_EXPORTER_OTLP_ENDPOINT') && !isSet('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')) return undefined
  if (read('OTEL_SDK_DISABLED', false, parseBoolean, 'must be true or false')) return undefined
  if (read('OTEL_TRACES_EXPORTER', 'otlp', parseExporter, 'must be otlp or none') === 'none') return undefined

  const expected = 'must be the http or https address of a collector, without credentials, query and fragment'
  const base = read('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, parsePublicUrl, expected)
  const own = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', undefined, parsePublicUrl, expected)
  const pairs = 'must be name=value pairs with commas between them, values percent-encoded'
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'])
    read(name, undefined, parseProtocol, 'must be http/json or http/protobuf')
  const attributes = read('OTEL_RESOURCE_ATTRIBUTES', {}, parsePairs, pairs)
  return {
    url: own ?? `${base}/v1/traces`,
    headers: {
      ...read('OTEL_EXPORTER_OTLP_HEADERS', {}, parseHeaders, pairs),
      ...read('OTEL_EXPORTER_OTLP_TRACES_HEADERS', {}, parseHeaders, pairs),
    },
    serviceName: environment['OTEL_SERVICE_NAME'] || (attributes['service.name'] ?? 'crocus'),
    attributes,
    sampler: read(
      'OTEL_TRACES_SAMPLER',
      'parentbased_always_on',
      parseSampler,
      `must be one of ${samplerNames.join(', ')}`,
    ),
    ratio: read('OTEL_TRACES_SAMPLER_ARG', 1, parseRatio, 'must be a number from 0 to 1'),
  }
}

const parseBoolean = (text: string): boolean | undefined =>
  /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined

const parseExporter = (text: string): string | undefined => (text === 'otlp' || text === 'none' ? text : undefined)

/** A collector that takes one encoding over HTTP takes both. */
const parseProtocol = (text: string): string | undefined => (/^http[/](?:json|protobuf)$/.test(text) ? text : undefined)

const parseToken = (text: string): string | undefined => (text.length >= MIN_TOKEN_LENGTH ? parseWord(text) : undefined)

const parseBucket = (text: string): string | undefined =>
  /^[a-z\d][a-z\d._-]{1,61}[a-z\d]$/i.test(text) ? text : undefined

const parseWord = (text: string): string | undefined => (/^[!-~]{1,256}$/.test(text) ? text : undefined)

/** Addresses, or networks by the number of their leading bits. */
const parseNetworks = (text: string): readonly string[] | undefined => {
  const networks = text.split(',').flatMap(part => (part.trim() === '' ? [] : [part.trim()]))
  return networks.every(isNetwork) ? networks : undefined
}
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  if (isIP(address) === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32))
}

const parseLogLevel = (text: string): LogLevel | undefined => logLevels.find(level => level === text)
