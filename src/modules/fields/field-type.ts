import type { TSchema } from 'typebox'
import type { Reason } from '../../platform/reasons.ts'
import type { XmlElement, XmlNode } from '../../platform/xml/node.ts'
import type { AttachedFile } from '../files/index.ts'
import type { MinimalUserGroup, UserGroupId } from '../projects/index.ts'
import type { User, Viewer } from '../users/index.ts'
import type { Field, FieldTypeName } from './field.ts'
import type { FieldQuery } from './field-query.ts'

/** One entry of `values` as a client sent it, decoded: all keys but `field_id` are optional (artifacts.md §2.3). */
export interface ValueEntry {
  readonly value?: unknown
  readonly bind_value_ids?: readonly unknown[]
  readonly links?: readonly unknown[]
  readonly all_links?: readonly unknown[]
  readonly parent?: unknown
  readonly is_autocomputed?: boolean
  readonly manual_value?: unknown
  readonly [other: string]: unknown
}

/**
 * What became of an entry. `unchanged`: the entry says nothing (a read-only kind, or a read entry sent back): ignore it.
 * `fault` is a 400 with this text; a parser throws a Refusal only for another status.
 */
export type ParseResult<Value> =
  { readonly value: Value; readonly reverseLinks?: ReverseLinks } | ParseFault | { readonly unchanged: true }

/** A sentence, and why; the field is known where the faults are collected. */
export interface ParseFault {
  readonly fault: string
  readonly reason: Reason
}

export const UNCHANGED = { unchanged: true } as const

/** Links towards this artifact that an art_link entry asks for; written on the *other* artifacts (artifacts.md §6). */
export interface ReverseLinks {
  /** Artifacts that shall link here, with the type. */
  readonly wanted: readonly StoredLink[]
  /** true (`all_links`): those visible ones not in `wanted` are removed; false (`parent`): they stay. */
  readonly isComplete: boolean
}

/** Value of an art_link field in the document: forward links, in the order written. '' = untyped. */
export interface StoredLink {
  readonly id: number
  readonly type: string
}

/** What is known of the other end of a link. */
export interface LinkTarget {
  readonly id: number
  readonly trackerId: number
  readonly canView: boolean
  readonly isProjectActive: boolean
  readonly hasLinkField: boolean
}

/** One file of a file field in the document. */
export type StoredFile = AttachedFile

export type TextFormat = 'text' | 'html' | 'commonmark'

/** What a parser may ask of the modules above, as functions. All of them answer from caches where they can. */
export interface ParseContext {
  readonly viewer: Viewer
  readonly operation: 'create' | 'update'
  readonly now: Date
  /** IANA name of the zone in which dates without offset are meant and days are counted. */
  readonly timezone: string
  /** Format of a text sent without one: the requester's preference, else commonmark. */
  readonly defaultTextFormat: TextFormat
  /** What is stored in this field now; undefined = never stored. */
  readonly current: unknown
  /** 0 on creation. */
  readonly artifactId: number
  findUser(by: { id: number } | { login: string } | { email: string }): Promise<User | undefined>
  /** Is this account one of those that a users bind offers? */
  isBoundUser(field: Field, userId: number): Promise<boolean>
  /** REST id ("101_3", "104", 104) or name of a group of the project (or a system group) → its number. */
  findUserGroup(reference: string | number): Promise<UserGroupId | undefined>
  /** Ids of open values with these labels, made where they are missing (with the change, not before it). */
  openValueIds(field: Field, labels: readonly string[]): Promise<Map<string, number>>
  /**
   * Files that the requester may attach to this field now; others are missing from the answer. One that is attached to another
   * artifact is refused there (400, files.md §3).
   */
  findAttachableFiles(field: Field, ids: readonly number[]): Promise<Map<number, StoredFile>>
  /** Is it attached to this artifact by another of its file fields? Sent here, it is ignored (fields.md §3.8). */
  isFileOfOtherField(fileId: number): boolean
  findLinkTargets(ids: readonly number[]): Promise<Map<number, LinkTarget>>
  /** Types usable in the project now: short name → is it reserved to the system. */
  linkTypes(): ReadonlyMap<string, { readonly isSystem: boolean }>
  /** Links from others to this artifact, as stored. */
  findReverseLinks(): Promise<readonly StoredLink[]>
  nextStepIds(count: number): Promise<readonly number[]>
}

/** The other end of a link, ready to be shown (artifacts.md §2.2, with `type`). */
export interface LinkRepresentation {
  readonly type: string | null
  readonly id: number
  readonly uri: string
  readonly tracker: object
}

export interface CrossReferenceRepresentation {
  readonly ref: string
  readonly url: string
  readonly direction: 'in' | 'out' | 'both'
}

/** What belongs to an artifact beside its document; read-only field types show it. */
export interface ArtifactFacts {
  readonly id: number
  readonly number: number
  readonly rank: number
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
  readonly updatedBy: number
  readonly updatedByEmail: string | null
  readonly updatedOn: Date
}

/** What a representation may ask. Everything was loaded before: these are look-ups in memory. */
export interface RepresentContext {
  readonly artifact: ArtifactFacts
  /** ISO-8601 with the offset of the platform's zone (http.md §4.1). */
  isoDate(at: Date): string
  /** The same for midnight of a calendar day `YYYY-MM-DD` in that zone. */
  isoDay(day: string): string
  /** Full shape of an account (users.md §1); for 0 the anonymous user with that e-mail. */
  fullUser(userId: number, email?: string | null): object
  userGroup(groupId: UserGroupId): MinimalUserGroup
  /** Source text → safe HTML with references turned into links. */
  renderText(content: string, format: TextFormat): string
  /** Visible ends only, in stored order. Loaded when the type `needs` 'links'. */
  readonly forwardLinks: readonly LinkRepresentation[]
  readonly reverseLinks: readonly LinkRepresentation[]
  /** Loaded when the type `needs` 'crossReferences'. */
  readonly crossReferences: readonly CrossReferenceRepresentation[]
  /** Sum of fields.md §3.11 for a computed field. Loaded when the type `needs` 'computed'. */
  computedSum(field: Field): number | null
  /** Members of fields.md §3.15. Loaded when the type `needs` 'charts'. */
  chart(field: Field): object
}

/** What a text of people or groups may ask for their names. */
export type NameLookup = Pick<RepresentContext, 'fullUser' | 'userGroup'>

export type RelatedDataKind = 'links' | 'crossReferences' | 'computed' | 'charts'

/** What a description of a field (fields.md §1) may ask; loaded before. */
export interface DescribeContext {
  readonly viewer: Viewer
  readonly now: Date
  readonly timezone: string
  readonly defaultTextFormat: TextFormat
  fullUser(userId: number): object
  userGroup(groupId: UserGroupId): MinimalUserGroup
  /** Accounts that the users bind of a field offers, ordered by login. */
  boundUsers(field: Field): readonly User[]
  /** Groups of the project, for open lists bound to groups. */
  projectUserGroups(): readonly MinimalUserGroup[]
  /** `{id, uri, real_name, username, avatar_url}` */
  userReference(user: User): object
  /** Types enabled in the project: art_link's `allowed_types`. */
  allowedLinkTypes(): readonly { shortname: string; forward_label: string; reverse_label: string }[]
  readonly maxUploadSize: number
}

/** Members of a description that depend on the type; `trackers` adds the others. */
export interface FieldDescription {
  readonly values: unknown
  readonly bindings: { readonly type: string | null; readonly list: readonly { id: number | string; label: string }[] }
  readonly default_value: unknown
  readonly specific_properties: Readonly<Record<string, unknown>> | readonly []
  /** file_creation_uri, is_time_displayed, hint, allowed_types … */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** What a value of an archive may ask while it is read (import.md §6.3). */
export interface ImportContext {
  /** Key of an item of a static bind or of a group bind (`V12`) → its id here (bind value id, or group number). */
  findBindValue(key: string): number | undefined
  /** User reference by the archive's users and the map; undefined = unknown or nobody. */
  findUserByReference(node: XmlNode): number | undefined
  findUserGroup(name: string): UserGroupId | undefined
  /** Key of a file of the same artifact; undefined when its blob is missing (a warning was given). */
  findFile(key: string): StoredFile | undefined
  /** Source id of an artifact of the archive → its id here. */
  findArtifact(sourceId: string): number | undefined
  findUser(by: { login: string } | { email: string }): number | undefined
  openValueId(field: Field, label: string): number
  hasLinkType(shortName: string): boolean
  nextStepId(): number
  /** Value that the field has before this change; undefined = never stored. */
  readonly current: unknown
  warn(node: XmlNode, message: string): void
}

export interface ExportContext {
  /** `V<id>` and the like are the exporter's keys: it only needs the numbers. */
  userReference(userId: number): XmlElement
  userGroupName(groupId: UserGroupId): string
  /** Undefined: it is not in the archive. */
  fileKey(fileId: number): string | undefined
  /** Links to artifacts that are gone are left out: no reader could tell what they led to. */
  isArtifact(id: number): boolean
}

/**
 * One kind of form element: all that is known about it, in one file of `types/`. The document holds `Value` as it is, so it is
 * plain JSON. `undefined` everywhere means that nothing was ever stored; `null` is a value of some types (an emptied date).
 */
export interface FieldType<Value = unknown> {
  readonly type: FieldTypeName
  /** writable and external kinds take values; the platform fills readOnly ones; container and static have none. */
  readonly family: 'writable' | 'external' | 'readOnly' | 'container' | 'static'
  /** specific_properties as stored, with their defaults. */
  readonly settings: TSchema
  /** Schemas of the members that the type adds to an entry of `values`, sent and answered. */
  readonly input: TSchema
  readonly output: TSchema
  /** true: appears in `values_by_field` (artifacts.md §3). */
  readonly isByField: boolean
  readonly needs?: readonly RelatedDataKind[]

  parse(entry: ValueEntry, field: Field, context: ParseContext): ParseResult<Value> | Promise<ParseResult<Value>>
  /** Form of `values_by_field` on creation; absent = not supported there (400). */
  parseByField?(
    entry: ValueEntry,
    field: Field,
    context: ParseContext,
  ): ParseResult<Value> | Promise<ParseResult<Value>>
  /** What is stored on creation when the field was not sent (artifacts.md §5); undefined = nothing. */
  defaultValue(field: Field, context: Pick<ParseContext, 'now' | 'timezone' | 'defaultTextFormat'>): Value | undefined
  isEmpty(value: Value | undefined): boolean
  same(before: Value | undefined, after: Value | undefined): boolean

  /** Numbers for artifact_index: ids, numbers, seconds. */
  index(value: Value, field: Field): readonly number[]
  /** Text for artifact_text. */
  searchText(value: Value, field: Field): string | undefined
  /** Comparisons and orders that it offers to queries; absent: it cannot be searched. */
  readonly query?: FieldQuery
  /** Without markup: for titles, flat lists, messages. Labels joined by ", "; people and groups by number where no names are given. */
  plainText(value: Value | undefined, field: Field, names?: NameLookup): string
  /** Texts in which references to artifacts are looked for. */
  referenceTexts?(value: Value): readonly string[]
  /** Accounts that its representation shows. */
  userIds?(value: Value | undefined, artifact: ArtifactFacts, field: Field): readonly number[]
  /**
   * What an artifact that is linked to adds to the sum of a computed field of this name (fields.md §3.11): a number, 'sum' = that of
   * the artifacts behind it, undefined = nothing. Absent: never anything.
   */
  addend?(value: Value | undefined, field: Field): number | 'sum' | undefined

  /**
   * Whether the representation follows from the value and the field alone, for this field: then its text is kept for each value.
   * Absent: never.
   */
  isFixed?(field: Field): boolean
  /** Members after field_id, label, type; null = no entry (fields.md §3). */
  represent(value: Value | undefined, field: Field, context: RepresentContext): Record<string, unknown> | null
  /** Value in the flat formats of artifacts.md §10; undefined = left out. */
  flat(
    value: Value | undefined,
    field: Field,
    context: RepresentContext,
  ): number | string | null | readonly string[] | undefined
  describe(field: Field, context: DescribeContext): FieldDescription

  /** `<properties>` of an archive → settings; tells by `warn` what it does not take. */
  importSettings(properties: XmlNode | undefined, warn: (message: string) => void): Record<string, unknown>
  exportSettings(field: Field): Record<string, string>
  /** `<field_change>` → value; undefined = skip this change (a warning was given, or there is nothing to store). */
  importValue?(change: XmlNode, field: Field, context: ImportContext): Value | undefined
  /** Value of the `type` attribute of `<field_change>` (`list`, `open_list`, `permissions_on_artifact` …). */
  readonly xmlChangeType?: string
  exportValue?(value: Value, field: Field, context: ExportContext): XmlElement | undefined
}

/** Ties the value type of the methods of a field type together. */
export const defineFieldType = <Value>(type: FieldType<Value>): FieldType<Value> => type
