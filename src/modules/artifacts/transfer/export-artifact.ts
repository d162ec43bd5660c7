import type { XmlElement } from '../../../platform/xml/node.ts'
import { fieldType } from '../../fields/index.ts'
import { NOBODY_GROUP } from '../../projects/index.ts'
import { inArchive, type ArchiveGroupNames, type Tracker } from '../../trackers/index.ts'
import { NONE_USER_ID, type User } from '../../users/index.ts'
import type { CommentVersion } from '../model/artifact.ts'
import type { ExportedFile, FullChangeset } from './export-artifact.store.ts'

/** How an archive names people and groups, and writes dates. */
export interface ArtifactExportContext {
  readonly groups: ArchiveGroupNames
  /** The account as `users.xml` knows it, whatever the name of the element. */
  userReference(userId: number): XmlElement
  /** ISO-8601 with offset. */
  isoDate(at: Date): string
  /** Is there an artifact of that id? */
  isArtifact(id: number): boolean
  /** Does the archive tell of the file? */
  hasFile(id: number): boolean
}

export interface ExportedArtifact {
  readonly id: number
  readonly tracker: Tracker
  /** Oldest first. */
  readonly history: readonly FullChangeset[]
  /** Those that the history mentions, at least. */
  readonly files: ReadonlyMap<number, ExportedFile>
}

/** What an artifact mentions beyond itself, noted while it is written. */
export interface Mentions {
  readonly userIds: Set<number>
  readonly groupIds: Set<number>
  readonly fileIds: Set<number>
  /** Ends of links. */
  readonly artifactIds: Set<number>
}

export const emptyMentions = (): Mentions => ({
  userIds: new Set(),
  groupIds: new Set(),
  fileIds: new Set(),
  artifactIds: new Set(),
})

/**
 * A context that only notes who and what is mentioned: exporting once with it tells what has to be loaded before it can be done in
 * earnest, whatever the kinds of the fields are.
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

/** import.md §4: by LDAP id where there is one, else by login. "Nobody" is no account, and known to every reader. */
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

/** Where the content of a file lies in an archive. */
export const blobPath = (fileId: number): string => `data/Artifact${fileId}`

/**
 * `<artifact>` of a project archive (import.md §6, §13): the whole history, each changeset with the complete values of the fields
 * that it changed, comments with their earlier versions, and the files that the history mentions.
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

/** An empty list would make a reader take the comment for a public one. */
const exportPrivacy = (groupIds: readonly number[], context: ArtifactExportContext): XmlElement => ({
  name: 'private_ugroups',
  children: (groupIds.length > 0 ? groupIds : [NOBODY_GROUP]).map(groupId => ({
    name: 'ugroup',
    text: context.groups.of(groupId),
  })),
})

/**
 * Fields in use only, in the order of the form, external ones after all others: so readers with a grammar want them. What differs only by links and files that the archive leaves out is no change: `written`
 * has the last value of each field.
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
