import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { parseConfig, secretsOf, type Config, type Environment } from './config.ts'

const MEMORY = 8_192
const configOf = (environment: Environment, memory = MEMORY): Config => {
  const result = parseConfig(environment, memory)
  if ('faults' in result) throw new Error(result.faults.join('\n'))
  return result.config
}
const faultsOf = (environment: Environment): string[] => {
  const result = parseConfig(environment)
  return 'faults' in result ? result.faults : []
}

describe('parseConfig', () => {
  it('has a default for everything', () => {
    expect(configOf({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataFolder: `${process.cwd()}/data`,
      sharedFolder: `${process.cwd()}/data`,
      publicUrl: undefined,
      adminPassword: undefined,
      databaseUrl: undefined,
      databaseReadUrl: undefined,
      workers: Math.max(1, availableParallelism() - 1),
      answerMegabytes: Math.max(64, Math.round(512 / Math.max(1, availableParallelism() - 1))),
      doesBackgroundWork: true,
      logLevel: 'info',
      trustedProxies: [],
      slowRequestMs: 1_000,
      overload: { inWork: 128, waiting: 512, waitMs: 1_000, connections: 16_000 },
      maxStreams: 4_000,
    })
  })

  it('gives cached responses a share of the memory, divided among the processes, within bounds', () => {
    const megabytes = (memory: number, workers: number): number =>
      configOf({ CROCUS_WORKERS: String(workers) }, memory).answerMegabytes
    expect(megabytes(8_192, 1)).toBe(512)
    expect(megabytes(8_192, 4)).toBe(128)
    expect(megabytes(4_000, 1)).toBe(250)
    expect(megabytes(512, 1)).toBe(64)
    expect(megabytes(100_000, 1)).toBe(512)
  })

  it('takes an empty variable as not set', () => {
    expect(configOf({ PORT: '', HOST: '', DATABASE_URL: '', CROCUS_WORKERS: '' })).toEqual(configOf({}))
  })

  it('reads every setting', () => {
    expect(
      configOf({
        PORT: '0',
        HOST: '::1',
        CROCUS_DATA: '/srv/crocus',
        CROCUS_SHARED: '/mnt/crocus',
        CROCUS_PUBLIC_URL: 'https://crocus.example.org/',
        CROCUS_ADMIN_PASSWORD: 'correct horse',
        DATABASE_URL: 'postgresql://crocus:secret@db/crocus',
        DATABASE_READ_URL: 'postgresql://crocus:secret@db2/crocus?target_session_attrs=prefer-standby',
        CROCUS_WORKERS: '3',
        CROCUS_ANSWERS_MB: '0',
        CROCUS_BACKGROUND: 'off',
        CROCUS_LOG_LEVEL: 'debug',
        CROCUS_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8',
        CROCUS_SLOW_REQUEST_MS: '250',
        CROCUS_MAX_IN_WORK: '16',
        CROCUS_MAX_WAITING: '0',
        CROCUS_MAX_WAIT_MS: '2000',
        CROCUS_MAX_CONNECTIONS: '100',
        CROCUS_MAX_STREAMS: '40',
      }),
    ).toEqual({
      port: 0,
      host: '::1',
      dataFolder: '/srv/crocus',
      sharedFolder: '/mnt/crocus',
      publicUrl: 'https://crocus.example.org',
      adminPassword: 'correct horse',
      databaseUrl: 'postgresql://crocus:secret@db/crocus',
      databaseReadUrl: 'postgresql://crocus:secret@db2/crocus?target_session_attrs=prefer-standby',
      workers: 3,
      answerMegabytes: 0,
      doesBackgroundWork: false,
      logLevel: 'debug',
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
      slowRequestMs: 250,
      overload: { inWork: 16, waiting: 0, waitMs: 2_000, connections: 100 },
      maxStreams: 40,
    })
  })

  const s3 = {
    CROCUS_S3_ENDPOINT: 'https://s3.example.org/',
    CROCUS_S3_BUCKET: 'crocus-files',
    CROCUS_S3_REGION: 'eu-west-1',
    CROCUS_S3_ACCESS_KEY_ID: 'AKIA',
    CROCUS_S3_SECRET_ACCESS_KEY: 'very/secret',
  }

  it('keeps files in S3 when all of its variables are set', () => {
    expect(configOf({}).s3).toBeUndefined()
    expect(configOf(s3).s3).toEqual({
      endpoint: 'https://s3.example.org',
      bucket: 'crocus-files',
      region: 'eu-west-1',
      accessKeyId: 'AKIA',
      secretAccessKey: 'very/secret',
    })
  })

  it('refuses some of the variables of S3 without the rest, and shows no key', () => {
    expect(faultsOf({ ...s3, CROCUS_S3_BUCKET: '', CROCUS_S3_REGION: undefined })).toEqual([
      'CROCUS_S3_BUCKET, CROCUS_S3_REGION must be set, too, for files to be kept in S3.',
    ])
    expect(faultsOf({ ...s3, CROCUS_S3_ENDPOINT: 's3.example.org' })).toEqual([
      'CROCUS_S3_ENDPOINT must be the http or https address of an S3 server, not "s3.example.org".',
    ])
    expect(faultsOf({ ...s3, CROCUS_S3_BUCKET: 'a b' }).join()).toContain('must be the name of a bucket')
    expect(faultsOf({ ...s3, CROCUS_S3_SECRET_ACCESS_KEY: 'in two lines\n' })).toEqual([
      'CROCUS_S3_SECRET_ACCESS_KEY must be the secret of that key.',
    ])
  })

  it('measures nothing unless a port or a token says who may read it', () => {
    expect(configOf({}).metrics).toBeUndefined()
    expect(configOf({ CROCUS_METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(configOf({ CROCUS_METRICS_TOKEN: 'sixteen-letters!' }).metrics).toEqual({
      host: '127.0.0.1',
      token: 'sixteen-letters!',
    })
    expect(faultsOf({ CROCUS_METRICS_TOKEN: 'hushhush' })).toEqual([
      'CROCUS_METRICS_TOKEN must be 16 to 256 characters without spaces.',
    ])
    expect(faultsOf({ CROCUS_METRICS_HOST: '0.0.0.0' }).join()).toContain('CROCUS_METRICS_PORT must be set, too')
  })

  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.org:4318/' }

  it('traces nothing without an endpoint', () => {
    expect(configOf({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'nonsense' }).tracing).toBeUndefined()
    expect(configOf({ ...collector, OTEL_SDK_DISABLED: 'TRUE' }).tracing).toBeUndefined()
    expect(configOf({ ...collector, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined()
    expect(configOf(collector).tracing).toEqual({
      url: 'https://otel.example.org:4318/v1/traces',
      headers: {},
      serviceName: 'crocus',
      attributes: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
    })
  })

  it('reads the standard variables of OpenTelemetry', () => {
    const { config, ...none } = parseConfig({
      ...collector,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/spans',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hushhush, x-tenant=a=b',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=b%2Cc',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '.25',
    }) as { config: Config }
    expect(none).toEqual({})
    expect(config.tracing).toEqual({
      url: 'http://127.0.0.1:9/spans',
      headers: { authorization: 'Bearer hushhush', 'x-tenant': 'a=b' },
      serviceName: 'other',
      attributes: { 'service.name': 'other', 'deployment.environment.name': 'b,c' },
      sampler: 'parentbased_traceidratio',
      ratio: 0.25,
    })
    expect(secretsOf(config)).toEqual(expect.arrayContaining(['Bearer hushhush', 'hushhush']))
    expect(
      configOf({ ...collector, OTEL_SERVICE_NAME: 'mine', OTEL_RESOURCE_ATTRIBUTES: 'service.name=x' }).tracing,
    ).toMatchObject({ serviceName: 'mine' })
  })

  it('knows the passwords of all addresses, which no log may show', () => {
    const config = configOf({
      DATABASE_URL: 'postgres://crocus:of-primary@db1/crocus',
      DATABASE_READ_URL: 'postgres://crocus:of%20standby@db2,db3/crocus',
      CROCUS_SMTP_URL: 'smtp://crocus:of-mails@mail.example.org',
    })
    expect(secretsOf(config)).toEqual(expect.arrayContaining(['of-primary', 'of%20standby', 'of standby', 'of-mails']))
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://me:hushhush@otel.example.org'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'otel.example.org'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hushhush'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=hushhush%0A'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
    ['OTEL_SDK_DISABLED', 'maybe'],
    ['OTEL_TRACES_EXPORTER', 'console'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const faults = faultsOf({ ...collector, [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name} must be [^\n]+\\.$`))
    expect(faults[0]).not.toContain('hushhush')
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['HOST', 'not a host'],
    ['HOST', 'http://localhost'],
    ['CROCUS_PUBLIC_URL', 'crocus.example.org'],
    ['CROCUS_PUBLIC_URL', 'ftp://crocus.example.org'],
    ['CROCUS_PUBLIC_URL', 'https://me:pass@crocus.example.org'],
    ['CROCUS_PUBLIC_URL', 'https://crocus.example.org/?a=1'],
    ['CROCUS_ADMIN_PASSWORD', 'short'],
    ['DATABASE_URL', 'mysql://db/crocus'],
    ['DATABASE_URL', 'db'],
    ['DATABASE_URL', 'postgres://one,/crocus'],
    ['DATABASE_READ_URL', 'postgres://standby/crocus'],
    ['CROCUS_WORKERS', '0'],
    ['CROCUS_WORKERS', '65'],
    ['CROCUS_ANSWERS_MB', '-1'],
    ['CROCUS_BACKGROUND', 'no'],
    ['CROCUS_BACKGROUND', 'off'],
    ['CROCUS_LOG_LEVEL', 'verbose'],
    ['CROCUS_METRICS_PORT', 'many'],
    ['CROCUS_TRUSTED_PROXIES', 'loopback'],
    ['CROCUS_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['CROCUS_TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
    ['CROCUS_SLOW_REQUEST_MS', '1s'],
    ['CROCUS_MAX_IN_WORK', '0'],
    ['CROCUS_MAX_WAITING', '-1'],
    ['CROCUS_MAX_WAIT_MS', '60001'],
    ['CROCUS_MAX_CONNECTIONS', '0'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name} must be [^\n]+\\.$`))
  })

  it('reports every wrong setting at once', () => {
    expect(faultsOf({ PORT: 'x', CROCUS_WORKERS: 'y' })).toHaveLength(2)
  })

  it('repeats no secret', () => {
    const faults = faultsOf({ DATABASE_URL: 'mysql://root:hushhush@db/x', CROCUS_ADMIN_PASSWORD: 'hush' })
    expect(faults).toHaveLength(2)
    expect(faults.join()).not.toContain('hush')
  })
})
