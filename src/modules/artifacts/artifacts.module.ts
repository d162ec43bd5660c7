import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { ContentStore, FilesModule } from '../files/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { activityRoutes } from './activity/activity.routes.ts'
import { summaryOf } from './access/artifact-summary.ts'
import { createArtifactAccess } from './access/artifact-access.ts'
import type { ArtifactWithLinks } from './model/artifact.ts'
import { createArtifactReader, createHistoryReader } from './store/artifact-reader.store.ts'
import { createDeletionArchiver } from './delete/archive-deleted.ts'
import type { ArtifactOperations } from './artifacts.operations.ts'
import { artifactRoutes } from './artifacts.routes.ts'
import { findArtifacts } from './store/artifacts.store.ts'
import { canReadAttachment } from './access/can-read-attachment.ts'
import { createArtifact, type WriteDependencies } from './write/create-artifact.ts'
import { deleteArtifact, startOfDeletionWindow } from './delete/delete-artifact.ts'
import { countDeletions, eraseProjectArtifacts } from './delete/delete-artifact.store.ts'
import { changeRightsOf } from './explain/change-rights.ts'
import { explainArtifact, explainTracker, type ExplainDependencies } from './explain/explain.ts'
import { explainRoutes } from './explain/explain.routes.ts'
import { deletionsRoutes } from './delete/deletions.routes.ts'
import { importArtifacts, type ArtifactImport } from './transfer/import-artifacts.ts'
import { allocateArtifactIds, allocateImportedStepIds } from './transfer/import-artifacts.store.ts'
import { listEdits } from './store/changesets.store.ts'
import { commentRoutes } from './comments/comments.routes.ts'
import { readChanges, type DescribeDependencies, type ReadChanges } from './history/describe-change.ts'
import { editComment, listCommentVersions, type CommentDependencies } from './comments/edit-comment.ts'
import type { CountEffects } from './rehearse/describe-plan.ts'
import { createRehearsals } from './rehearse/rehearse.ts'
import { findReferencesIn } from './activity/extract-references.ts'
import { previewText } from './activity/preview-text.ts'
import { getVisitHistory, visitsConsumer, replaceVisitHistory } from './activity/visits.ts'
import { textsConsumer } from './commit/index-texts.ts'
import { createResponseCache } from './read/response-cache.ts'
import { findLinkTargets } from './write/link-targets.ts'
import { activityListRoutes } from './history/activity-list.routes.ts'
import { listActivity } from './history/list-activity.ts'
import { listChangesets } from './history/list-changesets.ts'
import { listTrackerActivity } from './activity/list-tracker-activity.ts'
import { listTrackerSizes } from './activity/list-tracker-sizes.ts'
import { getOwnDeletions, listDeletions } from './delete/list-deletions.ts'
import { listLinkedArtifacts, listLinkNatures } from './read/list-links.ts'
import { listHeartbeats } from './activity/list-heartbeats.ts'
import { listOwnArtifacts } from './activity/list-own-artifacts.ts'
import { listParentArtifacts } from './read/list-parent-artifacts.ts'
import { listUsedLinks } from './read/list-used-links.ts'
import { undoChange } from './undo/undo-change.ts'
import { undoRoutes } from './undo/undo.routes.ts'
import { moveArtifact } from './move/move-artifact.ts'
import { moveRoutes } from './move/move.routes.ts'
import { getArtifact, getArtifactsById, listArtifacts, type ReadDependencies } from './read/read-artifacts.ts'
import { createStateCache, cachingReader } from './write/state-cache.ts'
import { createReferences, type ReferenceLinker } from './represent/references.ts'
import { representEdit, type RepresentEdit } from './history/represent-edit.ts'
import { allocateOpenValueIds, allocateStepIds, findOpenValues } from './store/open-values.store.ts'
import { createReportOperations } from './reports/reports.operations.ts'
import { queryRoutes } from './queries/queries.routes.ts'
import { suggestQuery } from './queries/suggest-tql.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import { createReverseLinkPlanner } from './write/reverse-links.ts'
import type { ReferenceSource } from './represent/related-data.ts'
import { createTriggerRunner } from './write/run-triggers.ts'
import { startBuilds } from './commit/ci-build-job.ts'
import type { ConflictDependencies } from './write/version-conflict.ts'
import { updateArtifact, type UpdateDependencies } from './write/update-artifact.ts'
import { findVisible } from './access/visible-artifacts.ts'
import { createCommentTag, createVersionFactory } from './model/etag.ts'
import { visibleReverse } from './access/visible-links.ts'
import { createSerializerCache } from './represent/serializer-cache.ts'

export interface ArtifactsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly contents: ContentStore
  readonly files: Pick<FilesModule, 'findAttachable'>
  readonly log: Logger
  /** Folder for archives of deleted artifacts. */
  readonly archiveFolder: string
  /** Throws if that folder must not be used. */
  readonly requireArchiveFolder: () => void
  /** Returns an account as a viewer, for a read or for a write. */
  readonly viewerOf: (userId: number, isReading: boolean) => Promise<Viewer>
  /** Memory for the response cache; 0 disables it. */
  readonly responseCacheBytes: number
}

export interface ArtifactsModule extends ArtifactOperations {
  allocateArtifactIds(tx: Tx, count: number): Promise<number[]>
  allocateStepIds(tx: Tx, count: number): Promise<number[]>
  /** For a project that is erased with all that it holds. */
  readonly eraseProjectArtifacts: typeof eraseProjectArtifacts
  readonly canReadAttachment: ReturnType<typeof canReadAttachment>
  importArtifacts(tx: Tx, input: ArtifactImport): Promise<ReadonlyMap<string, number>>
  /** For later modules: adds their references to the artifacts' cross references. */
  addReferenceSource(source: ReferenceSource): void
  /** For later modules: makes mentions of their objects in texts of a project links. */
  addReferenceLinker(linker: ReferenceLinker): void
  /** Background jobs of workflows. */
  readonly jobs: readonly Job[]
  readonly routes: Route<Viewer>[]
  readonly consumers: readonly EventConsumer[]
  /** Throws according to the table of artifacts.md §1.1. */
  requireViewable(viewer: Viewer, id: number): Promise<void>
  /** Edits, for notifications to people. */
  readonly readChanges: ReadChanges
  /** For later modules: counts what a change would cause there, for dry runs. */
  setEffects(effect: Effect, count: CountEffects): void
  /** An edit, for webhooks and other programs. */
  readonly representEdit: RepresentEdit
}

/** Kinds of work that later modules do about a change. */
export type Effect = 'mails' | 'webhooks'

/** The state cache gets one part in this many of the memory for the response cache, in addition to it. */
const STATE_CACHE_SHARE = 8

export const createArtifactsModule = async (dependencies: ArtifactsDependencies): Promise<ArtifactsModule> => {
  const { db, clock, settings, users, projects, trackers } = dependencies
  const secret = await settings.secret('artifact-versions')
  const versions = createVersionFactory(secret)
  const commentTag = createCommentTag(secret)
  const references = createReferences(trackers)
  const stateCache = createStateCache(db.invalidations, dependencies.responseCacheBytes / STATE_CACHE_SHARE)
  const readArtifact = cachingReader(createArtifactReader(db), stateCache)
  const findArtifact = async (id: number): Promise<ArtifactWithLinks | undefined> => {
    const found = await readArtifact(id)
    return typeof found === 'object' ? found.artifact : undefined
  }
  const access = createArtifactAccess({
    users,
    projects,
    trackers,
    findArtifact,
    findDocuments: async ids =>
      new Map([...(await findArtifacts(db, ids))].map(([id, artifact]) => [id, artifact.document])),
  })
  const referenceSources: ReferenceSource[] = []
  const reading: ReadDependencies = {
    referenceSources,
    db,
    clock,
    settings,
    users,
    projects,
    trackers,
    access,
    references,
    commentTag,
  }
  // A standby may answer large reads. One artifact by its id, and all data that a write is planned from, come from the primary.
  const listing: ReadDependencies = { ...reading, db: db.reads }
  const triggerPlanning = { clock, settings, projects, trackers, keywords: () => references.keywords() }
  const triggers = createTriggerRunner({ ...triggerPlanning, db, log: dependencies.log })
  const writing: WriteDependencies = {
    db,
    triggers,
    clock,
    settings,
    access,
    keywords: () => references.keywords(),
    planReverseLinks: createReverseLinkPlanner({ db, access, trackers }),
    queries: {
      users,
      projects,
      trackers,
      findVisibleReverse: (viewer, ends) => visibleReverse(access, viewer, ends),
      findLinkTargets: findLinkTargets({ db, access, projects, trackers }),
      findAttachableFiles: (viewer, field, artifactId, ids) =>
        dependencies.files.findAttachable(viewer, field.id, artifactId, ids),
      findOpenValues: (fieldId, labels) => findOpenValues(db, fieldId, labels),
      allocateOpenValueIds: count => allocateOpenValueIds(db, count),
      allocateStepIds: count => allocateStepIds(db, count),
    },
  }
  const visible = findVisible({ db: db.reads, access })
  const serializerOf = createSerializerCache({ trackers, projects })
  const responseCache = createResponseCache({
    changes: db.invalidations,
    settings,
    access,
    serializerOf,
    maxBytes: dependencies.responseCacheBytes,
  })

  const explaining: ExplainDependencies = {
    ...writing,
    findArtifact,
    countDeletions: userId => countDeletions(db.kysely, userId, startOfDeletionWindow(clock)),
    viewerOf: dependencies.viewerOf,
  }

  const describing: DescribeDependencies = {
    access,
    findArtifacts: ids => findArtifacts(db, ids),
    readEdits: ids => listEdits(db, ids),
    users,
    projects,
    trackers,
    references,
  }
  const commenting: CommentDependencies = { ...writing, projects, commentTag }
  const conflicts: ConflictDependencies = {
    access,
    versions,
    readHistory: createHistoryReader(db),
    findArtifacts: ids => findArtifacts(db, ids),
    users,
    isoDate: (viewer, at) => settings.datesIn(viewer.timezone).isoDate(at),
  }
  const updating: UpdateDependencies = { ...writing, versions, readArtifact, stateCache, conflicts }
  const effects: Record<Effect, CountEffects> = { mails: async () => 0, webhooks: async () => 0 }

  const operations: ArtifactOperations = {
    get: getArtifact({ ...reading, readArtifact }, serializerOf, responseCache),
    getById: getArtifactsById(listing, serializerOf, responseCache),
    list: listArtifacts(
      { ...listing, versions, changeRightsOf: changeRightsOf({ settings, access, viewerOf: dependencies.viewerOf }) },
      serializerOf,
      responseCache,
    ),
    create: createArtifact(writing),
    update: updateArtifact(updating),
    rehearse: createRehearsals({
      creating: writing,
      updating,
      deleting: { ...writing, versions },
      commenting,
      describing: {
        ...describing,
        reading,
        serializerOf,
        versions,
        planning: triggerPlanning,
        countMails: change => effects.mails(change),
        countWebhooks: change => effects.webhooks(change),
      },
    }),
    delete: deleteArtifact({
      ...writing,
      versions,
      deletionArchiver: createDeletionArchiver({
        ...dependencies,
        folder: dependencies.archiveFolder,
        requireFolder: dependencies.requireArchiveFolder,
      }),
    }),
    listChangesets: listChangesets(
      { ...listing, readHistory: createHistoryReader(db.reads) },
      serializerOf,
      responseCache,
    ),
    listLinkNatures: listLinkNatures(reading),
    listLinkedArtifacts: listLinkedArtifacts(listing, serializerOf),
    versionOf: version => versions(version.changesetId, version.modifiedAt),
    publicUrl: () => settings.publicUrl(),
    representTracker: trackers.representReference,
  }
  return {
    ...operations,
    canReadAttachment: canReadAttachment({ access, findArtifact }),
    allocateArtifactIds,
    eraseProjectArtifacts,
    allocateStepIds: allocateImportedStepIds,
    importArtifacts: async (tx, input) => importArtifacts(tx, input, await references.keywords()),
    addReferenceSource: source => void referenceSources.push(source),
    addReferenceLinker: linker => references.addLinker(linker),
    jobs: [triggers.job, startBuilds({ settings, log: dependencies.log })],
    consumers: [visitsConsumer, textsConsumer],
    requireViewable: async (viewer, id) => void (await access.getViewable(viewer, id)),
    readChanges: readChanges(describing),
    setEffects: (effect, count) => void (effects[effect] = count),
    representEdit: representEdit({ ...reading, readHistory: createHistoryReader(db) }, serializerOf),
    routes: [
      ...artifactRoutes(operations),
      ...activityListRoutes({
        listActivity: listActivity({ ...listing, readHistory: createHistoryReader(db.reads) }, serializerOf),
      }),
      ...commentRoutes({
        edit: editComment(commenting),
        rehearse: (viewer, input) => operations.rehearse.editComment(viewer, input),
        listVersions: listCommentVersions(commenting),
        users,
        isoDate: (viewer, at) => settings.datesIn(viewer.timezone).isoDate(at),
      }),
      ...undoRoutes({
        undo: undoChange(updating),
        rehearse: (viewer, input) => operations.rehearse.undo(viewer, input),
        versionOf: version => versions(version.changesetId, version.modifiedAt),
      }),
      ...moveRoutes({
        move: moveArtifact({ ...writing, trackers, projects, versions }),
        listParents: listParentArtifacts(listing, visible),
        listUsedLinks: listUsedLinks(reading),
        summaryOf: summaryOf(access),
        representTracker: trackers.representMinimal,
      }),
      ...queryRoutes({ suggest: suggestQuery(reading) }),
      ...reportRoutes(createReportOperations(reading, serializerOf)),
      ...explainRoutes({
        explainArtifact: explainArtifact(explaining),
        explainTracker: explainTracker(explaining),
      }),
      ...deletionsRoutes({
        listDeletions: listDeletions(dependencies),
        getOwnDeletions: getOwnDeletions(dependencies),
        representUser: (user, viewer) => users.representMinimal(user, undefined, viewer.nameStyle),
        isoDate: at => settings.isoDate(at),
      }),
      ...activityRoutes({
        listOwn: listOwnArtifacts(listing, visible),
        getVisitHistory: getVisitHistory(db, visible),
        replaceVisitHistory: replaceVisitHistory(db),
        listTrackerActivity: listTrackerActivity({ ...listing, clock }),
        listTrackerSizes: listTrackerSizes(listing),
        listHeartbeats: listHeartbeats({ db: db.reads, projects, trackers, findVisible: visible }),
        findReferencesIn: findReferencesIn({ projects, references, publicUrl: () => settings.publicUrl() }),
        previewText: previewText({ projects, references, publicUrl: () => settings.publicUrl() }),
        representTracker: trackers.representMinimal,
        users,
        summaryOf: summaryOf(access),
        isoDate: (viewer, at) => settings.datesIn(viewer.timezone).isoDate(at),
      }),
    ],
  }
}
