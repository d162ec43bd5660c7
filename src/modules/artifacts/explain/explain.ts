import { Forbidden, Invalid, NotFound, Refusal, Unauthorized, type Fault } from '../../../platform/errors.ts'
import type { Reason } from '../../../platform/reasons.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import { canSignIn, type User, type Viewer } from '../../users/index.ts'
import { noSuchArtifact, type ArtifactContext } from '../access/artifact-access.ts'
import { groupsThatCould, nameGroups, type Check } from '../access/checks.ts'
import { deleteChecks, type DeleteDependencies } from '../delete/delete-artifact.ts'
import type { ArtifactWithLinks } from '../model/artifact.ts'
import { canRead, canSubmit, canUpdate, mayKnow, type EffectiveRights } from '../model/artifacts.permissions.ts'
import { excludeDeletedLinkTargets } from '../model/exclude-deleted-link-targets.ts'
import { moveChecks } from '../move/move-artifact.ts'
import { frozenFaults } from '../workflow/check-workflow.ts'
import {
  judgeCreation,
  readCreation,
  submitChecks,
  type WriteDependencies,
  type SubmissionResult,
} from '../write/create-artifact.ts'
import { unknownFieldFault, unwritableFieldFault, type Submission, type SubmittedEntry } from '../write/submission.ts'
import { judgeUpdate, readUpdate, updateChecks } from '../write/update-artifact.ts'
import { asWriter } from './change-rights.ts'
import type { ExplainedAction, Explanation, Step } from './explain.schema.ts'

export interface ExplainDependencies extends WriteDependencies, Pick<DeleteDependencies, 'clock' | 'settings'> {
  readonly findArtifact: (id: number) => Promise<ArtifactWithLinks | undefined>
  readonly countDeletions: (userId: number) => Promise<number>
  /** Returns an account as a viewer, for a read or for a write. */
  readonly viewerOf: (userId: number, isReading: boolean) => Promise<Viewer>
}

export interface ExplainInput {
  readonly action: ExplainedAction
  readonly field_id?: number
  readonly transition_to?: number
  readonly user_id?: number
}

/** The user of the explained operation, the tracker, and the caller. */
interface Subject {
  readonly asking: Viewer
  readonly viewer: Viewer
  /** undefined: the caller, whose credentials were checked already. */
  readonly user: User | undefined
  readonly tracker: Tracker
  readonly rights: EffectiveRights
}

type AnyCheck = Check<void | Promise<void>>

/**
 * GET /artifacts/{id}/explain (integrators.md §8). Runs the checks of the operation, by the same functions, until a check refuses. A caller
 * who may not see the artifact gets the refusal of reading it.
 */
export const explainArtifact =
  (deps: ExplainDependencies) =>
  async (viewer: Viewer, artifactId: number, input: ExplainInput): Promise<Explanation> => {
    requireSuitable(input)
    const found = await deps.findArtifact(artifactId)
    if (!found) throw noSuchArtifact()
    const isOther = input.user_id !== undefined && input.user_id !== viewer.userId
    const shown = await deps.access.requireViewable(viewer, found).catch((error: unknown) => {
      if (isOther || !(error instanceof Forbidden)) throw error
      return error
    })
    if (shown instanceof Forbidden) return explanationOf([failed('artifact', shown.details)])

    const subject = await subjectOf(deps, viewer, shown.tracker, input)
    if (input.action === 'submit') return explainCreation(deps, subject, shown.project, input)
    const { context, checks } = await deps.access.viewChecks(subject.viewer, found)
    const steps = await runChecks(deps, subject, [
      accountCheck(subject, input),
      ...checks,
      ...(input.action === 'read' ? readableField(subject, input) : []),
      ...(input.action === 'update' || input.action === 'comment' ? updateChecks(deps.access, context) : []),
      ...(input.action === 'delete'
        ? deleteChecks(deps, context, await deps.countDeletions(subject.viewer.userId))
        : []),
      ...(input.action === 'move' ? moveChecks(deps.access, context) : []),
    ])
    if (steps.some(step => !step.ok) || (input.action !== 'update' && input.action !== 'comment'))
      return explanationOf(steps)

    const artifact = excludeDeletedLinkTargets(context.tracker, found)
    const now = deps.clock.now()
    const submission = await readUpdate(deps, subject.viewer, context, artifact, entriesOf(context.tracker, input), now)
    const result = judgeUpdate({
      viewer: subject.viewer,
      context,
      artifact,
      submission,
      comment: input.action === 'comment' ? 'said' : '',
      now,
      timezone: deps.settings.get('timezone'),
    })
    const judged = { ...result, refusedFieldIds: submission.refusedFieldIds }
    const fieldFaults = fieldFaultsOf(subject, input, field => canUpdate(subject.rights, field), artifact.document)
    const faults = [...fieldFaults, ...judged.faults.filter(fault => !isAnsweredBy(fault, input))]
    const checked = [...checkedBy(input, judged), 'field.required', 'field.dependency', 'field.date_rule']
    return explanationOf([...steps, ...(await faultSteps(deps, subject, input, faults, checked, judged))])
  }

/** GET /trackers/{id}/explain, for creations. A caller who may not see the tracker gets the 404 of reading it. */
export const explainTracker =
  (deps: ExplainDependencies) =>
  async (viewer: Viewer, trackerId: number, input: ExplainInput): Promise<Explanation> => {
    requireSuitable(input)
    const { tracker, project } = await deps.queries.trackers.requireTracker(viewer, trackerId)
    const subject = await subjectOf(deps, viewer, tracker, input)
    if (input.action === 'submit') return explainCreation(deps, subject, project, input)
    const [ofProject, ofTracker] = submitChecks(deps, subject.viewer, project, tracker)
    return explanationOf(
      await runChecks(deps, subject, [
        accountCheck(subject, input),
        ofProject,
        ofTracker,
        ...readableField(subject, input),
      ]),
    )
  }

const explainCreation = async (
  deps: ExplainDependencies,
  subject: Subject,
  project: Parameters<typeof submitChecks>[2],
  input: ExplainInput,
): Promise<Explanation> => {
  const { viewer, tracker, rights } = subject
  const steps = await runChecks(deps, subject, [
    accountCheck(subject, input),
    ...submitChecks(deps, viewer, project, tracker),
  ])
  if (steps.some(step => !step.ok)) return explanationOf(steps)
  const fieldFaults = fieldFaultsOf(subject, input, field => canSubmit(rights, field), undefined)
  // Without a transition the artifact may start in any state, so only the requested field is checked then.
  const entries = entriesOf(tracker, input)
  const judged =
    entries.length === 0 ? NO_FAULTS : await judgeStart(deps, viewer, { project, tracker, rights }, entries)
  const checked = checkedBy(input, judged).filter(reason => !needsOtherValues.has(reason))
  const faults = [...fieldFaults, ...judged.faults.filter(({ reason }) => !needsOtherValues.has(reason))]
  return explanationOf([...steps, ...(await faultSteps(deps, subject, input, faults, checked, judged))])
}

const judgeStart = async (
  deps: ExplainDependencies,
  viewer: Viewer,
  context: ArtifactContext,
  entries: readonly SubmittedEntry[],
): Promise<SubmissionFaults> => {
  const now = deps.clock.now()
  const { submission, values } = await readCreation(deps, viewer, context, { values: entries }, now)
  const { refusedFieldIds } = submission
  const timezone = deps.settings.get('timezone')
  return { ...judgeCreation({ viewer, context, submission, values, now, timezone }), refusedFieldIds }
}

type SubmissionFaults = Pick<SubmissionResult, 'faults' | 'transition'> & Pick<Submission, 'refusedFieldIds'>

const NO_FAULTS: SubmissionFaults = { faults: [], transition: undefined, refusedFieldIds: new Set() }

/** The other values of a new artifact are unknown, so rules that depend on them are not checked. */
const needsOtherValues: ReadonlySet<Reason> = new Set<Reason>([
  'field.required',
  'field.dependency',
  'field.date_rule',
  'workflow.not_empty',
  'workflow.comment',
])

/** Refuses every parameter that the action does not use. */
const requireSuitable = ({ action, field_id, transition_to }: ExplainInput): void => {
  const refused = (parameter: string): Invalid =>
    new Invalid(`\`${parameter}\` does not go with the action \`${action}\``, {
      reason: 'parameter.unsupported',
      parameter,
    })
  if (field_id !== undefined && !['read', 'submit', 'update'].includes(action)) throw refused('field_id')
  if (transition_to !== undefined && !['submit', 'update'].includes(action)) throw refused('transition_to')
}

const subjectOf = async (
  deps: ExplainDependencies,
  viewer: Viewer,
  tracker: Tracker,
  { action, user_id }: ExplainInput,
): Promise<Subject> => {
  const isReading = action === 'read'
  const rightsIn = (one: Viewer): EffectiveRights => deps.access.rightsIn(one, tracker)
  if (user_id === undefined || user_id === viewer.userId) {
    // This request is a read.
    const own = isReading ? viewer : await asWriter(deps, viewer)
    return { asking: viewer, viewer: own, user: undefined, tracker, rights: rightsIn(own) }
  }
  if (!rightsIn(viewer).isAdmin)
    throw new Forbidden('Only administrators of the tracker ask about others', { reason: 'permission.admin' })
  const user = await deps.queries.users.get(user_id)
  if (!user) throw new NotFound('There is no such user')
  const other = await deps.viewerOf(user_id, isReading)
  return { asking: viewer, viewer: other, user, tracker, rights: rightsIn(other) }
}

const accountCheck = ({ viewer, user }: Subject, { action }: ExplainInput): AnyCheck => ({
  name: 'account',
  require: () => {
    if (viewer.isAnonymous && action !== 'read') throw new Unauthorized('', { reason: 'credentials.missing' })
    if (user && !canSignIn(user)) throw new Forbidden('', { reason: 'account.suspended' })
  },
})

/** A field that the subject may not read gets the same result as a missing one. */
const readableField = ({ tracker, rights }: Subject, { field_id }: ExplainInput): AnyCheck[] =>
  field_id === undefined
    ? []
    : [
        {
          name: 'field.unknown',
          require: () => {
            const field = tracker.fieldById.get(field_id)
            if (!field?.isUsed || !canRead(rights, field))
              throw new Forbidden('', { reason: 'field.unknown', field_id })
          },
        },
      ]

const entriesOf = ({ workflow }: Tracker, { transition_to }: ExplainInput): SubmittedEntry[] => {
  if (transition_to === undefined) return []
  if (!workflow)
    throw new Invalid('The tracker has no workflow', { reason: 'parameter.unsupported', parameter: 'transition_to' })
  return [{ field_id: workflow.fieldId, bind_value_ids: [transition_to] }]
}

const fieldFaultsOf = (
  { tracker, rights }: Subject,
  { field_id }: ExplainInput,
  canWrite: (field: Tracker['fields'][number]) => boolean,
  document: ArtifactWithLinks['document'] | undefined,
): Fault[] => {
  if (field_id === undefined) return []
  const unknown = unknownFieldFault(tracker, field_id, field => mayKnow(rights, field))
  if (unknown) return [unknown]
  const field = tracker.fieldById.get(field_id)
  const unwritable = field && unwritableFieldFault(field, canWrite)
  if (unwritable) return [unwritable]
  return document ? frozenFaults({ tracker, before: document, values: new Map([[field_id, undefined]]) }) : []
}

/** The field that the request would send is not missing. */
const isAnsweredBy = ({ reason, field_id }: Fault, input: ExplainInput): boolean =>
  input.field_id !== undefined &&
  field_id === input.field_id &&
  (reason === 'field.required' || reason === 'workflow.not_empty')

/** The reasons that were checked. A transition that does not exist, or changes nothing, has no conditions. */
const checkedBy = (
  { field_id, transition_to }: ExplainInput,
  { refusedFieldIds, transition }: SubmissionFaults,
): Reason[] => [
  ...(field_id !== undefined || transition_to !== undefined
    ? (['field.unknown', 'permission.field_update', 'field.frozen'] as const)
    : []),
  ...(transition_to !== undefined && refusedFieldIds.size === 0 ? (['workflow.transition'] as const) : []),
  ...(transition_to !== undefined && transition
    ? (['workflow.group', 'workflow.not_empty', 'workflow.comment'] as const)
    : []),
]

/** The order of the faults in an explanation. */
const order: readonly Reason[] = [
  'field.unknown',
  'permission.field_update',
  'field.value',
  'field.frozen',
  'field.required',
  'workflow.transition',
  'workflow.group',
  'workflow.not_empty',
  'workflow.comment',
  'field.dependency',
  'field.date_rule',
]

const faultSteps = async (
  deps: ExplainDependencies,
  subject: Subject,
  { action, field_id }: ExplainInput,
  faults: readonly Fault[],
  checked: readonly string[],
  { transition }: SubmissionFaults,
): Promise<Step[]> => {
  const operation = action === 'submit' ? 'create' : 'update'
  const inOrder = [...order, ...faults.map(({ reason }) => reason).filter(reason => !order.includes(reason))]
  const steps: Step[] = []
  for (const reason of new Set(inOrder)) {
    const found = faults.filter(fault => fault.reason === reason)
    for (const fault of found) {
      const groups = await named(deps, subject, groupsThatCould(subject.tracker, fault, operation))
      steps.push({ ...failed(reason, fault), ...(groups && { groups }) })
    }
    if (found.length > 0 || !checked.includes(reason)) continue
    const step = transition && { from_id: transition.fromValueId, to_id: transition.toValueId }
    const able = groupsThatCould(subject.tracker, { reason, field_id, transition: step }, operation)
    const by = await allowing(deps, subject, able)
    steps.push({ check: reason, ok: true, ...(by && { by }) })
  }
  return steps
}

const failed = (check: string, { reason, field_id, name, transition }: Omit<Fault, 'text'>): Step => ({
  check,
  ok: false,
  reason,
  ...(field_id !== undefined && { field_id }),
  ...(name !== undefined && { name }),
  ...(transition && { transition }),
})

/** Runs the checks until one refuses. */
const runChecks = async (deps: ExplainDependencies, subject: Subject, checks: readonly AnyCheck[]): Promise<Step[]> => {
  const steps: Step[] = []
  for (const { name, require } of checks) {
    const able = groupsOfCheck(subject.tracker, name)
    try {
      await require()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const groups = await named(deps, subject, able)
      return [...steps, { ...failed(name, error.details), ...(groups && { groups }) }]
    }
    const by = await allowing(deps, subject, able)
    steps.push({ check: name, ok: true, ...(by && { by }) })
  }
  return steps
}

const groupsOfCheck = (tracker: Tracker, check: string): readonly UserGroupId[] | undefined => {
  switch (check) {
    case 'tracker':
      return [...new Set(Object.values(tracker.permissions).flatMap(groups => [...groups]))]
    case 'artifact':
      return [...tracker.permissions.full]
    case 'permission.admin':
      return [...tracker.permissions.admin]
    case 'permission.submit':
      return groupsThatCould(tracker, { reason: 'permission.submit' }, 'create')
    default:
      return undefined
  }
}

const named = ({ queries }: ExplainDependencies, subject: Subject, groups: readonly UserGroupId[] | undefined) =>
  nameGroups(queries.projects, subject.asking, subject.tracker, groups)

/** In which groups one is oneself is no secret. */
const allowing = async (
  { queries }: ExplainDependencies,
  { asking, user, tracker, rights }: Subject,
  groups: readonly UserGroupId[] | undefined,
) => {
  const held = groups?.filter(group => rights.groups.has(group))
  return nameGroups(queries.projects, asking, tracker, held, { isOwn: user === undefined })
}

const explanationOf = (steps: readonly Step[]): Explanation => {
  const first = steps.find(step => !step.ok)
  return {
    allowed: first === undefined,
    ...(first?.reason !== undefined && { reason: first.reason }),
    steps: [...steps],
  }
}
