// Builds each module once, after the modules it depends on, on first use. A server uses all of them (`app.ts`), a command only some
// (`cli/with-installation.ts`). An unused module is not even loaded: loading is most of the cost of a short command.
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Refusals } from './platform/events/refusals.ts'
import type { AgentsModule } from './modules/agents/index.ts'
import type { AuditModule } from './modules/audit/index.ts'
import type { AdministrationModule } from './modules/tracker-definitions/index.ts'
import type { ChangesModule } from './modules/changes/index.ts'
import type { ArtifactsModule } from './modules/artifacts/index.ts'
import type { AuthModule } from './modules/auth/index.ts'
import type { ContentStore, FilesModule } from './modules/files/index.ts'
import type { ExportProject } from './modules/exports/index.ts'
import type { ExchangeModule } from './modules/exchange/index.ts'
import type { ImportsModule } from './modules/imports/index.ts'
import type { InboxModule } from './modules/inbox/index.ts'
import type { NotificationsModule } from './modules/notifications/index.ts'
import type { OauthModule } from './modules/oauth/index.ts'
import type { PresenceModule } from './modules/presence/index.ts'
import type { KanbansModule } from './modules/kanbans/index.ts'
import type { PlanningModule } from './modules/planning/index.ts'
import type { RoadmapsModule } from './modules/roadmaps/index.ts'
import type { SearchModule } from './modules/search/index.ts'
import type { ProjectsModule } from './modules/projects/index.ts'
import type { SampleProjectModule } from './modules/sample-project/index.ts'
import type { SettingsModule } from './modules/settings/index.ts'
import type { SiteModule } from './modules/site-administration/index.ts'
import type { SvnModule, SvnServing } from './modules/svn/index.ts'
import type { TrackersModule } from './modules/trackers/index.ts'
import type { UsersModule } from './modules/users/index.ts'
import type { WebhooksModule } from './modules/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { inTransaction, type Db } from './platform/db/db.ts'
import type { EventConsumer } from './platform/events/consumer.ts'
import type { Mailer } from './platform/mail/mail.ts'
import type { MailTransport, OutboxTransport } from './platform/mail/transport.ts'
import { createSharedFolder, type SharedFolder } from './platform/shared-folder/shared-folder.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { version } from './platform/version.ts'

export interface CompositionOptions {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** Address of the platform if neither a setting nor the environment names one. */
  readonly address: () => string
  /** Traces requests and jobs; undefined = nothing is traced. */
  readonly tracing?: Tracing | undefined
  /** For tests: replaces the wait of a delayed response. */
  readonly sleep?: ((milliseconds: number) => Promise<unknown>) | undefined
  /** For tests: receives the outgoing mails. */
  readonly mailTransport?: MailTransport | undefined
}

/** The modules by name, and what several of them share. */
export interface Modules {
  readonly contents: ContentStore
  readonly outbox: OutboxTransport
  readonly mailTransport: MailTransport
  readonly mailer: Mailer
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly refusals: Refusals
  readonly auth: AuthModule
  readonly oauth: OauthModule
  readonly trackers: TrackersModule
  readonly files: FilesModule
  readonly artifacts: ArtifactsModule
  readonly svn: SvnModule
  readonly svnServing: SvnServing
  readonly imports: ImportsModule
  readonly exports: { readonly exportProject: ExportProject }
  readonly planning: PlanningModule
  readonly kanbans: KanbansModule
  readonly roadmaps: RoadmapsModule
  readonly search: SearchModule
  readonly presence: PresenceModule
  readonly changes: ChangesModule
  readonly exchange: ExchangeModule
  readonly audit: AuditModule
  readonly agents: AgentsModule
  readonly notifications: NotificationsModule
  readonly inbox: InboxModule
  readonly webhooks: WebhooksModule
  readonly site: SiteModule
  readonly administration: AdministrationModule
  readonly sampleProject: SampleProjectModule
}

/** Each module by a function that builds it at its first call. */
export type LazyModules = { readonly [Name in keyof Modules]: () => Promise<Modules[Name]> }

export interface Composition {
  /**
   * For work that only reads. Upper modules register functions in lower ones (`projects.onProjectCopied`, listeners of accounts). Work
   * that writes through a lower module alone would skip these functions, so it needs `loadAll`.
   */
  readonly load: LazyModules
  loadAll(): Promise<Modules>
  /** The folder that all servers share, and whether it belongs to the database. */
  readonly sharedFolder: SharedFolder
  /** Creates the content of a fresh installation if it is missing. Returns the password only if this call created the account. */
  bootstrap(): Promise<{ adminPassword?: string }>
  /** Closes the resources of the modules that were built; the database stays open. */
  close(): Promise<void>
}

export const compose = (options: CompositionOptions): Composition => {
  const { config, db, log } = options
  const sharedFolder = createSharedFolder({ db, folder: config.sharedFolder, log })
  const closers: (() => Promise<void> | void)[] = []
  const load = loadLazily({ ...options, sharedFolder, onClose: close => void closers.push(close) })
  const loadAll = async (): Promise<Modules> => {
    const loaded: Partial<Record<keyof Modules, unknown>> = {}
    for (const name of moduleNames) loaded[name] = await load[name]()
    return loaded as Modules
  }

  return {
    load,
    loadAll,
    sharedFolder,
    bootstrap: async () => {
      const modules = await loadAll()
      const { registerConsumers } = await import('./platform/events/consumer.ts')
      await registerConsumers(db, consumersOf(modules))
      await inTransaction(db, async tx => {
        await modules.projects.bootstrapSiteTemplate(tx)
        await modules.trackers.bootstrapSiteTrackers(tx)
      })
      const administrator = await modules.auth.bootstrapAdministrator(config.adminPassword)
      return administrator ? { adminPassword: administrator.password } : {}
    },
    close: async () => {
      for (const close of closers.toReversed()) await close()
    },
  }
}

/** The options, and the parts that the functions that build modules share. */
interface BuildContext extends CompositionOptions {
  readonly load: LazyModules
  readonly sharedFolder: SharedFolder
  /** `close` runs when the composition is closed, in reverse order. */
  readonly onClose: (close: () => Promise<void> | void) => void
}

type Builders = { readonly [Name in keyof Modules]: (context: BuildContext) => Promise<Modules[Name]> }

/** Lower modules first: this is the order in which `loadAll` builds them, and so of the listeners that they register in lower ones. */
const builders: Builders = {
  contents: async ({ config, sharedFolder }) => {
    const { createContentStore } = await import('./modules/files/index.ts')
    return createContentStore(config, sharedFolder.require)
  },
  outbox: async ({ clock, log, config }) => {
    const { outboxTransport } = await import('./platform/mail/transport.ts')
    return outboxTransport(path.join(config.sharedFolder, 'outbox'), clock, log)
  },
  mailTransport: async context => {
    const { tracing, onClose } = context
    const transport = await openTransport(context)
    const { tracedTransport } = await import('./platform/mail/traced-transport.ts')
    const mailTransport = tracing ? tracedTransport(transport, tracing) : transport
    onClose(() => mailTransport.close())
    return mailTransport
  },
  settings: async ({ db, address }) => {
    const { createSettingsModule } = await import('./modules/settings/index.ts')
    return createSettingsModule(db, address)
  },
  mailer: async ({ db, log, load }) => {
    const settings = await load.settings()
    const { createMailer } = await import('./platform/mail/mail.ts')
    // The transport is loaded when the first mail is sent.
    const transport: Pick<MailTransport, 'send'> = { send: async mail => (await load.mailTransport()).send(mail) }
    return createMailer({ db, transport, sender: () => mailSender(settings), log })
  },
  users: async ({ db, clock, load }) => {
    const { createUsersModule } = await import('./modules/users/index.ts')
    return createUsersModule({ db, clock, settings: await load.settings() })
  },
  projects: async ({ db, load }) => {
    const { createProjectsModule } = await import('./modules/projects/index.ts')
    return createProjectsModule({ db, settings: await load.settings(), users: await load.users() })
  },
  refusals: async ({ db, log, onClose }) => {
    const { createRefusals } = await import('./platform/events/refusals.ts')
    const refusals = createRefusals({ db, log })
    onClose(() => refusals.flush())
    return refusals
  },
  auth: async ({ db, clock, config, load, sleep }) => {
    const { createAuthModule } = await import('./modules/auth/index.ts')
    return createAuthModule({
      db,
      clock,
      sleep: sleep ?? wait,
      // Sign-in attempts may wait for seconds: half of the places stay free for other requests.
      maxSignIns: Math.max(1, Math.floor(config.overload.inWork / 2)),
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      mailer: await load.mailer(),
      refusals: await load.refusals(),
    })
  },
  oauth: async ({ db, clock, log, load }) => {
    const { createOauthModule } = await import('./modules/oauth/index.ts')
    return createOauthModule({
      db,
      clock,
      log,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      auth: await load.auth(),
    })
  },
  trackers: async ({ db, clock, load }) => {
    const { createTrackersModule } = await import('./modules/trackers/index.ts')
    return createTrackersModule({
      db,
      clock,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
    })
  },
  files: async ({ db, clock, load }) => {
    const { createFilesModule } = await import('./modules/files/index.ts')
    return createFilesModule({
      db,
      clock,
      settings: await load.settings(),
      contents: await load.contents(),
      canReadAttachment: async (viewer, place) => (await load.artifacts()).canReadAttachment(viewer, place),
      requireFileField: async (viewer, fieldId) => (await load.trackers()).requireFileField(viewer, fieldId),
    })
  },
  artifacts: async ({ db, clock, log, config, sharedFolder, load }) => {
    const { createArtifactsModule } = await import('./modules/artifacts/index.ts')
    return createArtifactsModule({
      db,
      clock,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      trackers: await load.trackers(),
      contents: await load.contents(),
      files: await load.files(),
      log,
      archiveFolder: path.join(config.sharedFolder, 'deleted'),
      requireArchiveFolder: sharedFolder.require,
      responseCacheBytes: config.answerMegabytes * 1024 * 1024,
      viewerOf: async (userId, isReading) => (await load.auth()).viewerOf(userId, 'rest', { isReading }),
    })
  },
  svnServing: async ({ db, clock, log, config, sharedFolder, load, onClose }) => {
    const { createSvnServing } = await import('./modules/svn/index.ts')
    const svnServing = createSvnServing({
      db,
      clock,
      log,
      dataFolder: config.dataFolder,
      sharedFolder: config.sharedFolder,
      folderState: sharedFolder,
      settings: await load.settings(),
      projects: await load.projects(),
      auth: await load.auth(),
      trackers: await load.trackers(),
      users: await load.users(),
      artifacts: await load.artifacts(),
      onCommit: async ({ id }) => (await load.svn()).processLater({ repositoryId: id }),
      onMessageChange: async ({ id }, revision) => (await load.svn()).processLater({ repositoryId: id, revision }),
    })
    onClose(() => svnServing.close())
    return svnServing
  },
  svn: async ({ db, clock, log, load }) => {
    const { createSvnModule } = await import('./modules/svn/index.ts')
    return createSvnModule({
      db,
      clock,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
      mailer: await load.mailer(),
      log,
      hosting: await load.svnServing(),
    })
  },
  imports: async ({ db, clock, log, config, load }) => {
    const { createImportsModule } = await import('./modules/imports/index.ts')
    return createImportsModule({
      db,
      clock,
      sharedFolder: config.sharedFolder,
      contents: await load.contents(),
      log,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      auth: await load.auth(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
      planning: await load.planning(),
      kanbans: await load.kanbans(),
      roadmaps: await load.roadmaps(),
      svn: await load.svn(),
      files: await load.files(),
      mailer: await load.mailer(),
    })
  },
  exports: async ({ db, clock, config, load }) => {
    const { exportProject } = await import('./modules/exports/index.ts')
    return {
      exportProject: exportProject({
        db,
        clock,
        dataFolder: config.dataFolder,
        contents: await load.contents(),
        files: await load.files(),
        settings: await load.settings(),
        users: await load.users(),
        projects: await load.projects(),
        svn: await load.svn(),
      }),
    }
  },
  planning: async ({ db, clock, load }) => {
    const { createPlanningModule } = await import('./modules/planning/index.ts')
    return createPlanningModule({
      db,
      clock,
      settings: await load.settings(),
      projects: await load.projects(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
      users: await load.users(),
    })
  },
  kanbans: async ({ db, clock, load }) => {
    const { createKanbansModule } = await import('./modules/kanbans/index.ts')
    return createKanbansModule({
      db,
      clock,
      settings: await load.settings(),
      projects: await load.projects(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
      changeDefinition: async (...given) => (await load.administration()).changeTrackerIn(...given),
    })
  },
  roadmaps: async ({ db, clock, load }) => {
    const { createRoadmapsModule } = await import('./modules/roadmaps/index.ts')
    return createRoadmapsModule({
      db,
      clock,
      settings: await load.settings(),
      projects: await load.projects(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
    })
  },
  search: async ({ load }) => {
    const { createSearchModule } = await import('./modules/search/index.ts')
    return createSearchModule({
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
    })
  },
  presence: async ({ db, clock, log, load, onClose }) => {
    const { createPresenceModule } = await import('./modules/presence/index.ts')
    const presence = createPresenceModule({
      db,
      clock,
      log,
      users: await load.users(),
      auth: await load.auth(),
      artifacts: await load.artifacts(),
    })
    onClose(() => presence.close())
    return presence
  },
  changes: async ({ db, clock, log, config, load, onClose }) => {
    const { createChangesModule } = await import('./modules/changes/index.ts')
    const changes = await createChangesModule({
      db,
      clock,
      log,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
      presence: await load.presence(),
      svn: await load.svn(),
      maxStreams: config.maxStreams,
    })
    onClose(() => changes.close())
    return changes
  },
  exchange: async ({ db, clock, log, load }) => {
    const { createExchangeModule } = await import('./modules/exchange/index.ts')
    return createExchangeModule({
      db,
      clock,
      log,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      auth: await load.auth(),
      site: await load.site(),
      files: await load.files(),
      contents: await load.contents(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
      administration: await load.administration(),
      changes: await load.changes(),
    })
  },
  audit: async ({ db, clock, log, load }) => {
    const { createAuditModule } = await import('./modules/audit/index.ts')
    return createAuditModule({
      db,
      clock,
      log,
      refusals: await load.refusals(),
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      trackers: await load.trackers(),
      changes: await load.changes(),
    })
  },
  agents: async ({ db, clock, load }) => {
    const { createAgentsModule } = await import('./modules/agents/index.ts')
    return createAgentsModule({
      db,
      clock,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      auth: await load.auth(),
      oauth: await load.oauth(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
    })
  },
  notifications: async ({ db, load }) => {
    const settings = await load.settings()
    const { createNotificationsModule } = await import('./modules/notifications/index.ts')
    return createNotificationsModule({
      db,
      users: await load.users(),
      projects: await load.projects(),
      auth: await load.auth(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
      mailer: await load.mailer(),
      frame: () => ({
        publicUrl: settings.publicUrl(),
        platform: settings.get('platform_name'),
        senderAddress: mailSender(settings).address,
      }),
    })
  },
  inbox: async ({ db, clock, log, load }) => {
    const { createInboxModule } = await import('./modules/inbox/index.ts')
    return createInboxModule({
      db,
      clock,
      log,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      auth: await load.auth(),
      artifacts: await load.artifacts(),
      agents: await load.agents(),
      changes: await load.changes(),
    })
  },
  webhooks: async ({ db, clock, log, load }) => {
    const { createWebhooksModule } = await import('./modules/webhooks/index.ts')
    return createWebhooksModule({
      db,
      clock,
      log,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
      auth: await load.auth(),
      mailer: await load.mailer(),
      changes: await load.changes(),
    })
  },
  site: async ({ db, clock, config, load, mailTransport }) => {
    const svnServing = await load.svnServing()
    const { createSiteModule } = await import('./modules/site-administration/index.ts')
    return createSiteModule({
      db,
      clock,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      auth: await load.auth(),
      mailer: await load.mailer(),
      runtime: {
        version,
        dataFolder: config.dataFolder,
        sharedFolder: config.sharedFolder,
        processes: config.workers,
        svn: { state: svnServing.state, version: svnServing.version },
      },
      isMailSent: mailTransport !== undefined || config.smtpUrl !== undefined,
    })
  },
  administration: async ({ db, clock, load }) => {
    const { createAdministrationModule } = await import('./modules/tracker-definitions/index.ts')
    return createAdministrationModule({
      db,
      clock,
      settings: await load.settings(),
      users: await load.users(),
      projects: await load.projects(),
      trackers: await load.trackers(),
    })
  },
  sampleProject: async ({ db, clock, load }) => {
    const { createSampleProjectModule } = await import('./modules/sample-project/index.ts')
    return createSampleProjectModule({
      db,
      clock,
      users: await load.users(),
      projects: await load.projects(),
      trackers: await load.trackers(),
      artifacts: await load.artifacts(),
      svn: await load.svn(),
      imports: await load.imports(),
    })
  },
}

const openTransport = async ({ config, load, sharedFolder, mailTransport }: BuildContext): Promise<MailTransport> => {
  if (mailTransport) return mailTransport
  if (config.smtpUrl !== undefined) {
    const { smtpTransport } = await import('./platform/mail/smtp-transport.ts')
    return smtpTransport(config.smtpUrl)
  }
  const outbox = await load.outbox()
  return {
    ...outbox,
    send: async mail => {
      sharedFolder.require()
      await outbox.send(mail)
    },
  }
}

const moduleNames = Object.keys(builders) as (keyof Modules)[]

const loadLazily = (context: Omit<BuildContext, 'load'>): LazyModules => {
  const load: Partial<Record<keyof Modules, () => Promise<unknown>>> = {}
  const withLoad: BuildContext = { ...context, load: load as LazyModules }
  for (const name of moduleNames) load[name] = once<unknown>(() => builders[name](withLoad))
  return load as LazyModules
}

/** The consumers of events. */
export const consumersOf = ({
  audit,
  oauth,
  artifacts,
  notifications,
  inbox,
  webhooks,
  svn,
  agents,
}: Modules): EventConsumer[] => [
  ...audit.consumers,
  ...oauth.consumers,
  ...artifacts.consumers,
  ...notifications.consumers,
  ...inbox.consumers,
  ...webhooks.consumers,
  ...svn.consumers,
  ...agents.consumers,
]

const once = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}

const mailSender = (settings: SettingsModule): { name: string; address: string } => {
  const host = URL.parse(settings.publicUrl())?.hostname ?? 'localhost'
  return { name: settings.get('platform_name'), address: settings.get('mail_sender') || `noreply@${host}` }
}
