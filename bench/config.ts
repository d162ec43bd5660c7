// The configuration of an application that a benchmark runs in its own process.
import { defaultOverload, type Config } from '../src/platform/config.ts'

export const benchConfig = (given: Pick<Config, 'dataFolder' | 'databaseUrl' | 'answerMegabytes'>): Config => ({
  sharedFolder: given.dataFolder,
  port: 0,
  host: '127.0.0.1',
  publicUrl: undefined,
  adminPassword: undefined,
  workers: 1,
  databaseReadUrl: undefined,
  smtpUrl: undefined,
  s3: undefined,
  metrics: undefined,
  tracing: undefined,
  trustedProxies: [],
  slowRequestMs: 0,
  maxStreams: 4_000,
  overload: defaultOverload,
  doesBackgroundWork: true,
  logLevel: 'warn',
  ...given,
})
