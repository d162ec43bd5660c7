import { preconditionOf, versionHeaders } from '../../../platform/http/headers/conditional.ts'
import { decodeBody } from '../../../platform/http/request/decode-parameters.ts'
import { done, type ApiResponse } from '../../../platform/http/routes/route.ts'
import type { StoredLink } from '../../fields/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import { createArtifactAccess } from '../access/artifact-access.ts'
import { visibleReverse } from '../access/visible-links.ts'
import { CommentEdit as CommentBody } from '../comments/comments.schema.ts'
import {
  commentEditInput,
  commentEditOf,
  planCommentEdit,
  versionAfter,
  type CommentDependencies,
  type EditCommentInput,
} from '../comments/edit-comment.ts'
import type { CreationRows, UpdateRows } from '../commit/write-artifact.store.ts'
import {
  rateLimitHeaders,
  requireDeletable,
  type DeleteArtifactInput,
  type DeleteDependencies,
} from '../delete/delete-artifact.ts'
import type { ArtifactVersion, ArtifactWithLinks } from '../model/artifact.ts'
import {
  planMove,
  prepareMove,
  requireMovable,
  type MoveDependencies,
  type MoveOutcome,
  type PlannedMove,
  type PreparedMove,
} from '../move/move-artifact.ts'
import { describeMove, MOVED } from '../move/describe-move.ts'
import { MoveBody } from '../move/move.schema.ts'
import { describePlan, type DescribePlanDependencies } from '../rehearse/describe-plan.ts'
import { outcomeOfComment, outcomeOfDeletion } from '../rehearse/rehearse.ts'
import { ArtifactUpdate, NewArtifact } from '../represent/artifacts.schema.ts'
import type { ArtifactOutcome } from '../represent/rehearsal.schema.ts'
import { fieldsPutBack, planUndo } from '../undo/undo-change.ts'
import { UndoBody, undoneAnswer, undoOf } from '../undo/undo-form.ts'
import { planCreation, type WriteDependencies } from '../write/create-artifact.ts'
import { findLinkTargets } from '../write/link-targets.ts'
import { NO_COMMENT, planDocument } from '../write/plan.ts'
import type { PlannedWrite } from '../write/planned-write.ts'
import { createReverseLinkPlanner } from '../write/reverse-links.ts'
import { planFreshOrMerged, type UpdateDependencies } from '../write/update-artifact.ts'
import type { WriteAnswers } from '../write/write-answers.ts'
import { creationOf, updateOf } from '../write/write-inputs.ts'
import type { BatchWrite } from './batch-write.ts'
import { isPlaceholder, type PlannedState } from './planned-state.ts'
import type { BatchOperation } from './read-operations.ts'

export interface BatchPlanning {
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly writing: WriteDependencies
  readonly updating: UpdateDependencies
  readonly commenting: CommentDependencies
  readonly deleting: Omit<DeleteDependencies, 'deletionArchiver'>
  readonly moving: MoveDependencies
  readonly describing: DescribePlanDependencies
  readonly answers: WriteAnswers
}

/** Results of the commit that answers are made of. */
export interface WrittenVersions {
  /**
   * The version that a changeset made; `placeholder` stood for it in the plan. `isLast`: no later operation changes the artifact, so the
   * version after the triggers counts.
   */
  versionOf(artifactId: number, placeholder: number, modifiedAt: Date, isLast: boolean): ArtifactVersion
}

/** An operation that passed all checks. */
export interface PlannedOperation {
  readonly artifactId: number
  readonly writes: readonly BatchWrite[]
  /** The effects, in a dry run. */
  readonly would?: object | undefined
  readonly status: number
  readonly answer: (written: WrittenVersions, isLast: boolean) => ApiResponse
}

/** The planners of single writes, on the stored artifacts with the changes of the operations before. */
export const planningOn = (
  deps: BatchPlanning,
  state: PlannedState,
  deletions: { readonly count: number } = { count: 0 },
): BatchPlanning => {
  const { users, projects, trackers } = deps
  const access = createArtifactAccess({
    users,
    projects,
    trackers,
    findArtifact: state.findOne,
    findDocuments: async ids => new Map([...(await state.find(ids))].map(([id, { document }]) => [id, document])),
  })
  const { queries } = deps.writing
  const writing: WriteDependencies = {
    ...deps.writing,
    access,
    planReverseLinks: createReverseLinkPlanner({ findArtifacts: state.find, access, trackers }),
    queries: {
      ...queries,
      findVisibleReverse: (viewer, ends) => visibleReverse(access, viewer, ends),
      findLinkTargets: findLinkTargets({ findArtifacts: state.find, access, projects, trackers }),
      findAttachableFiles: async (viewer, field, artifactId, ids) => {
        const found = await queries.findAttachableFiles(viewer, field, artifactId, ids)
        for (const id of [...found.keys()]) if (state.isAttachedElsewhere(id, artifactId)) found.delete(id)
        return found
      },
      findExternalId: async (projectId, externalId) =>
        state.findExternalId(projectId, externalId) ?? queries.findExternalId(projectId, externalId),
      findOpenValues: async (fieldId, labels) => {
        const found = await queries.findOpenValues(fieldId, labels)
        for (const { id, label } of state.findOpenValues(fieldId)) if (labels.includes(label)) found.set(label, id)
        return found
      },
    },
  }
  const conflicts = { ...deps.updating.conflicts, access, findArtifacts: state.find, readHistory: state.readHistory }
  const { describing } = deps
  return {
    ...deps,
    writing,
    updating: { ...deps.updating, ...writing, conflicts, readArtifact: state.readState },
    commenting: { ...deps.commenting, access, findComment: state.findComment },
    deleting: {
      ...deps.deleting,
      access,
      countDeletions: () => Promise.resolve(deletions.count),
    },
    moving: { ...deps.moving, access, queries: writing.queries },
    describing: {
      ...describing,
      access,
      findArtifacts: state.find,
      reading: { ...describing.reading, access },
    },
  }
}

/** Plans the operations of a batch one after the other, each on the state that the earlier ones leave. */
export const createOperationPlanner = (
  dependencies: BatchPlanning,
  viewer: Viewer,
  state: PlannedState,
  { isDryRun, deletionsBefore }: { readonly isDryRun: boolean; readonly deletionsBefore: number },
) => {
  const deletions = { count: deletionsBefore }
  const deps = planningOn(dependencies, state, deletions)
  const { versions } = deps.updating

  const describe = async (
    plan: PlannedWrite<CreationRows | UpdateRows | undefined>,
  ): Promise<ArtifactOutcome | undefined> => {
    if (!isDryRun) return undefined
    // Values that earlier operations would add to open lists are no part of the tracker yet.
    const newOpenValues = [...state.openValues, ...plan.additionalWrites.newOpenValues]
    const shown = { ...plan, additionalWrites: { ...plan.additionalWrites, newOpenValues } }
    const outcome = await describePlan(deps.describing, viewer, shown)
    return plan.before && isPlaceholder(plan.before.changesetId) ? { ...outcome, etag: null } : outcome
  }

  const others = (updates: Awaited<ReturnType<PlannedState['apply']>>['others']): BatchWrite[] =>
    updates.map(update => ({ kind: 'update', ...update }))

  const create = async (body: unknown, newId: number): Promise<PlannedOperation> => {
    const input = creationOf(decodeBody(NewArtifact, undefined, {}, body, 'json') as Parameters<typeof creationOf>[0])
    const plan = await planCreation(deps.writing, viewer, input)
    const would = await describe(plan)
    const { at } = plan.rows.author
    const { changeset, others: updates } = await state.apply(viewer, plan, newId, at)
    if (changeset === undefined) throw new Error('a creation writes a changeset')
    const rows = { ...plan.rows, artifactId: newId }
    return {
      artifactId: newId,
      writes: [{ kind: 'create', rows, changeset }, ...others(updates)],
      would,
      status: 201,
      answer: (written, isLast) =>
        deps.answers.created({ ...written.versionOf(newId, changeset, at, isLast), context: plan.context }, input),
    }
  }

  /** A plan of an update or an undo. `answer` gets undefined if nothing changes. */
  const change = async (
    plan: PlannedWrite<UpdateRows | undefined>,
    artifact: ArtifactWithLinks,
    answer: (version: ArtifactVersion, isWritten: boolean) => ApiResponse,
  ): Promise<PlannedOperation> => {
    const would = await describe(plan)
    const at = plan.rows?.author.at ?? artifact.updatedOn
    const { changeset, others: updates } = await state.apply(viewer, plan, artifact.id, at)
    const own: BatchWrite[] =
      plan.rows && changeset !== undefined ? [{ kind: 'update', rows: plan.rows, changeset }] : []
    return {
      artifactId: artifact.id,
      writes: [...own, ...others(updates)],
      would,
      status: 200,
      answer: (written, isLast) =>
        answer(written.versionOf(artifact.id, changeset ?? artifact.changesetId, at, isLast), changeset !== undefined),
    }
  }

  const update = async (operation: BatchOperation, body: unknown, id: number): Promise<PlannedOperation> => {
    const decoded = decodeBody(ArtifactUpdate, undefined, {}, body, 'json') as Parameters<typeof updateOf>[1]
    const input = updateOf(id, decoded, operation.headers)
    const { plan, state: found, isMerged } = await planFreshOrMerged(deps.updating, viewer, input)
    return change(plan, found.artifact, version => deps.answers.updated(isMerged ? { ...version, isMerged } : version))
  }

  const undo = async (operation: BatchOperation, body: unknown, id: number): Promise<PlannedOperation> => {
    const decoded = decodeBody(UndoBody, undefined, {}, body, 'json') as Parameters<typeof undoOf>[2]
    const input = undoOf(id, operation.changesetId ?? 0, decoded, operation.headers)
    const { plan, state: found } = await planUndo(deps.updating, viewer, input)
    return change(plan, found.artifact, (version, isWritten) => {
      const undone = isWritten
        ? { changesetId: version.changesetId, fieldIds: fieldsPutBack(plan) }
        : { changesetId: null, fieldIds: [] }
      return undoneAnswer({ version, ...undone }, one => versions(one.changesetId, one.modifiedAt))
    })
  }

  const move = async (operation: BatchOperation, body: unknown, id: number): Promise<PlannedOperation> => {
    const decoded = decodeBody(MoveBody, undefined, {}, body, 'json') as { move: { tracker_id: number } }
    const prepared = await prepareMove(deps.moving, viewer, {
      artifactId: id,
      trackerId: decoded.move.tracker_id,
      isDryRun,
      precondition: preconditionOf(operation.headers),
    })
    const planned = await planMove(deps.moving, prepared, [prepared.artifact.document])
    const outcome: MoveOutcome = requireMovable(deps.moving, prepared.target, planned)
    state.addOpenValues(planned.newOpenValues, prepared.target.tracker.id)
    const changeset = await state.move(
      prepared.artifact,
      movedArtifact(viewer, prepared, planned, deps.writing.clock.now()),
    )
    return {
      artifactId: id,
      writes: [{ kind: 'move', moving: deps.moving, prepared, changeset }],
      would: isDryRun ? describeMove(outcome) : undefined,
      status: 200,
      answer: () => MOVED,
    }
  }

  const remove = async (operation: BatchOperation, id: number): Promise<PlannedOperation> => {
    const input: DeleteArtifactInput = { artifactId: id, precondition: preconditionOf(operation.headers) }
    const { artifact, context, limit, used } = await requireDeletable(deps.deleting, viewer, input)
    deletions.count++
    await state.remove(artifact)
    const etag = isPlaceholder(artifact.changesetId) ? null : versions(artifact.changesetId, artifact.updatedOn).etag
    return {
      artifactId: id,
      writes: [{ kind: 'delete', artifact, context }],
      would: isDryRun ? outcomeOfDeletion(etag, limit - used - 1) : undefined,
      status: 200,
      answer: () => done(rateLimitHeaders(limit, limit - used - 1)),
    }
  }

  const comment = async (operation: BatchOperation, body: unknown, id: number): Promise<PlannedOperation> => {
    const decoded = decodeBody(CommentBody, undefined, {}, body, 'json') as Parameters<typeof commentEditInput>[2]
    const input: EditCommentInput = commentEditInput(id, operation.changesetId ?? 0, decoded, operation.headers)
    const planned = await planCommentEdit(deps.commenting, viewer, input)
    const would = isDryRun ? outcomeOfComment(planned) : undefined
    const same = { artifactId: id, would, status: 200 }
    if (!planned.isChange) return { ...same, writes: [], answer: () => done(versionHeaders(planned.version)) }
    const edit = await commentEditOf(deps.commenting, viewer, input, planned)
    state.editComment(planned.found, edit)
    const version = versionAfter(deps.commenting, edit)
    return { ...same, writes: [{ kind: 'comment', edit }], answer: () => done(versionHeaders(version)) }
  }

  /** Throws if the operation is refused. `id` is that of the artifact, a new one included. */
  return (operation: BatchOperation, body: unknown, id: number): Promise<PlannedOperation> => {
    switch (operation.kind) {
      case 'create':
        return create(body, id)
      case 'update':
        return update(operation, body, id)
      case 'undo':
        return undo(operation, body, id)
      case 'move':
        return move(operation, body, id)
      case 'delete':
        return remove(operation, id)
      case 'comment':
        return comment(operation, body, id)
    }
  }
}

/** The artifact in its new tracker, as later operations see it. */
const movedArtifact = (
  viewer: Viewer,
  { artifact, target }: PreparedMove,
  { document }: PlannedMove,
  now: Date,
): ArtifactWithLinks => {
  const values = new Map(Object.entries(document).map(([fieldId, value]) => [Number(fieldId), value]))
  const { title, grantedGroupIds, links } = planDocument(target.tracker, undefined, values, NO_COMMENT, () => false)
  const kept = new Set(links?.written.map((link: StoredLink) => link.id))
  return {
    ...artifact,
    projectId: target.project.id,
    trackerId: target.tracker.id,
    document,
    title,
    grantedGroupIds,
    updatedBy: viewer.userId,
    updatedByEmail: null,
    updatedOn: now,
    forward: artifact.forward
      .filter(end => kept.has(end.id))
      .map(end => ({ ...end, fieldId: links?.fieldId ?? end.fieldId })),
  }
}
