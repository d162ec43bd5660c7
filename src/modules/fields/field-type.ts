import type { TSchema } from 'typebox'
import type { Reason } from '../../platform/reasons.ts'
import type { XmlElement, XmlNode } from '../../platform/xml/node.ts'
import type { AttachedFile } from '../files/index.ts'
import type { MinimalUserGroup, UserGroupId } from '../projects/index.ts'
import type { User, Viewer } from '../users/index.ts'
import type { Field, FieldTypeName } from './field.ts'
import type { FieldQuery } from './field-query.ts'

/** One entry of `values` as a client sent it, decoded. All keys except `field_id` are optional (artifacts.md §2.3). */
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
 * Result of parsing an entry. `unchanged`: the entry has no effect (a read-only kind, or an entry sent back as read). `fault`: 400 with
 * this text. A parser throws a Refusal only for another status.
 */
export type ParseResult<Value> =
  { readonly value: Value; readonly reverseLinks?: ReverseLinks } | ParseFault | { readonly unchanged: true }

/** A sentence and its reason; the caller that collects the faults knows the field. */
export interface ParseFault {
  readonly fault: string
  readonly reason: Reason
}

export const UNCHANGED = { unchanged: true } as const

/** Links to this artifact that an art_link entry requests. They are written to the *other* artifacts (artifacts.md §6). */
export interface ReverseLinks {
  /** Artifacts that shall link to this artifact, with the type of the link. */
  readonly wanted: readonly StoredLink[]
  /** true (`all_links`): visible links that `wanted` omits are removed. false (`parent`): they stay. */
  readonly isComplete: boolean
}

/** One forward link in the value of an art_link field in the document, in the order written. The type '' is untyped. */
export interface StoredLink {
  readonly id: number
  readonly type: string
}

/** Facts about the artifact at the other end of a link. */
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

/** Data and look-ups for a parser. The look-ups call the modules above this one, which answer from caches where they can. */
export interface ParseContext {
  readonly viewer: Viewer
  readonly operation: 'create' | 'update'
  readonly now: Date
  /** IANA name of the zone for dates without offset and for counting days. */
  readonly timezone: string
  /** Format of a text that is sent without one: the requester's preference, otherwise commonmark. */
  readonly defaultTextFormat: TextFormat
  /** The value that the field stores now; undefined if it never stored one. */
  readonly current: unknown
  /** 0 on creation. */
  readonly artifactId: number
  findUser(by: { id: number } | { login: string } | { email: string }): Promise<User | undefined>
  /** Whether the users bind of the field offers this account. */
  isBoundUser(field: Field, userId: number): Promise<boolean>
  /** Finds the number of a group by REST id ("101_3", "104", 104) or by name, among the groups of the project and the system groups. */
  findUserGroup(reference: string | number): Promise<UserGroupId | undefined>
  /** Ids of the open values with these labels. Missing values get an id here and are created in the transaction of the change. */
  openValueIds(field: Field, labels: readonly string[]): Promise<Map<string, number>>
  /**
   * Files that the requester may attach to this field now; the result omits other files. Refuses a file that is attached to another
   * artifact (400, files.md §3).
   */
  findAttachableFiles(field: Field, ids: readonly number[]): Promise<Map<number, StoredFile>>
  /** Whether another file field of this artifact holds the file. Such a file in an entry is ignored (fields.md §3.8). */
  isFileOfOtherField(fileId: number): boolean
  findLinkTargets(ids: readonly number[]): Promise<Map<number, LinkTarget>>
  /** Link types that the project can use now, by short name, with a flag for types reserved to the system. */
  linkTypes(): ReadonlyMap<string, { readonly isSystem: boolean }>
  /** Stored links from other artifacts to this artifact. */
  findReverseLinks(): Promise<readonly StoredLink[]>
  nextStepIds(count: number): Promise<readonly number[]>
}

/** The other end of a link, in the form of artifacts.md §2.2 with `type`. */
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

/** Facts about an artifact outside its document; read-only field types show them. */
export interface ArtifactFacts {
  readonly id: number
  readonly number: number
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
  readonly updatedBy: number
  readonly updatedByEmail: string | null
  readonly updatedOn: Date
}

/** Data and look-ups for a representation. Everything is loaded in advance, so each call is a look-up in memory. */
export interface RepresentContext {
  readonly artifact: ArtifactFacts
  /** ISO-8601 with the offset of the platform's time zone (http.md §4.1). */
  isoDate(at: Date): string
  /** ISO-8601 for midnight of a calendar day `YYYY-MM-DD` in the platform's time zone. */
  isoDay(day: string): string
  /** Full form of an account (users.md §1); for 0 the anonymous user with that e-mail address. */
  fullUser(userId: number, email?: string | null): object
  userGroup(groupId: UserGroupId): MinimalUserGroup
  /** Renders a source text as safe HTML, with references as links. */
  renderText(content: string, format: TextFormat): string
  /** Links whose other end the viewer sees, in stored order. Loaded if the type `needs` 'links'. */
  readonly forwardLinks: readonly LinkRepresentation[]
  readonly reverseLinks: readonly LinkRepresentation[]
  /** Loaded if the type `needs` 'crossReferences'. */
  readonly crossReferences: readonly CrossReferenceRepresentation[]
  /** Sum of fields.md §3.11 for a computed field. Loaded if the type `needs` 'computed'. */
  computedSum(field: Field): number | null
  /** Place in the order of all artifacts, from 1. Loaded if the type `needs` 'rank'; 0 if the artifact has none. */
  readonly rank: number
  /** Members of fields.md §3.15. Loaded if the type `needs` 'charts'. */
  chart(field: Field): object
}

/** Look-ups for the names of people and groups in a text. */
export type NameLookup = Pick<RepresentContext, 'fullUser' | 'userGroup'>

export type RelatedDataKind = 'links' | 'crossReferences' | 'computed' | 'charts' | 'rank'

/** Data and look-ups for a description of a field (fields.md §1), loaded in advance. */
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
  /** Link types enabled in the project: `allowed_types` of art_link. */
  allowedLinkTypes(): readonly { shortname: string; forward_label: string; reverse_label: string }[]
  readonly maxUploadSize: number
}

/** Members of a description that depend on the type; `trackers` adds the rest. */
export interface FieldDescription {
  readonly values: unknown
  readonly bindings: { readonly type: string | null; readonly list: readonly { id: number | string; label: string }[] }
  readonly default_value: unknown
  readonly specific_properties: Readonly<Record<string, unknown>> | readonly []
  /** Further members: file_creation_uri, is_time_displayed, hint, allowed_types … */
  readonly extra?: Readonly<Record<string, unknown>>
}

/**
 * A value by names, as plain JSON: labels of lists, logins, names of user groups. Programs exchange values in this form (integrators.md §12);
 * no id of this platform is in it.
 */
export type NamedValue = string | number | null | object

/** Look-ups for values by names. */
export interface NamedContext {
  /** The account of a login, an e-mail address or "Real name (login)"; null: nobody; undefined: unknown. */
  findPerson(name: string): Promise<number | null | undefined>
  /** By name or REST id, among the groups of the project and the system groups. */
  findUserGroup(name: string): Promise<UserGroupId | undefined>
  readonly defaultTextFormat: TextFormat
}

/** Data and look-ups for reading a value of an archive (import.md §6.3). */
export interface ImportContext {
  /** Key of an item of a static bind or a group bind (`V12`) → its id here (bind value id, or group number). */
  findBindValue(key: string): number | undefined
  /** Resolves a user reference by the archive's users and the user map; undefined for no user or an unknown user. */
  findUserByReference(node: XmlNode): number | undefined
  findUserGroup(name: string): UserGroupId | undefined
  /** Key of a file of the same artifact → the file; undefined if its blob is missing (the reader has warned). */
  findFile(key: string): StoredFile | undefined
  /** Source id of an artifact of the archive → its id here. */
  findArtifact(sourceId: string): number | undefined
  findUser(by: { login: string } | { email: string }): number | undefined
  openValueId(field: Field, label: string): number
  hasLinkType(shortName: string): boolean
  nextStepId(): number
  /** Value of the field before this change; undefined if it never stored one. */
  readonly current: unknown
  warn(node: XmlNode, message: string): void
}

export interface ExportContext {
  /** The exporter builds keys such as `V<id>`; it needs only the numbers. */
  userReference(userId: number): XmlElement
  userGroupName(groupId: UserGroupId): string
  /** undefined: the file is not in the archive. */
  fileKey(fileId: number): string | undefined
  /** Whether the artifact exists. Links to deleted artifacts are left out, because no reader could resolve them. */
  isArtifact(id: number): boolean
}

/**
 * One kind of form element, in one file of `types/` that holds everything about it. The document holds `Value` unconverted, so `Value` is
 * plain JSON. `undefined` always means that the field never stored a value; `null` is a value of some types (an emptied date).
 */
export interface FieldType<Value = unknown> {
  readonly type: FieldTypeName
  /** writable and external kinds take values, and the platform fills readOnly ones. containers and static elements have no value. */
  readonly family: 'writable' | 'external' | 'readOnly' | 'container' | 'static'
  /** Schema of the stored specific_properties, with their defaults. */
  readonly settings: TSchema
  /** Schemas of the members that the type adds to an entry of `values`: `input` in requests, `output` in responses. */
  readonly input: TSchema
  readonly output: TSchema
  /** true: the field is in `values_by_field` (artifacts.md §3). */
  readonly isByField: boolean
  readonly needs?: readonly RelatedDataKind[]

  parse(entry: ValueEntry, field: Field, context: ParseContext): ParseResult<Value> | Promise<ParseResult<Value>>
  /** Parses the form of `values_by_field` on creation; absent: not supported there (400). */
  parseByField?(
    entry: ValueEntry,
    field: Field,
    context: ParseContext,
  ): ParseResult<Value> | Promise<ParseResult<Value>>
  /** The entry that stores this value, or none if it is undefined: the form that `parse` takes. Absent: no entry stores a value. */
  toEntry?(value: Value | undefined, field: Field): ValueEntry
  /** Value that a creation stores if the field was not sent (artifacts.md §5); undefined for none. */
  defaultValue(field: Field, context: Pick<ParseContext, 'now' | 'timezone' | 'defaultTextFormat'>): Value | undefined
  isEmpty(value: Value | undefined): boolean
  same(before: Value | undefined, after: Value | undefined): boolean
  /** A value of the history without the choices that the field has lost since. Absent: the field loses none. */
  present?(value: Value, field: Field): Value

  /** Numbers for artifact_index: ids, numbers, seconds. */
  index(value: Value, field: Field): readonly number[]
  /** Text for artifact_text. */
  searchText(value: Value, field: Field): string | undefined
  /** Comparisons and orders for queries; absent: the field cannot be searched. */
  readonly query?: FieldQuery
  /**
   * Text without markup for titles, flat lists and messages. Labels are joined by ", ". Without `names`, people and groups are shown by
   * number.
   */
  plainText(value: Value | undefined, field: Field, names?: NameLookup): string
  /** Texts that may contain references to artifacts. */
  referenceTexts?(value: Value): readonly string[]
  /** Accounts that its representation shows. */
  userIds?(value: Value | undefined, artifact: ArtifactFacts, field: Field): readonly number[]
  /**
   * Contribution of a linked artifact to the sum of a computed field of this name (fields.md §3.11): a number, 'sum' for the sum over its
   * own links, undefined for none. Absent: never a contribution.
   */
  addend?(value: Value | undefined, field: Field): number | 'sum' | undefined

  /**
   * Whether the representation of this field depends only on the value and the field: then the serializer caches its text for each value.
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
  /** The value by names, as exports of artifacts write it; null: no value. Absent: exports leave the type out. */
  toNamed?(value: Value | undefined, field: Field, context: RepresentContext): NamedValue
  /** The entry for a value by names, which `parse` then checks. A sheet gives texts only. Absent: imports do not write the type. */
  fromNamed?(
    named: unknown,
    field: Field,
    context: NamedContext,
  ): ValueEntry | ParseFault | Promise<ValueEntry | ParseFault>

  /** Converts `<properties>` of an archive to settings; calls `warn` for each property that it ignores. */
  importSettings(properties: XmlNode | undefined, warn: (message: string) => void): Record<string, unknown>
  exportSettings(field: Field): Record<string, string>
  /** Converts `<field_change>` to a value. undefined: skip this change, either after a warning or because there is nothing to store. */
  importValue?(change: XmlNode, field: Field, context: ImportContext): Value | undefined
  /** Value of the `type` attribute of `<field_change>` (`list`, `open_list`, `permissions_on_artifact` …). */
  readonly xmlChangeType?: string
  exportValue?(value: Value, field: Field, context: ExportContext): XmlElement | undefined
}

/** Ties the methods of a field type to one value type. */
export const defineFieldType = <Value>(type: FieldType<Value>): FieldType<Value> => type
