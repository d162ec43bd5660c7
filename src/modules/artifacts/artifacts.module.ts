import type { Tx } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Timeframe } from '../fields/index.ts'
import type { Viewer } from '../users/index.ts'
import { summaryOf } from './access/artifact-summary.ts'
import { createSummands } from './access/summands.ts'
import { createOutlines, type Outlines } from './outlines/outlines.ts'
import { timeframeOf, timeframesOf } from './represent/timeframe.ts'
import { createHistoryReader } from './store/artifact-reader.store.ts'
import { canReadAttachment } from './access/can-read-attachment.ts'
import { eraseProjectArtifacts } from './delete/delete-artifact.store.ts'
import { explainArtifact, explainTracker } from './explain/explain.ts'
import { importArtifacts, type ArtifactImport } from './transfer/import-artifacts.ts'
import { allocateArtifactIds, allocateImportedStepIds } from './transfer/import-artifacts.store.ts'
import { readChanges, type ReadChanges } from './history/describe-change.ts'
import { representArtifacts } from './read/read-artifacts.ts'
import { getTrashed, listTrash, purgeJob, purgeTrashed, restoreTrashed } from './trash/trash.ts'
import { trashRoutes } from './trash/trash.routes.ts'
import { rehearseBatch, runBatch, type BatchDependencies } from './batch/run-batch.ts'
import { createRunPortion, type RunPortion } from './portions/portion.ts'
import { placeInOrder, rankArtifacts, respreadJob } from './ranks/rank-artifacts.ts'
import { findPlaces, sortByRank } from './store/ranks.store.ts'
import { trashUnchanged } from './delete/trash-unchanged.ts'
import { createLinkWriter, type LinkWriter } from './batch/change-links.ts'
import { createValueWriter, type ValueWriter } from './batch/change-values.ts'
import { countHistory, type CountHistory } from './reports/count-history.ts'
import { createReportMatches, type ReportMatches } from './reports/match-report.ts'
import { createRunSingle } from './batch/run-single.ts'
import { batchRoutes } from './batch/batch.routes.ts'
import { editComment, listCommentVersions } from './comments/edit-comment.ts'
import type { ModuleAction } from '../trackers/index.ts'
import type { RunAction } from './workflow/side-effects.ts'
import type { CountEffects } from './rehearse/describe-plan.ts'
import { findReferencesIn } from './activity/extract-references.ts'
import { previewText } from './activity/preview-text.ts'
import { getVisitHistory, visitsConsumer, replaceVisitHistory } from './activity/visits.ts'
import { textsConsumer } from './commit/index-texts.ts'
import { listActivity } from './history/list-activity.ts'
import { listProjectActivity } from './activity/list-project-activity.ts'
import { listTrackerActivity } from './activity/list-tracker-activity.ts'
import { listTrackerSizes } from './activity/list-tracker-sizes.ts'
import { getOwnDeletions, listDeletions } from './delete/list-deletions.ts'
import { listHeartbeats } from './activity/list-heartbeats.ts'
import { listOwnArtifacts } from './activity/list-own-artifacts.ts'
import { listParentArtifacts } from './read/list-parent-artifacts.ts'
import { listUsedLinks } from './read/list-used-links.ts'
import { pastRoutes } from './past/past.routes.ts'
import { undoChange } from './undo/undo-change.ts'
import { exportRoutes } from './export/export.routes.ts'
import { exportHistories } from './export/export-histories.ts'
import { exportTracker } from './export/export-tracker.ts'
import { undoRoutes } from './undo/undo.routes.ts'
import { moveArtifact } from './move/move-artifact.ts'
import type { ReferenceLinker } from './represent/references.ts'
import { representEdit, type RepresentEdit } from './history/represent-edit.ts'
import { createReportOperations } from './reports/reports.operations.ts'
import { aggregateArtifacts } from './aggregates/aggregate-artifacts.ts'
import { aggregateRoutes } from './aggregates/aggregates.routes.ts'
import { queryRoutes } from './queries/queries.routes.ts'
import { matchArtifacts, type MatchArtifacts } from './queries/match-artifacts.ts'
import { suggestQuery } from './queries/suggest-tql.ts'
import type { DeriveValues } from './write/derived-values.ts'
import type { BurnupContents } from './represent/chart-dependencies.ts'
import type { ReferenceSource } from './represent/related-data.ts'
import { startBuilds } from './commit/ci-build-job.ts'
import { activityRoutes } from './activity/activity.routes.ts'
import { artifactRoutes } from './artifacts.routes.ts'
import { explainRoutes } from './explain/explain.routes.ts'
import { deletionsRoutes } from './delete/deletions.routes.ts'
import { commentRoutes } from './comments/comments.routes.ts'
import { activityListRoutes } from './history/activity-list.routes.ts'
import { moveRoutes } from './move/move.routes.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import type { ArtifactAccess } from './access/artifact-access.ts'
import type { FindVisible, VisibleArtifact } from './access/visible-artifacts.ts'
import type { Sights } from './access/sight.ts'
import { readComments, readTexts } from './texts/find-texts.store.ts'
import { textFinder, type FindTexts } from './texts/find-texts.ts'
import { judgeValues } from './workflow/judge-values.ts'
import { readStableForms, type ReadStableForms } from './read/stable-form.ts'
import { readArtifactTexts } from './read/read-artifacts.ts'
import { createArtifactOperations, pastDependencies, timesOf, type ArtifactOperations } from './artifacts.operations.ts'
import { createArtifactParts, type ArtifactParts, type ArtifactsDependencies, type Effect } from './artifacts.parts.ts'

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
  /** For later modules: adds values that follow from a change to its changeset. */
  addDerivation(derive: DeriveValues): void
  /** For a later module: says whose artifacts the burnups of a tracker count. */
  setBurnupContents(trackersOf: BurnupContents['trackersOf']): void
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
  /** For later modules: runs in the transaction of changes whose transition has the action. */
  onModuleAction(type: ModuleAction, run: RunAction): void
  /** For readers of the event log: who sees an artifact, or saw it with the facts of an event. */
  readonly sights: Sights
  readonly rightsIn: ArtifactAccess['rightsIn']
  readonly visibleContexts: ArtifactAccess['visibleContexts']
  readonly findVisible: FindVisible
  /** Artifacts, attachments and comments with words, over all trackers. */
  readonly findTexts: FindTexts
  readonly readTexts: (places: Parameters<typeof readTexts>[1]) => ReturnType<typeof readTexts>
  readonly readComments: (changesetIds: readonly number[]) => ReturnType<typeof readComments>
  /** Title and status of an artifact, as far as the viewer may read them. */
  readonly summaryOf: ReturnType<typeof summaryOf>
  /** Artifacts for copies elsewhere. */
  readonly readStableForms: ReadStableForms
  /** JSON texts as `GET /artifacts/{id}?values_format=all` answers them, of those artifacts that the viewer may see. */
  readArtifactTexts(viewer: Viewer, ids: readonly number[]): Promise<Map<number, string>>
  /** `Etag` of the version that a changeset made. */
  readonly etagOf: (changesetId: number) => string
  readonly matchArtifacts: MatchArtifacts
  /** Long lists, of which only few artifacts are shown. */
  readonly outlines: Outlines
  /** Changes of links that belong together. */
  readonly links: LinkWriter
  /** Changes of values that belong together. */
  readonly values: ValueWriter
  /** Saved searches as filters. */
  readonly reports: ReportMatches
  /** Whether the rules of a tracker allow values of a list. */
  readonly judgeValues: ReturnType<typeof judgeValues>
  readonly countHistory: CountHistory
  /** The planned period of an artifact, from the timeframe semantic, as far as the viewer may read it. */
  timeframeOf(viewer: Viewer, artifact: VisibleArtifact): Promise<Timeframe>
  /** The planned periods of many artifacts, by id, in one round trip. An artifact without timeframe has no entry. */
  timeframesOf(viewer: Viewer, artifacts: readonly VisibleArtifact[]): Promise<ReadonlyMap<number, Timeframe>>
  /** Artifacts with their histories, by names, as far as the viewer sees them. */
  readonly exportHistories: ReturnType<typeof exportHistories>
  /** Writes a portion of an import. */
  readonly runPortion: RunPortion
  /** Undoes what an import made. */
  readonly trashUnchanged: ReturnType<typeof trashUnchanged>
  readonly undoChange: ReturnType<typeof undoChange>
  /** The order of all artifacts. */
  readonly ranks: {
    readonly move: typeof rankArtifacts
    readonly place: typeof placeInOrder
    readonly sort: (ids: readonly number[], on?: Tx) => Promise<number[]>
    /** The numbers that the order shows, of one snapshot. */
    readonly placesOf: (ids: readonly number[], on?: Tx) => Promise<ReadonlyMap<number, number>>
  }
  /** An edit, for webhooks and other programs. */
  readonly representEdit: RepresentEdit
}

/** Tokens of versions do not depend on dates. */
const NO_DATE = new Date(0)

export const createArtifactsModule = async (dependencies: ArtifactsDependencies): Promise<ArtifactsModule> => {
  const parts = await createArtifactParts(dependencies)
  const { db, settings, access, references, referenceSources, burnups, findArtifact, effects } = parts
  const { reading, describing, serializerOf, triggers } = parts
  const operations = createArtifactOperations(parts)
  return {
    ...operations,
    canReadAttachment: canReadAttachment({ access, findArtifact }),
    allocateArtifactIds,
    eraseProjectArtifacts,
    allocateStepIds: allocateImportedStepIds,
    importArtifacts: async (tx, input) => importArtifacts(tx, input, await references.keywords()),
    addReferenceSource: source => void referenceSources.push(source),
    addReferenceLinker: linker => references.addLinker(linker),
    addDerivation: derive => void parts.derivations.functions.push(derive),
    setBurnupContents: trackersOf => void (burnups.trackersOf = trackersOf),
    jobs: [
      triggers.job,
      startBuilds({ settings, log: dependencies.log }),
      purgeJob(dependencies),
      respreadJob(dependencies),
    ],
    consumers: [visitsConsumer, textsConsumer],
    requireViewable: async (viewer, id) => void (await access.getViewable(viewer, id)),
    readChanges: readChanges(describing),
    ranks: {
      move: rankArtifacts,
      place: placeInOrder,
      sort: (ids, on) => sortByRank(on ?? db, ids),
      placesOf: (ids, on) => findPlaces(on ?? db, ids),
    },
    onModuleAction: (type, run) => void parts.actions.set(type, run),
    setEffects: (effect, count) => void (effects[effect] = count),
    sights: parts.sights,
    rightsIn: (viewer, tracker) => access.rightsIn(viewer, tracker),
    visibleContexts: (viewer, subjects) => access.visibleContexts(viewer, subjects),
    findVisible: parts.visible,
    findTexts: textFinder({ ...dependencies, db: db.reads, access }),
    readTexts: places => readTexts(db.reads, places),
    readComments: changesetIds => readComments(db.reads, changesetIds),
    summaryOf: summaryOf(access),
    readStableForms: readStableForms({ ...parts, db: db.reads }),
    readArtifactTexts: readArtifactTexts(parts.listing, serializerOf, parts.responseCache),
    etagOf: changesetId => parts.versions(changesetId, NO_DATE).etag,
    matchArtifacts: matchArtifacts(reading),
    outlines: createOutlines(db.reads, access),
    links: createLinkWriter(batchingOf(parts)),
    values: createValueWriter(batchingOf(parts)),
    countHistory: countHistory({ ...reading, db: db.reads }),
    reports: createReportMatches({ ...reading, db: db.reads }),
    judgeValues: judgeValues(dependencies),
    timeframeOf: (viewer, { artifact, tracker }) =>
      timeframeOf({ ...parts, db: db.reads }, createSummands(parts.listing, viewer), artifact, tracker),
    timeframesOf: (viewer, artifacts) =>
      timeframesOf({ ...parts, db: db.reads }, createSummands(parts.listing, viewer), artifacts),
    exportHistories: exportHistories({ ...parts.listing, readHistory: createHistoryReader(db.reads) }, serializerOf),
    runPortion: createRunPortion(batchingOf(parts)),
    trashUnchanged: trashUnchanged(parts),
    undoChange: undoChange(parts.updating),
    representEdit: representEdit({ ...reading, readHistory: createHistoryReader(db) }, serializerOf),
    routes: routesOf(parts, operations),
  }
}

const batchingOf = (parts: ArtifactParts): BatchDependencies => ({
  ...parts,
  describing: parts.rehearsing,
  readHistory: createHistoryReader(parts.db),
})

const routesOf = (parts: ArtifactParts, operations: ArtifactOperations): Route<Viewer>[] => {
  const { db, clock, settings, users, projects, trackers, access, versions, references, visible, serializerOf } = parts
  const { reading, listing, updating, commenting, explaining, moving } = parts
  const move = moveArtifact(moving)
  const undo = undoChange(updating)
  const trashing = { ...parts, findArtifacts: parts.describing.findArtifacts }
  const batching = batchingOf(parts)
  return [
    ...artifactRoutes(operations),
    ...pastRoutes(operations),
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
    ...batchRoutes({
      run: runBatch(
        batching,
        createRunSingle({
          ...operations,
          move,
          undo,
          editComment: editComment(commenting),
          answers: operations.answers,
        }),
      ),
      rehearse: rehearseBatch(batching),
    }),
    ...undoRoutes({
      undo,
      rehearse: (viewer, input) => operations.rehearse.undo(viewer, input),
      versionOf: version => versions(version.changesetId, version.modifiedAt),
    }),
    ...moveRoutes({
      move,
      listParents: listParentArtifacts(listing, visible),
      listUsedLinks: listUsedLinks(reading),
      summaryOf: summaryOf(access),
      representTracker: trackers.representMinimal,
    }),
    ...exportRoutes({ exportTracker: exportTracker(listing, serializerOf) }),
    ...queryRoutes({ suggest: suggestQuery(reading) }),
    ...aggregateRoutes({ aggregate: aggregateArtifacts(reading) }),
    ...reportRoutes(
      createReportOperations({ ...pastDependencies(parts, reading), snapshotPages: parts.snapshotPages }),
      timesOf(parts),
    ),
    ...trashRoutes({
      list: listTrash(trashing),
      get: getTrashed(trashing),
      restore: restoreTrashed(trashing),
      purge: purgeTrashed(trashing),
      represent: async (viewer, { artifact, context }) => {
        const shape = { values: true, valuesByField: true }
        const [shown] = await representArtifacts(reading, serializerOf, viewer, [{ artifact, context }], shape)
        return JSON.parse(shown?.json ?? '{}') as Record<string, unknown>
      },
      users,
      isoDate: (viewer, at) => settings.datesIn(viewer.timezone).isoDate(at),
    }),
    ...explainRoutes({
      explainArtifact: explainArtifact(explaining),
      explainTracker: explainTracker(explaining),
    }),
    ...deletionsRoutes({
      listDeletions: listDeletions(parts),
      getOwnDeletions: getOwnDeletions(parts),
      representUser: (user, viewer) => users.representMinimal(user, undefined, viewer.nameStyle),
      isoDate: at => settings.isoDate(at),
    }),
    ...activityRoutes({
      listOwn: listOwnArtifacts({ ...listing, snapshotPages: parts.snapshotPages }, visible),
      getVisitHistory: getVisitHistory(db, visible),
      replaceVisitHistory: replaceVisitHistory(db),
      listProjectActivity: listProjectActivity(listing),
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
  ]
}
