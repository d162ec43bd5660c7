import type { XmlElement } from '../../../platform/xml/node.ts'
import { fieldType } from '../../fields/index.ts'
import { NOBODY_GROUP } from '../../projects/index.ts'
import { inArchive, type ArchiveGroupNames, type Tracker } from '../../trackers/index.ts'
import { NONE_USER_ID, type User } from '../../users/index.ts'
import type { CommentVersion } from '../model/artifact.ts'
import type { ExportedFile, FullChangeset } from './export-artifact.store.ts'

/** The names of people and groups, and the form of dates, in an archive. */
export interface ArtifactExportContext {
  readonly groups: ArchiveGroupNames
  /** Reference to the account in `users.xml`; callers rename the element. */
  userReference(userId: number): XmlElement
  /** ISO-8601 with offset. */
  isoDate(at: Date): string
  /** Whether the artifact exists. */
  isArtifact(id: number): boolean
  /** Whether the archive describes the file. */
  hasFile(id: number): boolean
}

export interface ExportedArtifact {
  readonly id: number
  readonly tracker: Tracker
  /** Oldest first. */
  readonly history: readonly FullChangeset[]
  /** At least the files that the history mentions. */
  readonly files: ReadonlyMap<number, ExportedFile>
}

/** Accounts, groups, files and artifacts that an artifact mentions, collected during the export. */
export interface Mentions {
  readonly userIds: Set<number>
  readonly groupIds: Set<number>
  readonly fileIds: Set<number>
  /** Targets of links. */
  readonly artifactIds: Set<number>
}

export const emptyMentions = (): Mentions => ({
  userIds: new Set(),
  groupIds: new Set(),
  fileIds: new Set(),
  artifactIds: new Set(),
})

/**
 * A context that only collects mentions. A first export with this context finds the data to load for the final export, for fields of all
 * kinds.
 */
export const mentionCollector = (mentions: Mentions): ArtifactExportContext => {
  const noteGroup = (groupId: number): string => {
    mentions.groupIds.add(groupId)
    return ''
  }
  return {
    groups: { of: noteGroup, ofRight: noteGroup },
    userReference: userId => {
      mentions.userIds.add(userId)
      return { name: 'value' }
    },
    isoDate: () => '',
    hasFile: () => true,
    isArtifact: id => {
      mentions.artifactIds.add(id)
      return true
    },
  }
}

/** import.md §4: by LDAP id if the account has one, otherwise by login. "Nobody" is no account, and every reader knows it. */
export const userReference = (userId: number, accounts: ReadonlyMap<number, User>): XmlElement => {
  if (userId === NONE_USER_ID) return { name: 'value', attributes: { format: 'username' }, text: 'None' }
  const user = accounts.get(userId)
  if (!user) return { name: 'value', attributes: { format: 'email', is_anonymous: '1' } }
  return user.ldapId === ''
    ? { name: 'value', attributes: { format: 'username' }, text: user.login }
    : { name: 'value', attributes: { format: 'ldap' }, text: user.ldapId }
}

/** Content of `users.xml` (import.md §3), by id. */
export const exportUsers = (accounts: ReadonlyMap<number, User>): XmlElement => ({
  name: 'users',
  children: [...accounts.values()]
    .filter(user => user.id !== NONE_USER_ID)
    .toSorted((left, right) => left.id - right.id)
    .map(user => ({
      name: 'user',
      children: [
        { name: 'id', text: String(user.id) },
        { name: 'username', text: user.login },
        { name: 'realname', text: user.realName },
        { name: 'email', text: user.email },
        { name: 'ldapid', text: user.ldapId },
      ],
    })),
})

/** Path of the content of a file in an archive. */
export const blobPath = (fileId: number): string => `data/Artifact${fileId}`

/**
 * `<artifact>` of a project archive (import.md §6, §13) with the whole history. It holds each changeset with the complete values of its
 * changed fields, comments with their earlier versions, and the files that the history mentions.
 */
export const exportArtifact = (
  { id, tracker, history, files }: ExportedArtifact,
  context: ArtifactExportContext,
  mentions: Mentions = emptyMentions(),
): XmlElement => {
  const written = new Map<number, string>()
  const changesets = history.map(changeset => exportChangeset(changeset, tracker, context, mentions, written))
  return {
    name: 'artifact',
    attributes: { id, tracker_id: tracker.id },
    children: [
      ...changesets,
      ...[...mentions.fileIds].flatMap(fileId => {
        const file = files.get(fileId)
        return file ? [exportFile(file)] : []
      }),
    ],
  }
}

const fileKey = (fileId: number): string => `fileinfo_${fileId}`

const exportFile = (file: ExportedFile): XmlElement => ({
  name: 'file',
  attributes: { id: fileKey(file.id) },
  children: [
    { name: 'filename', text: file.name },
    { name: 'path', text: blobPath(file.id) },
    { name: 'filesize', text: String(file.size) },
    { name: 'filetype', text: file.type },
    { name: 'description', text: file.description },
  ],
})

const exportChangeset = (
  changeset: FullChangeset,
  tracker: Tracker,
  context: ArtifactExportContext,
  mentions: Mentions,
  written: Map<number, string>,
): XmlElement => ({
  name: 'changeset',
  attributes: { id: `CHANGESET_${changeset.id}` },
  children: [
    author(changeset.submittedBy, changeset.submittedByEmail, context),
    date(changeset.submittedOn, context),
    { name: 'comments', children: changeset.comment.map(version => exportComment(version, context)) },
    ...exportChanges(changeset, tracker, context, mentions, written),
  ],
})

const ANONYMOUS = 0

const author = (userId: number, email: string | null, context: ArtifactExportContext): XmlElement =>
  userId === ANONYMOUS
    ? { name: 'submitted_by', attributes: { format: 'email', is_anonymous: '1' }, text: email ?? '' }
    : { ...context.userReference(userId), name: 'submitted_by' }

const date = (at: Date, context: ArtifactExportContext): XmlElement => ({
  name: 'submitted_on',
  attributes: { format: 'ISO8601' },
  text: context.isoDate(at),
})

const exportComment = (version: CommentVersion, context: ArtifactExportContext): XmlElement => ({
  name: 'comment',
  children: [
    author(version.by, version.byEmail, context),
    date(version.on, context),
    { name: 'body', attributes: { format: version.format }, text: version.body },
    ...(version.groupIds ? [exportPrivacy(version.groupIds, context)] : []),
  ],
})

/** A reader would take a comment with an empty list for a public one. */
const exportPrivacy = (groupIds: readonly number[], context: ArtifactExportContext): XmlElement => ({
  name: 'private_ugroups',
  children: (groupIds.length > 0 ? groupIds : [NOBODY_GROUP]).map(groupId => ({
    name: 'ugroup',
    text: context.groups.of(groupId),
  })),
})

/**
 * Only used fields, in the order of the form, external ones last: grammars of readers require this order. A change that differs only by
 * links and files outside the archive is no change; `written` holds the last exported value of each field.
 */
const exportChanges = (
  { delta }: FullChangeset,
  tracker: Tracker,
  context: ArtifactExportContext,
  mentions: Mentions,
  written: Map<number, string>,
): XmlElement[] => {
  const changes = tracker.fields.flatMap((field): XmlElement[] => {
    const change = delta[field.id]
    if (!change || !field.isUsed) return []
    const element = fieldType(field.type).exportValue?.(change.a, inArchive(field), {
      userReference: userId => context.userReference(userId),
      userGroupName: groupId => context.groups.of(groupId),
      isArtifact: id => context.isArtifact(id),
      fileKey: fileId => {
        if (!context.hasFile(fileId)) return undefined
        mentions.fileIds.add(fileId)
        return fileKey(fileId)
      },
    })
    if (!element) return []
    const content = JSON.stringify(element)
    if (written.get(field.id) === content) return []
    written.set(field.id, content)
    return [element]
  })
  const isExternal = ({ name }: XmlElement): boolean => name === 'external_field_change'
  return [...changes.filter(change => !isExternal(change)), ...changes.filter(isExternal)]
}
