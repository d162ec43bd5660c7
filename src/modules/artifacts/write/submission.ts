import { Invalid, type Fault } from '../../../platform/errors.ts'
import {
  fieldType,
  UNCHANGED,
  type Field,
  type LinkTarget,
  type ParseContext,
  type ParseResult,
  type ReverseLinks,
  type StoredFile,
  type StoredLink,
  type TextFormat,
  type ValueEntry,
} from '../../fields/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import type { Artifact, ArtifactDocument, LinkEnd } from '../model/artifact.ts'
import { faultAt } from '../model/fault-at.ts'
import type { ExternalId } from '../store/external-ids.store.ts'
import type { NewOpenValue } from '../model/new-open-value.ts'

/** An entry of `values` after decoding (artifacts.md §2.3). */
export type SubmittedEntry = ValueEntry & { readonly field_id: number }

/** The values of a request after parsing, before they are compared or written. */
export interface Submission {
  readonly values: ReadonlyMap<number, unknown>
  /** Requested links to this artifact. */
  readonly reverseLinks: ReverseLinks | null
  readonly newOpenValues: readonly NewOpenValue[]
  readonly faults: readonly Fault[]
  /** Fields with a faulty entry: their new value is unknown. */
  readonly refusedFieldIds: ReadonlySet<number>
}

export interface SubmissionQueries {
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  /** The links to this artifact that the viewer may know of. */
  readonly findVisibleReverse: (viewer: Viewer, ends: readonly LinkEnd[]) => Promise<readonly LinkEnd[]>
  readonly findLinkTargets: (viewer: Viewer, ids: readonly number[]) => Promise<Map<number, LinkTarget>>
  readonly findAttachableFiles: (
    viewer: Viewer,
    field: Field,
    /** 0 for a new artifact. */
    artifactId: number,
    ids: readonly number[],
  ) => Promise<Map<number, StoredFile>>
  /** The artifact of the project that has this id of another system. */
  readonly findExternalId: (projectId: number, externalId: ExternalId) => Promise<number | undefined>
  readonly findOpenValues: (fieldId: number, labels: readonly string[]) => Promise<Map<string, number>>
  readonly allocateOpenValueIds: (count: number) => Promise<readonly number[]>
  readonly allocateStepIds: (count: number) => Promise<readonly number[]>
}

export interface SubmissionInput {
  readonly viewer: Viewer
  readonly project: Project
  readonly tracker: Tracker
  readonly operation: 'create' | 'update'
  readonly now: Date
  readonly timezone: string
  readonly defaultTextFormat: TextFormat
  /** undefined on creation. */
  readonly artifact: (Artifact & { readonly reverse: readonly LinkEnd[] }) | undefined
  /** Whether the viewer may write this field now. */
  readonly canWrite: (field: Field) => boolean
  /** May the viewer know of this field: read or write it? For others it is as unknown as one that does not exist. */
  readonly isKnown: (field: Field) => boolean
}

const NOTHING_STORED: ArtifactDocument = {}

/**
 * Parses the entries of `values` by their field types. Collects all faults, including unknown fields, wrong forms and missing rights. If
 * one field has two entries, the last counts.
 */
export const readSubmission = async (
  queries: SubmissionQueries,
  input: SubmissionInput,
  entries: readonly SubmittedEntry[],
): Promise<Submission> => {
  const byField = new Map<number, SubmittedEntry>()
  for (const entry of entries) byField.set(entry.field_id, entry)
  const faults: Fault[] = []
  const parsing: {
    field: Field
    parse: (context: ParseContext) => ParseResult<unknown> | Promise<ParseResult<unknown>>
  }[] = []
  for (const [fieldId, entry] of byField) {
    const field = input.tracker.fieldById.get(fieldId)
    const unknown = unknownFieldFault(input.tracker, fieldId, input.isKnown)
    if (unknown) faults.push(unknown)
    else if (field) parsing.push({ field, parse: context => fieldType(field.type).parse(entry, field, context) })
  }
  return collectValues(queries, input, parsing, faults)
}

/** Parses `values_by_field`: short name → `{value: …}`, for the kinds that support it (artifacts.md §5). */
export const readSubmissionByField = async (
  queries: SubmissionQueries,
  input: SubmissionInput,
  entries: Readonly<Record<string, ValueEntry | null>>,
): Promise<Submission> => {
  const faults: Fault[] = []
  const parsing: {
    field: Field
    parse: (context: ParseContext) => ParseResult<unknown> | Promise<ParseResult<unknown>>
  }[] = []
  for (const [name, entry] of Object.entries(entries)) {
    const field = input.tracker.fieldByName.get(name)
    const type = field && fieldType(field.type)
    if (!isWritten(field) || !type || !input.isKnown(field))
      faults.push({ text: `There is no field \`${name}\` in use in this tracker.`, reason: 'field.unknown', name })
    else if (!type.parseByField)
      faults.push(
        faultAt(
          field,
          'field.value',
          `Field \`${name}\` (${field.type}) cannot be set by \`values_by_field\`: use \`values\`.`,
        ),
      )
    else if (entry === null || entry.value === undefined)
      faults.push(faultAt(field, 'field.value', `Field \`${name}\` needs a \`value\` in \`values_by_field\`.`))
    else parsing.push({ field, parse: context => type.parseByField?.(entry, field, context) ?? UNCHANGED })
  }
  return collectValues(queries, input, parsing, faults)
}

/** Of a field that takes no values, that the tracker does not have in use, or that the viewer may not know of. */
export const unknownFieldFault = (
  { fieldById }: Tracker,
  fieldId: number,
  isKnown: SubmissionInput['isKnown'],
): Fault | undefined => {
  const field = fieldById.get(fieldId)
  if (isWritten(field) && isKnown(field)) return undefined
  return {
    text: `Field ${fieldId} is not a field in use of this tracker.`,
    reason: 'field.unknown',
    field_id: fieldId,
  }
}

/** Of a field that the viewer may not write. */
export const unwritableFieldFault = (field: Field, canWrite: SubmissionInput['canWrite']): Fault | undefined =>
  canWrite(field)
    ? undefined
    : faultAt(
        field,
        'permission.field_update',
        `You are not allowed to update the field \`${field.name}\` (${field.label}).`,
      )

const isWritten = (field: Field | undefined): field is Field => {
  if (!field?.isUsed) return false
  const { family } = fieldType(field.type)
  return family !== 'container' && family !== 'static'
}

const collectValues = async (
  queries: SubmissionQueries,
  input: SubmissionInput,
  parsing: readonly {
    field: Field
    parse: (context: ParseContext) => ParseResult<unknown> | Promise<ParseResult<unknown>>
  }[],
  faults: Fault[],
): Promise<Submission> => {
  const newOpenValues: NewOpenValue[] = []
  const shared = await sharedContext(queries, input, newOpenValues)
  const document = input.artifact?.document ?? NOTHING_STORED
  const values = new Map<number, unknown>()
  const refusedFieldIds = new Set<number>()
  let reverseLinks: ReverseLinks | null = null

  for (const { field, parse } of parsing) {
    const current = document[field.id]
    const outcome = parse({ ...shared, current })
    const parsed = outcome instanceof Promise ? await outcome : outcome
    if ('unchanged' in parsed) continue
    const unwritable = unwritableFieldFault(field, input.canWrite)
    if ('value' in parsed && !unwritable) {
      values.set(field.id, parsed.value)
      if (parsed.reverseLinks) reverseLinks = parsed.reverseLinks
      continue
    }
    refusedFieldIds.add(field.id)
    if (unwritable) faults.push(unwritable)
    else if ('fault' in parsed) faults.push(faultAt(field, parsed.reason, parsed.fault))
  }
  return { values, reverseLinks, newOpenValues, faults, refusedFieldIds }
}

const sharedContext = async (
  queries: SubmissionQueries,
  { viewer, project, tracker, operation, now, timezone, defaultTextFormat, artifact }: SubmissionInput,
  newOpenValues: NewOpenValue[],
): Promise<Omit<ParseContext, 'current'>> => {
  const { users, projects, trackers } = queries
  const fileIds = new Set(
    tracker.fields
      .filter(field => field.type === 'file')
      .flatMap(field => (artifact?.document[field.id] as readonly StoredFile[] | undefined) ?? [])
      .map(file => file.id),
  )
  const linkTypes = new Map<string, { isSystem: boolean }>()
  for (const [shortName, { isSystem, isHidden }] of await projects.linkTypes()) {
    if (!isHidden && !project.disabledLinkTypes.has(shortName)) linkTypes.set(shortName, { isSystem })
  }
  return {
    viewer,
    operation,
    now,
    timezone,
    defaultTextFormat,
    artifactId: artifact?.id ?? 0,
    findUser: async by => {
      if ('id' in by) return users.get(by.id)
      if ('login' in by) return users.findByLogin(by.login)
      const found = await users.findByEmail(by.email)
      return found.length === 1 ? found[0] : undefined
    },
    isBoundUser: (field, userId) => trackers.isBoundUser(field, userId),
    findUserGroup: async reference =>
      (await projects.findUserGroup(tracker.projectId, String(reference))) ??
      (await projects.findUserGroupByName(tracker.projectId, String(reference))),
    isFileOfOtherField: fileId => fileIds.has(fileId),
    openValueIds: async (field, labels) => {
      const found = await queries.findOpenValues(field.id, labels)
      for (const value of newOpenValues) if (value.fieldId === field.id) found.set(value.label, value.id)
      const missing = [...new Set(labels)].filter(label => !found.has(label))
      if (missing.length === 0) return found
      const ids = await queries.allocateOpenValueIds(missing.length)
      missing.forEach((label, index) => {
        const id = ids[index]
        if (id === undefined) throw new Error('too few ids of open values')
        found.set(label, id)
        newOpenValues.push({ id, fieldId: field.id, label })
      })
      return found
    },
    findAttachableFiles: (field, ids) => queries.findAttachableFiles(viewer, field, artifact?.id ?? 0, ids),
    findLinkTargets: ids => queries.findLinkTargets(viewer, ids),
    linkTypes: () => linkTypes,
    findReverseLinks: async (): Promise<readonly StoredLink[]> =>
      // The parser must not see links that the requester may not see.
      (await queries.findVisibleReverse(viewer, artifact?.reverse ?? [])).map(({ id, type }) => ({ id, type })),
    nextStepIds: queries.allocateStepIds,
  }
}

/** Throws the collected faults; on creation each line begins with its level (artifacts.md §0.2). */
/** Whether people fill the field, so that it may be required: neither calculated nor a layout element. */
export const isFilledByPeople = ({ type }: Pick<Field, 'type'>): boolean =>
  !['readOnly', 'container', 'static'].includes(fieldType(type).family)

export const requireNoFaults = (faults: readonly Fault[], operation: 'create' | 'update'): void => {
  if (faults.length === 0) return
  const prefix = operation === 'create' ? 'error: ' : ''
  const last = faults.length - 1
  // Every line ends with a newline, also the last one.
  throw new Invalid(faults.map((one, index) => ({ ...one, text: `${prefix}${one.text}${index === last ? '\n' : ''}` })))
}
