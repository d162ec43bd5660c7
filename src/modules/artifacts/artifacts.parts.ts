import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { createSnapshotPages } from '../../platform/list-snapshots/list-snapshots.ts'
import type { ContentStore, FilesModule } from '../files/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { createArtifactAccess, type AccessDependencies } from './access/artifact-access.ts'
import type { ArtifactWithLinks } from './model/artifact.ts'
import { createArtifactReader, createHistoryReader } from './store/artifact-reader.store.ts'
import { findArtifacts, type FindArtifacts } from './store/artifacts.store.ts'
import { readComment } from './commit/comments.store.ts'
import type { WriteDependencies } from './write/create-artifact.ts'
import { createDeletionArchiver } from './delete/archive-deleted.ts'
import { createWriteAnswers } from './write/write-answers.ts'
import { startOfDeletionWindow } from './delete/delete-artifact.ts'
import { countDeletions } from './delete/delete-artifact.store.ts'
import type { ExplainDependencies } from './explain/explain.ts'
import { listEdits } from './store/changesets.store.ts'
import type { DescribeDependencies } from './history/describe-change.ts'
import type { CommentDependencies } from './comments/edit-comment.ts'
import type { CountEffects, DescribePlanDependencies } from './rehearse/describe-plan.ts'
import { createResponseCache } from './read/response-cache.ts'
import { findLinkTargets } from './write/link-targets.ts'
import type { ReadDependencies } from './read/read-artifacts.ts'
import { createStateCache, cachingReader } from './write/state-cache.ts'
import { createReferences } from './represent/references.ts'
import { findByExternalIds } from './store/external-ids.store.ts'
import { allocateOpenValueIds, allocateStepIds, findOpenValues } from './store/open-values.store.ts'
import { createReverseLinkPlanner } from './write/reverse-links.ts'
import type { ReferenceSource } from './represent/related-data.ts'
import type { ModuleAction } from '../trackers/index.ts'
import type { RunAction } from './workflow/side-effects.ts'
import type { BurnupContents } from './represent/chart-dependencies.ts'
import type { Derivations } from './write/derived-values.ts'
import { createTriggerRunner } from './write/run-triggers.ts'
import type { ConflictDependencies } from './write/version-conflict.ts'
import type { UpdateDependencies } from './write/update-artifact.ts'
import { createSights } from './access/sight.ts'
import { findAccessSubjects } from './store/access-subjects.store.ts'
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

/** Kinds of work that later modules do about a change. */
export type Effect = 'mails' | 'webhooks'

/** The state cache gets one part in this many of the memory for the response cache, in addition to it. */
const STATE_CACHE_SHARE = 8

/** The parts that operations and routes of this module share: what reads, then what writes. */
export const createArtifactParts = async (dependencies: ArtifactsDependencies) => {
  const reading = await createReadingParts(dependencies)
  const snapshotPages = createSnapshotPages(dependencies.db, dependencies.clock)
  return { ...dependencies, ...reading, ...createWritingParts(dependencies, reading), snapshotPages }
}

export type ArtifactParts = Awaited<ReturnType<typeof createArtifactParts>>

const createAccessParts = async (dependencies: ArtifactsDependencies) => {
  const { db, settings, users, projects, trackers } = dependencies
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
  const findDocuments: AccessDependencies['findDocuments'] = async ids =>
    new Map([...(await findArtifacts(db, ids))].map(([id, artifact]) => [id, artifact.document]))
  const access = createArtifactAccess({ users, projects, trackers, findArtifact, findDocuments })
  return { versions, commentTag, references, stateCache, readArtifact, findArtifact, findDocuments, access }
}

const createReadingParts = async (dependencies: ArtifactsDependencies) => {
  const { db, clock, settings, users, projects, trackers } = dependencies
  const accessing = await createAccessParts(dependencies)
  const { access, references, commentTag } = accessing
  const referenceSources: ReferenceSource[] = []
  const burnups: BurnupContents = { trackersOf: async () => undefined }
  const reading: ReadDependencies = {
    referenceSources,
    burnups,
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
  const visible = findVisible({ db: db.reads, access })
  const serializerOf = createSerializerCache({ trackers, projects })
  const responseCache = createResponseCache({
    changes: db.invalidations,
    settings,
    access,
    serializerOf,
    maxBytes: dependencies.responseCacheBytes,
  })

  const describing: DescribeDependencies = {
    access,
    findArtifacts: ids => findArtifacts(db, ids),
    readEdits: ids => listEdits(db, ids),
    users,
    projects,
    trackers,
    references,
  }
  const sights = createSights({
    ...{ access, users, projects, trackers },
    findDocuments: accessing.findDocuments,
    findSubjects: ids => findAccessSubjects(db, ids),
  })
  const sources = { referenceSources, burnups }
  return { ...accessing, ...sources, reading, listing, visible, serializerOf, responseCache, describing, sights }
}

const createWritingParts = (
  dependencies: ArtifactsDependencies,
  reading: Awaited<ReturnType<typeof createReadingParts>>,
) => {
  const { db, clock, settings, users, projects, trackers } = dependencies
  const { versions, commentTag, references, stateCache, readArtifact, findArtifact, access } = reading
  const actions = new Map<ModuleAction, RunAction>()
  const find: FindArtifacts = ids => findArtifacts(db, ids)
  const derivations: Derivations = { functions: [], find }
  const common = { clock, settings, projects, trackers, actions, derivations }
  const triggerPlanning = { ...common, keywords: () => references.keywords() }
  const triggers = createTriggerRunner({ ...triggerPlanning, db, log: dependencies.log })
  const writing: WriteDependencies = {
    db,
    triggers,
    actions,
    derivations,
    clock,
    settings,
    access,
    keywords: () => references.keywords(),
    planReverseLinks: createReverseLinkPlanner({ findArtifacts: find, access, trackers }),
    queries: {
      users,
      projects,
      trackers,
      findVisibleReverse: (viewer, ends) => visibleReverse(access, viewer, ends),
      findLinkTargets: findLinkTargets({ findArtifacts: find, access, projects, trackers }),
      findAttachableFiles: (viewer, field, artifactId, ids) =>
        dependencies.files.findAttachable(viewer, field.id, artifactId, ids),
      findExternalId: async (projectId, { source, id }) =>
        (await findByExternalIds(db.kysely, projectId, source, [id])).get(id),
      findOpenValues: (fieldId, labels) => findOpenValues(db, fieldId, labels),
      allocateOpenValueIds: count => allocateOpenValueIds(db, count),
      allocateStepIds: count => allocateStepIds(db, count),
    },
  }
  const countOwn = (userId: number): Promise<number> => countDeletions(db.kysely, userId, startOfDeletionWindow(clock))
  const explaining: ExplainDependencies = {
    ...writing,
    findArtifact,
    countDeletions: countOwn,
    viewerOf: dependencies.viewerOf,
  }

  const findComment: CommentDependencies['findComment'] = (artifactId, changesetId) =>
    readComment(db, artifactId, changesetId)
  const commenting: CommentDependencies = { ...writing, projects, commentTag, findComment }
  const conflicts: ConflictDependencies = {
    access,
    versions,
    readHistory: createHistoryReader(db),
    findArtifacts: find,
    users,
    isoDate: (viewer, at) => settings.datesIn(viewer.timezone).isoDate(at),
  }
  const updating: UpdateDependencies = { ...writing, versions, readArtifact, stateCache, conflicts }
  const effects: Record<Effect, CountEffects> = { mails: async () => 0, webhooks: async () => 0 }

  const deleting = { ...writing, versions, countDeletions: countOwn }
  const rehearsing: DescribePlanDependencies = {
    ...reading.describing,
    reading: reading.reading,
    serializerOf: reading.serializerOf,
    versions,
    planning: triggerPlanning,
    countMails: change => effects.mails(change),
    countWebhooks: change => effects.webhooks(change),
  }

  return {
    actions,
    deleting,
    derivations,
    triggerPlanning,
    triggers,
    writing,
    explaining,
    commenting,
    updating,
    effects,
    rehearsing,
    moving: { ...writing, trackers, projects, versions },
    answers: createWriteAnswers({
      versions,
      publicUrl: () => settings.publicUrl(),
      representTracker: trackers.representReference,
    }),
    deletionArchiver: createDeletionArchiver({
      ...dependencies,
      folder: dependencies.archiveFolder,
      requireFolder: dependencies.requireArchiveFolder,
    }),
  }
}
