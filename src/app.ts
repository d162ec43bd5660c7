// All modules (`composition.ts`) behind one HTTP server: registers their routes, lists their background work.
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { compose, consumersOf, type Modules } from './composition.ts'
import { createInnerCalls, type InnerCalls } from './inner-calls.ts'
import { hasCredentials, networkOf } from './modules/auth/index.ts'
import { addOldAddresses } from './modules/artifacts/index.ts'
import { addDownloadRoutes, addUploadRoutes, countUnfinishedFiles, type ContentStore } from './modules/files/index.ts'
import { IMPORT_UPLOADS } from './modules/exchange/index.ts'
import { ARCHIVE_UPLOADS } from './modules/imports/index.ts'
import { addMcpEndpoint, createMcpEndpoint, type McpDependencies } from './modules/mcp/index.ts'
import { addOauthEndpoints, addPageRedirects } from './modules/oauth/index.ts'
import { addOldPlanningAddresses } from './modules/planning/index.ts'
import type { SettingsModule } from './modules/settings/index.ts'
import { registerSvnGateway } from './modules/svn/index.ts'
import { actingOf, type UsersModule, type Viewer } from './modules/users/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/db.ts'
import { checkHealth } from './platform/health.ts'
import { createApiServer } from './platform/http/server/api-server.ts'
import type { ApiServerOptions, Caller, CallLimits } from './platform/http/server/server-options.ts'
import { createMetricsCollector, type MetricsCollector } from './platform/metrics/metrics-collector.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { EventConsumer } from './platform/events/consumer.ts'
import type { Route } from './platform/http/routes/route.ts'
import { createRequestTracing } from './platform/http/server/request-tracing.ts'
import { registerWebApp } from './platform/http/server/web-app.ts'
import { answeringOnce } from './platform/http/routes/answering-once.ts'
import { answerOnce } from './platform/idempotency/answer-once.ts'
import { expireRecords } from './platform/idempotency/idempotency.ts'
import { chargeCall } from './platform/limits/call-limits.ts'
import { RateWindows } from './platform/limits/rate-windows.ts'
import type { SharedFolder } from './platform/shared-folder/shared-folder.ts'
import { openRequestClasses, type RequestClasses } from './platform/overload/request-classes.ts'
import type { Job } from './platform/jobs/jobs.ts'
import type { MailTransport } from './platform/mail/transport.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { version } from './platform/version.ts'

export interface AppOptions {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** Collects metrics; undefined = no metrics. */
  readonly metrics?: Metrics | undefined
  /** Traces requests and jobs; undefined = nothing is traced. */
  readonly tracing?: Tracing | undefined
  /** For tests: every response is checked against its declared schema. */
  readonly checkResponses?: boolean
  /** For tests: replaces the wait of a delayed response. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>
  /** For tests: receives the outgoing mails. */
  readonly mailTransport?: MailTransport
}

export interface App {
  readonly fastify: FastifyInstance
  readonly modules: Modules
  readonly routes: readonly Route<Viewer>[]
  /** Creates the content of a fresh installation if it is missing. Returns the password only if this call created the account. */
  bootstrap(): Promise<{ adminPassword?: string }>
  /** Store of the contents of files. */
  readonly contents: ContentStore
  /** The folder that all servers share, and whether it belongs to the database. */
  readonly sharedFolder: SharedFolder
  /** Metrics beside those of the requests. */
  readonly metricsCollector: MetricsCollector
  /** Limits and refusals of requests, by class. */
  readonly requestClasses: RequestClasses
  /** Background jobs; the process that serves requests starts them. */
  readonly jobs: readonly Job[]
  /** Consumers of events; the process that serves requests starts them. */
  readonly consumers: readonly EventConsumer[]
  /** Ends requests and background work; the database stays open. */
  close(): Promise<void>
}

export const createApp = async (options: AppOptions): Promise<App> => {
  const { config, db, clock, log, tracing, mailTransport } = options
  const address = addressCache(config, () => fastify)
  const composition = compose({ config, db, clock, log, tracing, mailTransport, sleep: options.sleep, address })
  const modules = await composition.loadAll()
  const { settings, contents, svnServing } = modules
  const routes = routesOf(modules)
  const requestClasses = openRequestClasses(config.overload)
  const windows = new RateWindows({
    db,
    clock,
    onError: error => log.warn({ err: error }, 'calls are counted by each process alone'),
  })
  const callLimits = limitCalls(settings, windows, clock)
  const serverOptions = { ...serverOptionsOf(options, modules, routes), requestClasses, callLimits, baseUrl: address }
  const fastify = createApiServer<Viewer>(serverOptions)
  addRoutesOutsideApi(fastify, options, modules, limitedAuthentication(callLimits))
  const innerCalls = addMcp(fastify, options, modules, serverOptions)

  return {
    fastify,
    routes,
    contents,
    sharedFolder: composition.sharedFolder,
    metricsCollector: createMetricsCollector({
      db,
      log,
      countUploads: tx => countUnfinishedFiles(tx, clock.now()),
      requestClasses,
      countStreams: () => modules.changes.stats().streams,
      svnState: svnServing.state,
    }),
    requestClasses,
    jobs: jobsOf(options, modules),
    consumers: consumersOf(modules),
    modules,
    bootstrap: () => composition.bootstrap(),
    close: async () => {
      // The server waits for its connections, and streams do not end by themselves.
      modules.changes.close()
      await fastify.close()
      await innerCalls.close()
      windows.close()
      await modules.audit.signHead().catch((error: unknown) => log.warn({ err: error }, 'the audit was not signed'))
      await composition.close()
    },
  }
}

/** The address is known only after listening, and reading it is a system call: it is cached, since every response needs it. */
const addressCache = (config: Config, server: () => FastifyInstance): (() => string) => {
  let address: string | undefined
  return () => {
    if (config.publicUrl !== undefined) return config.publicUrl
    if (address !== undefined) return address
    const fastify = server()
    const found = addressOf(fastify, config)
    if (fastify.server.listening) address = found
    return found
  }
}

const routesOf = (modules: Modules): Route<Viewer>[] => {
  const { users, projects, auth, oauth, trackers, files, artifacts, svn, imports, site } = modules
  const {
    administration,
    planning,
    kanbans,
    roadmaps,
    search,
    presence,
    changes,
    exchange,
    audit,
    agents,
    notifications,
    inbox,
    webhooks,
    sampleProject,
  } = modules
  return [
    users,
    projects,
    auth,
    oauth,
    site,
    trackers,
    files,
    artifacts,
    svn,
    imports,
    administration,
    planning,
    kanbans,
    roadmaps,
    search,
    presence,
    changes,
    exchange,
    audit,
    agents,
    notifications,
    inbox,
    webhooks,
    sampleProject,
  ].flatMap(module => module.routes)
}

const serverOptionsOf = (
  { config, db, clock, log, metrics, tracing, checkResponses = false }: AppOptions,
  { audit, auth, kanbans, planning, trackers, webhooks }: Modules,
  routes: readonly Route<Viewer>[],
): Omit<ApiServerOptions<Viewer>, 'requestClasses' | 'callLimits'> => ({
  routes,
  optionsOnly: [
    ...[...trackers.optionsOnly, ...planning.optionsOnly].filter(known => routes.every(route => route.path !== known)),
    ...kanbans.optionsOnly,
  ],
  authenticate: auth.authenticate,
  guard: auth.requireOwnScript,
  logger: log,
  outgoingCalls: webhooks.outgoingCalls,
  version,
  checkResponses,
  ...(metrics && { meter: metrics.meter }),
  ...(tracing && { tracing: createRequestTracing(tracing) }),
  hasCredentials,
  trustedProxies: config.trustedProxies,
  slowRequestMs: config.slowRequestMs,
  accountIdOf: viewer => (viewer.isAnonymous ? undefined : viewer.userId),
  credentialLimitsOf: ({ projectIds, isSiteAdministrator }) =>
    JSON.stringify([projectIds ? [...projectIds].sort() : null, isSiteAdministrator]),
  actingOf,
  onForbidden: refused => audit.noteForbidden(refused),
  answerOnce: answeringOnce(answerOnce({ db, clock })),
  ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
})

/** The addresses of Crocus that are no calls of the API: contents, uploads, repositories, sign-in of OAuth2, pages. */
const addRoutesOutsideApi = (
  fastify: FastifyInstance,
  { db, metrics }: AppOptions,
  { users, auth, oauth, files, imports, exchange, svnServing }: Modules,
  limited: ReturnType<typeof limitedAuthentication>,
): void => {
  addPlainRoutes(fastify, db, users, svnServing.state)
  if (metrics?.answer) addMetricsRoute(fastify, metrics.answer)
  addDownloadRoutes(fastify, { authenticate: limited(auth.authenticateDownload), serve: files.serveDownload })
  addUploadRoutes(fastify, { authenticate: limited(auth.authenticate), serve: files.serveUpload })
  addUploadRoutes(fastify, {
    authenticate: limited(auth.authenticate),
    serve: imports.serveUpload,
    path: ARCHIVE_UPLOADS,
  })
  addUploadRoutes(fastify, {
    authenticate: limited(auth.authenticate),
    serve: exchange.serveUpload,
    path: IMPORT_UPLOADS,
  })
  registerSvnGateway(fastify, svnServing.gateway)
  addPageRedirects(fastify)
  addOauthEndpoints(fastify, oauth.endpoints)
  const showPage = registerWebApp(fastify)
  addOldAddresses(fastify, showPage)
  addOldPlanningAddresses(fastify, showPage)
}

/** The MCP server, whose tools call the API inside the process. */
const addMcp = (
  fastify: FastifyInstance,
  { db, clock }: AppOptions,
  { settings, auth, agents }: Modules,
  { authenticate: _, guard: _guard, meter: _meter, ...serverOptions }: ApiServerOptions<Viewer>,
): InnerCalls => {
  const innerCalls = createInnerCalls(serverOptions)
  const callApi: McpDependencies['callApi'] = (...call) => innerCalls.call(...call)
  agents.setRunWrite((viewer, call, ip) => innerCalls.call(viewer, call, ip))
  const charge: McpDependencies['charge'] = async (viewer, ip) =>
    serverOptions.callLimits?.isOn() === true &&
    serverOptions.callLimits.charge(viewer, { headers: {}, method: 'GET', path: '/mcp', ip })
  const { authenticate } = auth
  addMcpEndpoint(fastify, createMcpEndpoint({ db, clock, settings, authenticate, charge, agents, callApi }))
  return innerCalls
}

const jobsOf = ({ db, clock }: Pick<AppOptions, 'db' | 'clock'>, modules: Modules): Job[] => {
  const {
    settings,
    files,
    svn,
    artifacts,
    changes,
    exchange,
    audit,
    agents,
    webhooks,
    imports,
    oauth,
    site,
    mailer,
    auth,
    outbox,
    inbox,
  } = modules
  // The jobs of files, repositories, workflows, webhooks and archives run too often to be listed one by one.
  return [
    expireIdempotencyRecords(db, clock, settings),
    ...files.jobs,
    ...svn.jobs,
    ...artifacts.jobs,
    ...changes.jobs,
    ...agents.jobs,
    ...webhooks.jobs,
    ...exchange.jobs,
    ...imports.frequentJobs,
    ...oauth.jobs,
    ...site.recordJobRuns([
      ...mailer.jobs,
      ...auth.jobs,
      ...audit.jobs,
      ...imports.jobs,
      ...site.jobs,
      ...inbox.jobs,
      { name: 'remove_expired_credentials', schedule: '17 3 * * *', run: () => auth.removeExpired() },
      { name: 'tidy_outbox', schedule: '47 3 * * *', run: () => outbox.tidy() },
    ]),
  ]
}

const HOUR_MS = 60 * 60 * 1000

const expireIdempotencyRecords = (db: Db, clock: Clock, settings: SettingsModule): Job => ({
  name: 'expire_idempotency_records',
  schedule: '*/10 * * * *',
  run: () => expireRecords(db, new Date(clock.now().getTime() - settings.get('idempotency_hours') * HOUR_MS)),
})

/** Limits of calls per account, or per address without a sign-in, by the settings of the platform. */
const limitCalls = (settings: SettingsModule, windows: RateWindows, clock: Clock): CallLimits<Viewer> => ({
  isOn: () =>
    settings.get('requests_per_minute') +
      settings.get('writes_per_minute') +
      settings.get('anonymous_requests_per_minute') >
    0,
  charge: async (viewer, { method, ip }) => {
    const isReading = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
    const charges =
      viewer === undefined || viewer.isAnonymous
        ? [
            {
              policy: 'anonymous',
              caller: `ip ${networkOf(ip)}`,
              limit: settings.get('anonymous_requests_per_minute'),
            },
          ]
        : [
            { policy: 'requests', caller: `user ${viewer.userId}`, limit: settings.get('requests_per_minute') },
            {
              policy: 'writes',
              caller: `writer ${viewer.userId}`,
              limit: isReading ? 0 : settings.get('writes_per_minute'),
            },
          ]
    return chargeCall(
      windows,
      charges.filter(({ limit }) => limit > 0),
      () => clock.now(),
    )
  },
})

/** Applies the call limits to addresses outside the API that accept its credentials. */
const limitedAuthentication =
  ({ isOn, charge }: CallLimits<Viewer>) =>
  <Rest extends unknown[]>(authenticate: (caller: Caller, ...rest: Rest) => Promise<Viewer>) =>
  async (caller: Caller, ...rest: Rest): Promise<Viewer> => {
    const viewer = await authenticate(caller, ...rest)
    if (isOn()) await charge(viewer, caller)
    return viewer
  }

/** Routes outside the API: health, and the pictures of accounts. */
const addPlainRoutes = (fastify: FastifyInstance, db: Db, users: UsersModule, svnState: () => string): void => {
  const health = checkHealth(db, svnState)
  fastify.get('/health', async (_request, reply) => {
    const { statusCode, body } = await health()
    return reply
      .code(statusCode)
      .headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
      .send(body)
  })
  for (const { path: url, picture } of users.pictures) {
    fastify.get<{ Params: Record<string, string> }>(
      url,
      { config: { requestClass: 'plain' } },
      async (request, reply) => {
        const found = await picture(request.params)
        if (!found) return reply.code(404).send()
        return reply.headers(found.headers).type('image/png').send(found.body)
      },
    )
  }
}

const addMetricsRoute = (fastify: FastifyInstance, answer: NonNullable<Metrics['answer']>): void => {
  fastify.get('/metrics', async (request, reply) => {
    const { status, headers, body } = await answer(request.headers)
    return reply.code(status).headers(headers).send(body)
  })
}

const addressOf = (fastify: FastifyInstance, config: Config): string => {
  const address = fastify.server.address() as AddressInfo | null
  return `http://${config.host}:${address?.port ?? config.port}`
}
