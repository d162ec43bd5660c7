// The OpenAPI document of the app, and the client types generated from it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { createApp } from '../src/app.ts'
import { systemClock } from '../src/platform/clock.ts'
import { defaultOverload, type Config } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { createLog } from '../src/platform/log.ts'

const NOTICE = '// Generated from openapi.json by `npm run openapi`: do not edit.\n\n'

/** Path in the repository → text. */
export const generateOpenApi = async (databaseUrl: string): Promise<Map<string, string>> => {
  const document = await readDocument(databaseUrl)
  const types = astToString(await openapiTypescript(JSON.parse(document) as object as never, { alphabetize: true }))
  return new Map([
    ['openapi.json', document],
    ['client/schema.ts', NOTICE + types],
    ['client/idempotent-routes.ts', NOTICE + idempotentRoutes(JSON.parse(document) as Document)],
  ])
}

interface Document {
  readonly paths: Record<string, Record<string, { readonly parameters?: readonly { readonly name: string }[] }>>
}

/** The routes that take an `Idempotency-Key`: clients send one by themselves there. */
const idempotentRoutes = (document: Document): string => {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  return `export const idempotentRoutes = [\n${routes.map(route => `  '${route}',\n`).join('')}]\n`
}

const readDocument = async (databaseUrl: string): Promise<string> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'crocus-openapi-'))
  const config: Config = {
    port: 0,
    host: '127.0.0.1',
    dataFolder,
    sharedFolder: dataFolder,
    // The same document on every machine.
    publicUrl: 'http://localhost:8080',
    adminPassword: undefined,
    databaseUrl,
    databaseReadUrl: undefined,
    workers: 1,
    answerMegabytes: 0,
    doesBackgroundWork: false,
    logLevel: 'error',
    smtpUrl: undefined,
    s3: undefined,
    metrics: undefined,
    tracing: undefined,
    trustedProxies: [],
    slowRequestMs: 0,
    overload: defaultOverload,
    maxStreams: 4_000,
  }
  const db = openDatabase(databaseUrl)
  try {
    const app = await createApp({ config, db, clock: systemClock, log: createLog('error') })
    try {
      const response = await app.fastify.inject('/api/openapi.json')
      if (response.statusCode !== 200)
        throw new Error(`/api/openapi.json answers ${response.statusCode}: ${response.body}`)
      return `${JSON.stringify(response.json(), null, 2)}\n`
    } finally {
      await app.close()
    }
  } finally {
    await db.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
