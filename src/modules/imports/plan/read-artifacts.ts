import { childNamed, childrenNamed, ownText, type XmlNode } from '../../../platform/xml/node.ts'
import type { ImportedArtifact, ImportedChangeset, ImportedComment } from '../../artifacts/index.ts'
import { fieldType, type Field, type ImportContext, type StoredFile, type TextFormat } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import { documentChanged, hasHistory, type ReadElement } from '../archive/artifact-source.ts'
import type { Groups } from '../archive/archive-groups.ts'
import type { Messages } from '../archive/import-messages.ts'
import { parseInstant } from '../archive/parse-date.ts'
import type { Author, MatchedUsers } from './match-users.ts'
import type { FileEntries, FileEntry } from './plan-files.ts'
import type { UserReferences } from './user-references.ts'

/** A file that an artifact uses, with the account that attached it. */
export interface UsedFile {
  readonly entry: FileEntry
  readonly itemName: string
  readonly fieldId: number
  readonly artifactId: number
  readonly submittedBy: number
  readonly submittedOn: Date
}

/**
 * The data for parsing the archive's artifacts. Parsing runs twice with the same result: with provisional ids, to check and to count the
 * ids to create, and then with the created ids.
 */
export interface ReadContext {
  readonly messages: Messages
  readonly references: UserReferences
  readonly people: MatchedUsers
  readonly groups: Groups
  /** Files of an artifact element. */
  readonly filesOf: (artifact: XmlNode) => Promise<FileEntries>
  readonly timezone: string
  readonly isLinkType: (shortName: string) => boolean
  readonly bindValue: (key: string) => number | undefined
  readonly user: (id: number) => number
  readonly group: (id: UserGroupId) => UserGroupId
  readonly artifact: (sourceId: string) => number | undefined
  /** Id of the nth attached file, in the order of parsing. */
  readonly fileId: (index: number) => number
  /** In hexadecimal digits, for a file whose content is stored. */
  readonly sha256Of?: (index: number) => string | undefined
  readonly openValue: (field: Field, label: string) => number
  readonly stepId: () => number
  /** Changesets whose ids are needed later. */
  readonly wantedChangesets: ReadonlySet<string>
  /** `fileinfo_<n>` of the tracker → id of the imported file: addresses in HTML are rewritten. Returns undefined during the check. */
  readonly newFileId: (tracker: Tracker, sourceNumber: string) => number | undefined
}

/** Counts of the parsed content. */
export class ReadProgress {
  readonly usedFiles: UsedFile[] = []
  changesets = 0
}

/** Parses the artifacts of one tracker, one after another (import.md §6). */
export async function* readArtifacts(
  elements: AsyncIterable<ReadElement>,
  ids: readonly number[],
  tracker: Tracker,
  context: ReadContext,
  progress: ReadProgress,
): AsyncGenerator<ImportedArtifact> {
  let count = 0
  for await (const { node, size } of elements) {
    const files = await context.filesOf(node)
    if (!hasHistory(node)) continue
    const id = ids[count++]
    if (id === undefined) throw documentChanged()
    yield { id, size, changesets: readChangesets(node, files, id, tracker, context, progress) }
  }
  if (count < ids.length) throw documentChanged()
}

interface DatedChangeset {
  readonly node: XmlNode
  readonly submittedOn: Date
}

const readChangesets = (
  artifact: XmlNode,
  files: FileEntries,
  artifactId: number,
  tracker: Tracker,
  context: ReadContext,
  progress: ReadProgress,
): ImportedChangeset[] => {
  // An invalid date is an error, so nothing is written; the substitute only serves for sorting.
  const dated: DatedChangeset[] = childrenNamed(artifact, 'changeset').map(node => ({
    node,
    submittedOn: readDate(childNamed(node, 'submitted_on') ?? node, context) ?? new Date(0),
  }))
  dated.sort((one, other) => one.submittedOn.getTime() - other.submittedOn.getTime())

  const values = new Map<number, unknown>()
  const filesByKey = new Map<string, StoredFile>()
  return dated.flatMap(({ node, submittedOn }, index) => {
    const author = context.references.authorOf(childNamed(node, 'submitted_by') ?? node)
    const isFirst = index === 0
    const changed = readChanges(
      node,
      { isFirst, artifact, files, artifactId, tracker, author, submittedOn, values, filesByKey },
      context,
      progress,
    )
    const comment = readComments(node, isFirst, author, submittedOn, tracker, context)
    if (!isFirst && changed.size === 0 && comment.length === 0) {
      context.messages.warn(
        node,
        'a changeset changes nothing and says nothing: it was skipped',
        `empty changeset ${tracker.itemName}`,
      )
      return []
    }
    progress.changesets++
    const key = (node.attributes['id'] ?? '').trim()
    return [
      {
        submittedBy: context.user(author.userId),
        submittedByEmail: author.email,
        submittedOn,
        values: changed,
        comment,
        ...(context.wantedChangesets.has(key) ? { key: ownText(key) } : {}),
      },
    ]
  })
}

const readDate = (node: XmlNode, context: ReadContext): Date | undefined => {
  const date = parseInstant(node.text, context.timezone)
  if (!date) context.messages.error(node, `"${node.text.trim()}" is no date`)
  return date
}

interface ChangesetScope {
  readonly isFirst: boolean
  readonly artifact: XmlNode
  readonly files: FileEntries
  readonly artifactId: number
  readonly tracker: Tracker
  readonly author: Author
  readonly submittedOn: Date
  /** Current values of the artifact by field. */
  readonly values: Map<number, unknown>
  readonly filesByKey: Map<string, StoredFile>
}

const readChanges = (
  changeset: XmlNode,
  scope: ChangesetScope,
  context: ReadContext,
  progress: ReadProgress,
): Map<number, unknown> => {
  const changed = new Map<number, unknown>()
  for (const node of changeset.children) {
    if (node.name !== 'field_change' && node.name !== 'external_field_change') continue
    checkUsers(node, context)
    const field = fieldOf(node, scope.tracker, context.messages)
    if (!field) continue
    const type = fieldType(field.type)
    const current = scope.values.get(field.id)
    const value = type.importValue?.(
      rewriteAddresses(node, scope.tracker, context),
      field,
      importContext(field, current, scope, context, progress),
    )
    // The first changeset stores all values, later ones only the changed values.
    if (value === undefined || (!scope.isFirst && type.same(current, value))) continue
    changed.set(field.id, value)
    scope.values.set(field.id, value)
  }
  return changed
}

/** §4: resolves every reference of the document, also in a change that is left out. */
const checkUsers = (change: XmlNode, context: ReadContext): void => {
  for (const value of change.children) {
    const format = value.attributes['format']
    if (format === 'username' || format === 'ldap') context.references.userOf(value)
  }
}

/** Kinds whose value is one text: exports mix them up, and the field checks the text itself. */
const plainKinds: readonly string[] = ['string', 'text', 'int', 'float']

const isCompatible = (given: string, expected: string): boolean =>
  given === expected || (plainKinds.includes(given) && plainKinds.includes(expected))

const fieldOf = (change: XmlNode, tracker: Tracker, messages: Messages): Field | undefined => {
  const name = (change.attributes['field_name'] ?? '').trim()
  const field = tracker.fieldByName.get(name)
  if (!field) {
    messages.warn(
      change,
      `the tracker "${tracker.name}" has no field "${name}" in use: its values were skipped`,
      `no field ${tracker.id} ${name}`,
    )
    return undefined
  }
  const type = fieldType(field.type)
  const given = (change.attributes['type'] ?? '').trim()
  const bind = change.attributes['bind']?.trim()
  const isOther = !type.importValue || !isCompatible(given, type.xmlChangeType ?? field.type)
  if (isOther || (bind !== undefined && bind !== '' && bind !== field.bind?.type)) {
    const what = bind === undefined ? `"${given}"` : `"${given}" (${bind})`
    messages.warn(
      change,
      `values of the kind ${what} do not suit the field "${name}": they were skipped`,
      `kind ${tracker.id} ${name} ${given} ${bind}`,
    )
    return undefined
  }
  return field
}

const importContext = (
  field: Field,
  current: unknown,
  scope: ChangesetScope,
  context: ReadContext,
  progress: ReadProgress,
): ImportContext => ({
  current,
  findBindValue: context.bindValue,
  findUserByReference: node => {
    const id = context.references.userOf(node)
    return id === undefined ? undefined : context.user(id)
  },
  findUserGroup: name => {
    const group = context.groups.findForRight(name)
    return group === undefined ? undefined : context.group(group)
  },
  findUser: by => {
    const id = 'login' in by ? context.people.findByLogin(by.login) : context.people.findByEmail(by.email)
    return id === undefined ? undefined : context.user(id)
  },
  findArtifact: context.artifact,
  openValueId: context.openValue,
  hasLinkType: context.isLinkType,
  nextStepId: context.stepId,
  findFile: key => attachFile(key.trim(), field, scope, context, progress),
  warn: (node, message) => {
    const text = `"${field.name}": ${message}`
    context.messages.warn(node, text, `value ${field.id} ${message}`)
  },
})

/** The first change that refers to a file makes it an attachment; later changes refer to the same attachment. */
const attachFile = (
  key: string,
  field: Field,
  scope: ChangesetScope,
  context: ReadContext,
  progress: ReadProgress,
): StoredFile | undefined => {
  const known = scope.filesByKey.get(key)
  if (known) return known
  const entry = scope.files.get(key)
  if (entry?.size === undefined) {
    const name = entry
      ? `the content of the file "${entry.name}" (${entry.path}) is missing`
      : `there is no file ${key} in this artifact`
    context.messages.warn(entry?.place ?? scope.artifact, `${name}: it was skipped`)
    return undefined
  }
  const submittedBy = context.user(scope.author.userId)
  const sha256 = context.sha256Of?.(progress.usedFiles.length)
  const file: StoredFile = {
    id: context.fileId(progress.usedFiles.length),
    name: entry.name,
    size: entry.size,
    type: entry.type,
    description: entry.description,
    submittedBy,
    ...(sha256 !== undefined && { sha256 }),
  }
  progress.usedFiles.push({
    entry,
    itemName: scope.tracker.itemName,
    fieldId: field.id,
    artifactId: scope.artifactId,
    submittedBy,
    submittedOn: scope.submittedOn,
  })
  scope.filesByKey.set(key, file)
  return file
}

const readComments = (
  changeset: XmlNode,
  isFirst: boolean,
  author: Author,
  submittedOn: Date,
  tracker: Tracker,
  context: ReadContext,
): ImportedComment[] => {
  const nodes = childrenNamed(childNamed(changeset, 'comments') ?? changeset, 'comment')
  const versions = nodes.map((node, index): ImportedComment => {
    // The first version is the follow-up itself and has author and date of the changeset.
    const isOriginal = index === 0
    const editor = context.references.authorOf(childNamed(node, 'submitted_by') ?? node)
    const editedOn = readDate(childNamed(node, 'submitted_on') ?? node, context) ?? submittedOn
    const by = isOriginal ? author : editor
    const body = childNamed(node, 'body')
    const format = (body?.attributes['format']?.trim() ?? 'text') as TextFormat
    const text = body ? rewriteAddresses(body, tracker, context).text.trim() : ''
    return {
      body: text,
      format,
      groupIds: readPrivacy(node, tracker, context),
      submittedBy: context.user(by.userId),
      submittedByEmail: by.email,
      submittedOn: isOriginal ? submittedOn : editedOn,
    }
  })
  // An empty body is no comment. After a body with text it is an edit that emptied the comment, and is imported like any other (ADR 20).
  const firstWords = versions.findIndex(version => version.body !== '')
  const kept = firstWords === -1 ? [] : versions.slice(firstWords)
  if (!isFirst || kept.length === 0) return kept
  context.messages.warn(
    changeset,
    'the creation of an artifact has no comment: it was skipped',
    `first comment ${tracker.itemName}`,
  )
  return []
}

/** Groups that may see a comment; null = everybody who sees the artifact. */
const readPrivacy = (comment: XmlNode, tracker: Tracker, context: ReadContext): UserGroupId[] | null => {
  const container = childNamed(comment, 'private_ugroups')
  const nodes = container ? childrenNamed(container, 'ugroup') : []
  if (!tracker.usePrivateComments || nodes.length === 0) return null
  // If all names are unknown, the empty list hides the comment from everybody: a private comment never becomes public.
  return nodes.flatMap(node => {
    const name = node.text.trim()
    const group = context.groups.find(name)
    if (group === undefined) {
      context.messages.warn(node, `there is no user group "${name}": it does not see the private comment`)
      return []
    }
    return [context.group(group)]
  })
}

const ATTACHMENT_ADDRESS = /(\/plugins\/tracker\/attachments\/(?:preview\/)?)(\d+)-/g

/** HTML names attachments by their old numbers (import.md §6.4); other formats stay unchanged. */
const rewriteAddresses = (node: XmlNode, tracker: Tracker, context: ReadContext): XmlNode => {
  const isHtml = node.attributes['format']?.trim() === 'html'
  if (!isHtml && node.children.length === 0) return node
  const children = node.children.map(child => rewriteAddresses(child, tracker, context))
  const text =
    isHtml && node.text.includes('/plugins/tracker/attachments/')
      ? node.text.replace(ATTACHMENT_ADDRESS, (whole, path: string, number: string) => {
          const id = context.newFileId(tracker, number)
          return id === undefined ? whole : `${path}${id}-`
        })
      : node.text
  const isSame = text === node.text && children.every((child, index) => child === node.children[index])
  return isSame ? node : { ...node, text, children }
}
