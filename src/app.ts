// The composition root: builds each module once, lower ones first, and registers their routes.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { createAdministrationModule, type AdministrationModule } from './modules/administration/index.ts'
import { createArtifactsModule, type ArtifactsModule } from './modules/artifacts/index.ts'
import { createAuthModule, hasCredentials, networkOf, type AuthModule } from './modules/auth/index.ts'
import {
  addDownloadRoutes,
  addUploadRoutes,
  countUnfinishedFiles,
  createContentStore,
  createFilesModule,
  type ContentStore,
  type FilesModule,
} from './modules/files/index.ts'
import { exportProject, type ExportProject } from './modules/exports/index.ts'
import { ARCHIVE_UPLOADS, createImportsModule, type ImportsModule } from './modules/imports/index.ts'
import { createNotificationsModule } from './modules/notifications/index.ts'
import { addOauthEndpoints, addPageRedirects, createOauthModule, type OauthModule } from './modules/oauth/index.ts'
import { createProjectsModule, type ProjectsModule } from './modules/projects/index.ts'
import { createSettingsModule, type SettingsModule } from './modules/settings/index.ts'
import { createSiteModule } from './modules/site/index.ts'
import {
  createSvnModule,
  createSvnServing,
  registerSvnGateway,
  type SvnModule,
  type SvnServing,
} from './modules/svn/index.ts'
import { createTrackersModule, type TrackersModule } from './modules/trackers/index.ts'
import { createUsersModule, type UsersModule, type Viewer } from './modules/users/index.ts'
import { createWebhooksModule } from './modules/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { inTransaction, type Db } from './platform/db/db.ts'
import { checkHealth, version } from './platform/health.ts'
import { createApiServer, type Caller, type CallLimits } from './platform/http/api-server.ts'
import { createFigures, type Figures } from './platform/metrics/figures.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { registerConsumers, type EventConsumer } from './platform/events/consumer.ts'
import type { Route } from './platform/http/route.ts'
import { traceRequests } from './platform/http/request-tracing.ts'
import { registerWebApp } from './platform/http/web-app.ts'
import { chargeCall } from './platform/limits/call-limits.ts'
import { RateWindows } from './platform/limits/rate-windows.ts'
import { createSharedFolder, type SharedFolder } from './platform/shared-folder/shared-folder.ts'
import { openLanes, type Lanes } from './platform/overload/lanes.ts'
import type { Job } from './platform/jobs/jobs.ts'
import { createMailer } from './platform/mail/mail.ts'
import { tracedTransport } from './platform/mail/traced-transport.ts'
import { outboxTransport, smtpTransport, type MailTransport } from './platform/mail/transport.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

export interface AppOptions {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** Measures what is done; undefined = nothing is measured. */
  readonly metrics?: Metrics | undefined
  /** Tells what took how long; undefined = nobody is told. */
  readonly tracing?: Tracing | undefined
  /** Tests: every answer is held against its declared schema. */
  readonly checkResponses?: boolean
  /** Tests: passes the time that a slow answer would take. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>
  /** Tests: takes the mails that would go out. */
  readonly mailTransport?: MailTransport
}

/** The modules by name, for the administration command. */
export interface Modules {
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly auth: AuthModule
  readonly oauth: OauthModule
  readonly trackers: TrackersModule
  readonly files: FilesModule
  readonly artifacts: ArtifactsModule
  readonly svn: SvnModule
  readonly svnServing: SvnServing
  readonly imports: ImportsModule
  readonly exports: { readonly exportProject: ExportProject }
  readonly administration: AdministrationModule
}

export interface App {
  readonly fastify: FastifyInstance
  readonly modules: Modules
  readonly routes: readonly Route<Viewer>[]
  /** Makes what a fresh installation brings; nothing where it is there. The password only when the account was just made. */
  bootstrap(): Promise<{ adminPassword?: string }>
  /** Where the contents of files are. */
  readonly contents: ContentStore
  /** Whether the folder of what all servers share is the right one. */
  readonly sharedFolder: SharedFolder
  /** What Prometheus is told beside the requests. */
  readonly figures: Figures
  /** How much is done at once, and how much was refused. */
  readonly lanes: Lanes
  /** What is to be done in the background; whoever serves requests starts them. */
  readonly jobs: readonly Job[]
  /** Who acts on events; whoever serves requests starts them. */
  readonly consumers: readonly EventConsumer[]
  /** Ends requests and background work; the database stays open. */
  close(): Promise<void>
}

export const createApp = async (options: AppOptions): Promise<App> => {
  const { config, db, clock, log, checkResponses = false } = options
  const sharedFolder = createSharedFolder({ db, folder: config.sharedFolder, log })
  const contents = await createContentStore(config, sharedFolder.require)
  // Where it listens is known only after it does, and asking for it is a system call: asked once, for it is in every answer.
  let address: string | undefined
  const listeningAt = (): string => {
    if (config.publicUrl !== undefined) return config.publicUrl
    if (address !== undefined) return address
    const found = addressOf(fastify, config)
    if (fastify.server.listening) address = found
    return found
  }

  const settings = await createSettingsModule(db, listeningAt)
  const outbox = outboxTransport(path.join(config.sharedFolder, 'outbox'), clock, log)
  const keptTransport: MailTransport = {
    ...outbox,
    send: async mail => {
      sharedFolder.require()
      await outbox.send(mail)
    },
  }
  const { tracing } = options
  const transport =
    options.mailTransport ?? (config.smtpUrl === undefined ? keptTransport : smtpTransport(config.smtpUrl))
  const mailTransport = tracing ? tracedTransport(transport, tracing) : transport
  const mailer = createMailer({ transport: mailTransport, sender: () => mailSender(settings), log })
  const users = createUsersModule({ db, clock, settings })
  const projects = createProjectsModule({ db, settings, users })
  const auth = createAuthModule({
    db,
    clock,
    sleep: options.sleep ?? sleep,
    // Attempts to sign in may wait for seconds: half of the places stay with other requests.
    mostSignIns: Math.max(1, Math.floor(config.overload.inWork / 2)),
    settings,
    users,
    projects,
    mailer,
  })
  const oauth = createOauthModule({ db, clock, log, settings, users, projects, auth })
  const trackers = createTrackersModule({ db, clock, settings, users, projects })
  const files = createFilesModule({
    db,
    clock,
    settings,
    contents,
    canReadAttachment: (viewer, place) => artifacts.canReadAttachment(viewer, place),
    requireFileField: (viewer, fieldId) => trackers.requireFileField(viewer, fieldId),
  })
  const artifacts = await createArtifactsModule({
    db,
    clock,
    settings,
    users,
    projects,
    trackers,
    contents,
    files,
    log,
    archiveFolder: path.join(config.sharedFolder, 'deleted'),
    requireArchiveFolder: sharedFolder.require,
    answerBytes: config.answerMegabytes * 1024 * 1024,
  })
  const svnServing = createSvnServing({
    db,
    clock,
    log,
    dataFolder: config.dataFolder,
    sharedFolder: config.sharedFolder,
    folderState: sharedFolder,
    settings,
    projects,
    auth,
    trackers,
    noteCommit: ({ id }) => svn.processLater({ repositoryId: id }),
    noteMessageChange: ({ id }, revision) => svn.processLater({ repositoryId: id, revision }),
  })
  const svn: SvnModule = createSvnModule({
    db,
    clock,
    settings,
    users,
    projects,
    trackers,
    artifacts,
    mailer,
    log,
    hosting: svnServing,
  })
  const imports = createImportsModule({
    db,
    clock,
    sharedFolder: config.sharedFolder,
    contents,
    log,
    settings,
    users,
    projects,
    auth,
    trackers,
    artifacts,
    svn,
    files,
    mailer,
  })
  const exports = {
    exportProject: exportProject({
      db,
      clock,
      dataFolder: config.dataFolder,
      contents,
      files,
      settings,
      users,
      projects,
      svn,
    }),
  }

  const notifications = createNotificationsModule({
    db,
    users,
    projects,
    auth,
    trackers,
    artifacts,
    mailer,
    frame: () => ({
      publicUrl: settings.publicUrl(),
      platform: settings.get('platform_name'),
      senderAddress: mailSender(settings).address,
    }),
  })
  const webhooks = createWebhooksModule({ db, clock, log, settings, users, projects, trackers, artifacts })
  const site = createSiteModule({
    db,
    clock,
    settings,
    users,
    projects,
    auth,
    mailer,
    machinery: {
      version,
      dataFolder: config.dataFolder,
      sharedFolder: config.sharedFolder,
      processes: config.workers,
      svn: { state: svnServing.state, version: svnServing.version },
    },
    isMailSent: options.mailTransport !== undefined || config.smtpUrl !== undefined,
  })
  const administration = createAdministrationModule({ db, clock, users, projects, trackers })

  const routes = [
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
    notifications,
    webhooks,
  ].flatMap(module => module.routes)
  const lanes = openLanes(config.overload)
  const windows = new RateWindows({
    db,
    clock,
    onError: error => log.warn({ err: error }, 'calls are counted by each process alone'),
  })
  const callLimits = limitCalls(settings, windows, clock)
  const limited = limitedAuthentication(callLimits)
  const fastify = createApiServer<Viewer>({
    routes,
    optionsOnly: trackers.optionsOnly.filter(known => routes.every(route => route.path !== known)),
    authenticate: auth.authenticate,
    guard: auth.requireOwnScript,
    logger: log,
    version,
    checkResponses,
    ...(options.metrics && { meter: options.metrics.meter }),
    ...(tracing && { tracing: traceRequests(tracing) }),
    lanes,
    callLimits,
    hasCredentials,
    trustedProxies: config.trustedProxies,
    slowRequestMs: config.slowRequestMs,
    accountIdOf: viewer => (viewer.isAnonymous ? undefined : viewer.userId),
    ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
  })
  addPlainRoutes(fastify, db, users, svnServing.state)
  if (options.metrics?.answer) addMetricsRoute(fastify, options.metrics.answer)
  addDownloadRoutes(fastify, { authenticate: limited(auth.authenticateDownload), serve: files.serveDownload })
  addUploadRoutes(fastify, { authenticate: limited(auth.authenticate), serve: files.serveUpload })
  addUploadRoutes(fastify, {
    authenticate: limited(auth.authenticate),
    serve: imports.serveUpload,
    path: ARCHIVE_UPLOADS,
  })
  registerSvnGateway(fastify, svnServing.gateway)
  addPageRedirects(fastify)
  addOauthEndpoints(fastify, oauth.endpoints)
  registerWebApp(fastify)

  const consumers: EventConsumer[] = [
    ...oauth.consumers,
    ...artifacts.consumers,
    ...notifications.consumers,
    ...webhooks.consumers,
    ...svn.consumers,
  ]
  return {
    fastify,
    routes,
    contents,
    sharedFolder,
    figures: createFigures({
      db,
      log,
      countUploads: tx => countUnfinishedFiles(tx, clock.now()),
      lanes,
      svnState: svnServing.state,
    }),
    lanes,
    // Those of files, repositories, workflows, webhooks and archives run too often to be listed one by one.
    jobs: [
      ...files.jobs,
      ...svn.jobs,
      ...artifacts.jobs,
      ...webhooks.jobs,
      ...imports.frequentJobs,
      ...oauth.jobs,
      ...site.noteJobs([
        ...mailer.jobs,
        ...auth.jobs,
        ...imports.jobs,
        ...site.jobs,
        { name: 'remove_expired_credentials', schedule: '17 3 * * *', run: () => auth.removeExpired() },
        { name: 'tidy_outbox', schedule: '47 3 * * *', run: () => outbox.tidy() },
      ]),
    ],
    consumers,
    modules: {
      settings,
      users,
      projects,
      auth,
      oauth,
      trackers,
      files,
      artifacts,
      svn,
      svnServing,
      imports,
      exports,
      administration,
    },
    bootstrap: async () => {
      await registerConsumers(db, consumers)
      await inTransaction(db, async tx => {
        await projects.bootstrapSiteTemplate(tx)
        await trackers.bootstrapSiteTrackers(tx)
      })
      const administrator = await auth.bootstrapAdministrator(config.adminPassword)
      return administrator ? { adminPassword: administrator.password } : {}
    },
    close: async () => {
      await fastify.close()
      windows.close()
      await svnServing.close()
      mailTransport.close()
    },
  }
}

/** How often an account, or an address that nobody signs in from, may call: by the settings of the platform. */
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
        ? [{ caller: `ip ${networkOf(ip)}`, limit: settings.get('anonymous_requests_per_minute') }]
        : [
            { caller: `user ${viewer.userId}`, limit: settings.get('requests_per_minute') },
            { caller: `writer ${viewer.userId}`, limit: isReading ? 0 : settings.get('writes_per_minute') },
          ]
    return chargeCall(
      windows,
      charges.filter(({ limit }) => limit > 0),
      () => clock.now(),
    )
  },
})

/** The same for addresses outside of the API that take its credentials. */
const limitedAuthentication =
  ({ isOn, charge }: CallLimits<Viewer>) =>
  <Rest extends unknown[]>(authenticate: (caller: Caller, ...rest: Rest) => Promise<Viewer>) =>
  async (caller: Caller, ...rest: Rest): Promise<Viewer> => {
    const viewer = await authenticate(caller, ...rest)
    if (isOn()) await charge(viewer, caller)
    return viewer
  }

/** What is not the API: health, and the pictures of accounts. */
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
    fastify.get<{ Params: Record<string, string> }>(url, { config: { lane: 'plain' } }, async (request, reply) => {
      const found = await picture(request.params)
      if (!found) return reply.code(404).send()
      return reply.headers(found.headers).type('image/png').send(found.body)
    })
  }
}

const addMetricsRoute = (fastify: FastifyInstance, answer: NonNullable<Metrics['answer']>): void => {
  fastify.get('/metrics', async (request, reply) => {
    const { status, headers, body } = await answer(request.headers)
    return reply.code(status).headers(headers).send(body)
  })
}

const mailSender = (settings: SettingsModule): { name: string; address: string } => {
  const host = URL.parse(settings.publicUrl())?.hostname ?? 'localhost'
  return { name: settings.get('platform_name'), address: settings.get('mail_sender') || `noreply@${host}` }
}

const addressOf = (fastify: FastifyInstance, config: Config): string => {
  const address = fastify.server.address() as AddressInfo | null
  return `http://${config.host}:${address?.port ?? config.port}`
}
