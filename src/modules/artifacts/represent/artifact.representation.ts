import {
  fieldType,
  renderText,
  type ArtifactFacts,
  type CrossReferenceRepresentation,
  type Field,
  type FieldType,
  type LinkRepresentation,
  type RelatedDataKind,
  type RepresentContext,
  type TextFormat,
} from '../../fields/index.ts'
import type { MinimalUserGroup, Project, ProjectsModule, UserGroupId } from '../../projects/index.ts'
import type { IsoDates, SettingsModule } from '../../settings/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { NameStyle, User, UsersModule, Viewer } from '../../users/index.ts'
import type { Artifact, ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'
import type { TextLinks, TextsOfProject } from './references.ts'

/** Data of a representation beside the artifact's own row, loaded in advance for all artifacts of a response at once. */
export interface RelatedData {
  readonly forwardLinks: readonly LinkRepresentation[]
  readonly reverseLinks: readonly LinkRepresentation[]
  readonly crossReferences: readonly CrossReferenceRepresentation[]
  readonly computedSums: ReadonlyMap<number, number | null>
  readonly charts: ReadonlyMap<number, object>
  readonly rank: number
}

export const NO_RELATED_DATA: RelatedData = {
  forwardLinks: [],
  reverseLinks: [],
  crossReferences: [],
  computedSums: new Map(),
  charts: new Map(),
  rank: 0,
}

export interface RepresentationDependencies {
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  /** For the texts that are represented. */
  readonly textLinks: Pick<TextLinks, 'linkIn'>
}

interface ReadableField {
  readonly field: Field
  readonly type: FieldType
  readonly key: string
  /** JSON text of its short name. */
  readonly nameText: string
  /** JSON text of the members that are the same for every artifact. */
  readonly head: string
  /** Cached entries by value, if the entry depends on the value alone. */
  readonly fixed: Map<string, string | null> | undefined
}

/** Maximum cached entries per list. */
const MAX_CACHED_ENTRIES = 500

/** Whether the field is in `values_by_field`; a field without a value is included. */
const isByField = ({ type }: ReadableField): boolean => type.isByField

/**
 * Prepared output for the artifacts of one tracker and a viewer with certain rights: the readable fields, and the JSON text that does not
 * depend on the artifact. A serializer lives as long as the cached tracker.
 */
export interface ArtifactSerializer {
  readonly readable: readonly ReadableField[]
  readonly needs: ReadonlySet<RelatedDataKind>
  readonly tracker: Tracker
  readonly project: Project
  readonly trackerText: string
  readonly projectText: string
  readonly titleField: ReadableField | undefined
  readonly statusField: ReadableField | undefined
  readonly contributorField: ReadableField | undefined
}

/** An artifact to represent, with its serializer. */
export interface ArtifactToRepresent {
  readonly artifact: ArtifactWithLinks
  readonly serializer: ArtifactSerializer
}

export const prepareSerializer = (
  { trackers, projects }: Pick<RepresentationDependencies, 'trackers' | 'projects'>,
  tracker: Tracker,
  project: Project,
  canRead: (field: Field) => boolean,
): ArtifactSerializer => {
  const readable: ReadableField[] = []
  for (const field of tracker.fields) {
    const type = fieldType(field.type)
    if (!field.isUsed || type.family === 'container' || type.family === 'static' || !canRead(field)) continue
    const head = JSON.stringify({ field_id: field.id, label: field.label, type: field.type }).slice(0, -1)
    const fixed = type.isFixed?.(field) ? new Map<string, string | null>() : undefined
    readable.push({ field, type, key: String(field.id), nameText: JSON.stringify(field.name), head, fixed })
  }
  const readableById = (id: number | undefined): ReadableField | undefined =>
    readable.find(({ field }) => field.id === id)
  return {
    readable,
    needs: new Set(readable.flatMap(({ type }) => type.needs ?? [])),
    tracker,
    project,
    trackerText: JSON.stringify(trackers.representMinimal(tracker, project)),
    projectText: JSON.stringify(projects.representReference(project)),
    titleField: readableById(tracker.semantics.title?.fieldId),
    statusField: readableById(tracker.semantics.status?.fieldId),
    contributorField: readableById(tracker.semantics.contributor?.fieldId),
  }
}

/** Data and look-ups for field types while one artifact is serialised. */
export class RenderContext implements RepresentContext {
  readonly artifact: ArtifactFacts
  readonly #dependencies: RepresentationDependencies
  readonly #project: Project
  readonly #nameStyle: NameStyle | undefined
  readonly #dates: IsoDates
  readonly #relatedData: RelatedData

  constructor(
    dependencies: RepresentationDependencies,
    project: Project,
    artifact: ArtifactFacts,
    relatedData: RelatedData,
    { nameStyle, timezone }: ReaderChoices,
  ) {
    this.#nameStyle = nameStyle
    this.#dates = dependencies.settings.datesIn(timezone)
    this.#dependencies = dependencies
    this.#project = project
    this.artifact = artifact
    this.#relatedData = relatedData
  }

  isoDate(at: Date): string {
    return this.#dates.isoDate(at)
  }
  isoDay(day: string): string {
    return this.#dates.isoDay(day)
  }
  fullUser(userId: number, email?: string | null): object {
    const { users } = this.#dependencies
    return users.representFull(findUser(users, userId), email ?? undefined, this.#nameStyle)
  }
  userGroup(groupId: UserGroupId): MinimalUserGroup {
    return this.#dependencies.projects.representUserGroup(this.#project.id, groupId)
  }
  renderText(content: string, format: TextFormat): string {
    return renderText(content, format, this.#dependencies.textLinks.linkIn(this.#project))
  }
  get forwardLinks(): readonly LinkRepresentation[] {
    return this.#relatedData.forwardLinks
  }
  get reverseLinks(): readonly LinkRepresentation[] {
    return this.#relatedData.reverseLinks
  }
  get crossReferences(): readonly CrossReferenceRepresentation[] {
    return this.#relatedData.crossReferences
  }
  get rank(): number {
    return this.#relatedData.rank
  }
  computedSum(field: Field): number | null {
    return this.#relatedData.computedSums.get(field.id) ?? null
  }
  chart(field: Field): object {
    const chart = this.#relatedData.charts.get(field.id)
    if (!chart) throw new Error(`chart of field ${field.id} was not loaded`)
    return chart
  }
}

/** 0 is the anonymous user; a deleted account is shown in the same way. */
const findUser = (users: Pick<UsersModule, 'peek'>, userId: number): User | undefined =>
  userId === 0 ? undefined : users.peek(userId)

/** Accounts that the representation of an artifact shows; they must be loaded before it is written. */
export const representedUserIds = (serializer: ArtifactSerializer, artifact: Artifact): number[] => {
  const ids = [artifact.submittedBy, artifact.updatedBy]
  // Assignees are shown even if the serializer leaves their field out.
  const { readable, contributorField } = serializer
  for (const { type, key, field } of contributorField ? [...readable, contributorField] : readable) {
    if (type.userIds) ids.push(...type.userIds(artifact.document[key], artifact, field))
  }
  return ids
}

/** Texts of an artifact in which a representation links references. */
export const representedTexts = (
  { readable, project }: ArtifactSerializer,
  { document }: Artifact,
): TextsOfProject => ({
  project,
  texts: readable.flatMap(({ type, key }) => {
    const value = document[key]
    return value === undefined ? [] : (type.referenceTexts?.(value) ?? [])
  }),
})

/** JSON texts of the entries of the readable fields, in their order; null if nothing is stored. */
const writeEntries = (
  serializer: ArtifactSerializer,
  document: ArtifactDocument,
  context: RenderContext,
): (string | null)[] => serializer.readable.map(readable => writeEntryOf(readable, document[readable.key], context))

const writeEntryOf = (readable: ReadableField, value: unknown, context: RenderContext): string | null => {
  if (!readable.fixed) return writeEntry(readable, value, context)
  // Such values are lists of ids. A value that was never stored differs from an empty list.
  const name = Array.isArray(value) ? `=${value.join()}` : ''
  let text = readable.fixed.get(name)
  if (text === undefined) {
    text = writeEntry(readable, value, context)
    if (readable.fixed.size >= MAX_CACHED_ENTRIES) readable.fixed.clear()
    readable.fixed.set(name, text)
  }
  return text
}

const writeEntry = ({ type, field, head }: ReadableField, value: unknown, context: RenderContext): string | null => {
  const members = type.represent(value, field, context)
  if (members === null) return null
  const text = JSON.stringify(members)
  return text === '{}' ? `${head}}` : `${head},${text.slice(1)}`
}

/** Entries of an artifact at one moment, by field. Most values are unchanged at the next moment. */
export type PreviousEntries = Map<ReadableField, { readonly value: unknown; readonly text: string | null }>

/**
 * The entries of readable fields that have a value (artifacts.md §3), at one moment of an artifact's history. Reuses entries of `before`
 * whose value is unchanged, then updates `before`. Links are always written anew, because each moment has its own.
 */
export const writeValuesAt = (
  serializer: ArtifactSerializer,
  document: ArtifactDocument,
  context: RenderContext,
  before: PreviousEntries,
): string =>
  joinValues(
    serializer.readable.map(readable => {
      const value = document[readable.key]
      const known = before.get(readable)
      if (known && known.value === value && !readable.type.needs?.includes('links')) return known.text
      const text = writeEntryOf(readable, value, context)
      before.set(readable, { value, text })
      return text
    }),
  )

const joinValues = (entries: readonly (string | null)[]): string =>
  `[${entries.filter(entry => entry !== null).join(',')}]`

/** Entries by short name, for the alphanumeric kinds only; null if nothing is stored (artifacts.md §3). */
const joinValuesByField = (serializer: ArtifactSerializer, entries: readonly (string | null)[]): string => {
  let text = ''
  for (const [index, field] of serializer.readable.entries()) {
    if (isByField(field)) text += `${text === '' ? '' : ','}${field.nameText}:${entries[index] ?? 'null'}`
  }
  return `{${text}}`
}

export interface RepresentationShape {
  readonly values: boolean
  readonly valuesByField: boolean
  /** JSON text of the complete tracker; if absent, the minimal tracker is written. */
  readonly trackerText?: string
  readonly reader: ReaderChoices
}

/** The viewer's preferences: form of user names, and time zone of dates. */
export type ReaderChoices = Pick<Viewer, 'nameStyle' | 'timezone'>

interface StatusPart {
  readonly text: string
  readonly isOpen: boolean
}

/** `status`, `full_status` and `is_open` (artifacts.md §2.1). */
const writeStatus = (serializer: ArtifactSerializer, document: ArtifactDocument): StatusPart => {
  const semantic = serializer.tracker.semantics.status
  // `is_open` would reveal the status: for viewers who may not read it, the tracker has no status.
  if (!semantic || !serializer.statusField) return { text: '"status":"","full_status":null,', isOpen: true }
  const field = serializer.tracker.fieldById.get(semantic.fieldId)
  const valueId = firstValueId(document[semantic.fieldId])
  const isOpen = valueId !== undefined && semantic.openValueIds.includes(valueId)
  const value = field?.bind?.type === 'static' && valueId !== undefined ? field.bind.byId.get(valueId) : undefined
  if (!value) return { text: '"status":"","full_status":null,', isOpen }
  const label = JSON.stringify(value.label)
  return {
    text: `"status":${label},"full_status":{"value":${label},"color":${JSON.stringify(value.colorName)}},`,
    isOpen,
  }
}

const firstValueId = (stored: unknown): number | undefined => {
  const first: unknown = Array.isArray(stored) ? stored[0] : undefined
  return typeof first === 'number' ? first : undefined
}

const writeAssignees = (
  dependencies: RepresentationDependencies,
  serializer: ArtifactSerializer,
  document: ArtifactDocument,
  nameStyle: NameStyle | undefined,
): string => {
  const { contributorField } = serializer
  const stored = contributorField ? document[contributorField.key] : undefined
  if (!Array.isArray(stored) || stored.length === 0) return '[]'
  const ids = stored.filter(id => typeof id === 'number')
  return `[${ids.map(id => userText(dependencies, id, null, nameStyle)).join(',')}]`
}

/** JSON texts of minimal representations, for the lifetime of the cached account: every artifact shows some accounts. */
const userTexts = new WeakMap<User, Map<string, string>>()

export const userText = (
  { users, settings }: RepresentationDependencies,
  userId: number,
  email: string | null,
  nameStyle: NameStyle | undefined,
): string => {
  const user = findUser(users, userId)
  if (!user) return JSON.stringify(users.representMinimal(undefined, email ?? undefined, nameStyle))
  let texts = userTexts.get(user)
  if (!texts) userTexts.set(user, (texts = new Map<string, string>()))
  // The text depends on these values beside the account.
  const key = `${nameStyle ?? ''} ${settings.publicUrl()}`
  let text = texts.get(key)
  if (text === undefined) texts.set(key, (text = JSON.stringify(users.representMinimal(user, undefined, nameStyle))))
  return text
}

/** ArtifactRepresentation as JSON text (artifacts.md §2.1). */
export const writeArtifact = (
  dependencies: RepresentationDependencies,
  serializer: ArtifactSerializer,
  artifact: Artifact,
  relatedData: RelatedData,
  shape: RepresentationShape,
): string => {
  const { reader } = shape
  const dates = dependencies.settings.datesIn(reader.timezone)
  const { id, document } = artifact
  const context = new RenderContext(dependencies, serializer.project, artifact, relatedData, reader)
  const { nameStyle } = reader
  const submitter = userText(dependencies, artifact.submittedBy, artifact.submittedByEmail, nameStyle)
  const updater = userText(dependencies, artifact.updatedBy, artifact.updatedByEmail, nameStyle)
  // Both forms consist of the same entries.
  const entries = shape.values || shape.valuesByField ? writeEntries(serializer, document, context) : []
  const status = writeStatus(serializer, document)
  const title = serializer.titleField && artifact.title !== null ? JSON.stringify(artifact.title) : 'null'
  return (
    `{"id":${id},"uri":"artifacts/${id}","xref":${JSON.stringify(`${serializer.tracker.itemName} #${id}`)},` +
    `"tracker":${shape.trackerText ?? serializer.trackerText},"project":${serializer.projectText},` +
    `"submitted_by":${artifact.submittedBy},"submitted_by_user":${submitter},` +
    `"submitted_on":"${dates.isoDate(artifact.submittedOn)}","html_url":"/plugins/tracker/?aid=${id}",` +
    `"changesets_uri":"artifacts/${id}/changesets",` +
    `"values":${shape.values ? joinValues(entries) : 'null'},` +
    `"values_by_field":${shape.valuesByField ? joinValuesByField(serializer, entries) : 'null'},` +
    `"last_update_by":${artifact.updatedBy},"last_update_by_user":${updater},` +
    `"last_modified_date":"${dates.isoDate(artifact.updatedOn)}",${status.text}"is_open":${status.isOpen},` +
    `"title":${title},"assignees":${writeAssignees(dependencies, serializer, document, nameStyle)}}`
  )
}
