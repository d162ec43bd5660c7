import { fieldType, plainText, renderText, type Field } from '../../fields/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { User, UsersModule, Viewer } from '../../users/index.ts'
import type { LinkLookUp } from '../access/visible-links.ts'
import type { ArtifactWithLinks, ValueChange } from '../model/artifact.ts'
import { canRead, canSeeComment } from '../model/artifacts.permissions.ts'
import type { Changeset, ChangesetInHistory } from '../store/changesets.store.ts'
import type { References } from '../represent/references.ts'
import { visibleValue } from '../represent/value-entry.ts'

/** The change of one field as text. */
export interface DescribedValue {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** An edit of an artifact as one viewer may see it. */
export interface DescribedChange {
  /** Null if there is no title that the viewer may read. */
  readonly title: string | null
  readonly values: readonly DescribedValue[]
  /** Without markup; "" if there is no comment for the viewer. */
  readonly comment: string
  /** Safe HTML. */
  readonly commentHtml: string
}

/** An edit with the data that notifications need. */
export interface Change {
  readonly artifact: ArtifactWithLinks
  readonly changesetId: number
  readonly tracker: Tracker
  readonly project: Project
  /** Whether this is the artifact's first changeset. */
  readonly isNew: boolean
  /** Previous tracker and project, if the edit moved the artifact. */
  readonly movedFrom: { readonly tracker: Tracker; readonly project: Project } | undefined
  readonly author: User | undefined
  readonly authorId: number
  readonly at: Date
  readonly isStatusChanged: boolean
  readonly changedFieldIds: readonly number[]
  readonly hasComment: boolean
  /** Groups that may see the comment; null = public. */
  readonly commentGroupIds: readonly number[] | null
  /** Accounts before and after the edit in the fields that notify their users. */
  readonly userIdsOfFields: ReadonlySet<number>
  /** Accounts that the edit put into the contributor field. */
  readonly newAssigneeIds: ReadonlySet<number>
  /** Authors of all versions of the comment. */
  readonly commentatorIds: ReadonlySet<number>
  /** Logins after an @ in the comment, in lower case. */
  readonly mentionedLogins: readonly string[]
  /** undefined: the viewer may not see the artifact, or sees no part of the edit. Viewers who may read the same get the same object. */
  describe(viewer: Viewer): Promise<DescribedChange | undefined>
}

export interface DescribeDependencies extends LinkLookUp {
  readonly readEdits: (changesetIds: readonly number[]) => Promise<ReadonlyMap<number, ChangesetInHistory>>
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly references: References
}

/** Identifies an edit. */
export interface EditReference {
  readonly artifactId: number
  readonly changesetId: number
  /** Tracker that the edit moved the artifact from. */
  readonly fromTrackerId?: number | undefined
}

/** Changes in the order of the references, without deleted artifacts. Two round trips for all of them. */
export type ReadChanges = (edits: readonly EditReference[]) => Promise<Change[]>

export const readChanges =
  (deps: DescribeDependencies): ReadChanges =>
  async references => {
    const [artifacts, edits] = await Promise.all([
      deps.findArtifacts(references.map(({ artifactId }) => artifactId)),
      deps.readEdits(references.map(({ changesetId }) => changesetId)),
    ])
    const changes: Change[] = []
    for (const { artifactId, changesetId, fromTrackerId } of references) {
      const artifact = artifacts.get(artifactId)
      const edit = edits.get(changesetId)
      const change = artifact && edit && (await buildChange(deps, artifact, edit, fromTrackerId))
      if (change) changes.push(change)
    }
    return changes
  }

/** A change that may not be written yet. undefined: its tracker or project is gone. */
export const buildChange = async (
  deps: DescribeDependencies,
  artifact: ArtifactWithLinks,
  { changeset, isFirst, commentatorIds }: ChangesetInHistory,
  fromTrackerId: number | undefined,
): Promise<Change | undefined> => {
  const tracker = await deps.trackers.get(artifact.trackerId)
  const project = await deps.projects.get(artifact.projectId)
  if (!tracker || !project) return undefined
  const statusFieldId = tracker.semantics.status?.fieldId
  await loadNames(deps, tracker, changeset)
  return {
    artifact,
    changesetId: changeset.id,
    tracker,
    project,
    isNew: isFirst,
    movedFrom: fromTrackerId === undefined ? undefined : await findTrackerAndProject(deps, fromTrackerId),
    author: await deps.users.get(changeset.submittedBy),
    authorId: changeset.submittedBy,
    at: changeset.submittedOn,
    isStatusChanged: statusFieldId !== undefined && String(statusFieldId) in changeset.delta,
    changedFieldIds: Object.keys(changeset.delta).map(Number),
    hasComment: changeset.comment.versionCount > 0,
    commentGroupIds: changeset.comment.groupIds,
    userIdsOfFields: userFieldsOf(tracker, artifact, changeset),
    newAssigneeIds: newAssigneesOf(tracker, changeset),
    commentatorIds,
    mentionedLogins: mentionsIn(changeset),
    describe: describeFor(deps, { artifact, tracker, project, changeset }),
  }
}

const findTrackerAndProject = async (
  { trackers, projects }: DescribeDependencies,
  trackerId: number,
): Promise<Change['movedFrom']> => {
  const tracker = await trackers.get(trackerId)
  const project = tracker && (await projects.get(tracker.projectId))
  return tracker && project ? { tracker, project } : undefined
}

const MENTION = /(?<![\w.@/-])@([A-Za-z][\w.-]{2,29})/g

const mentionsIn = ({ comment }: Changeset): string[] => {
  const text = plainText(comment.body, comment.format)
  const logins = [...text.matchAll(MENTION)].map(([, login = '']) => login.replace(/[.-]+$/, '').toLowerCase())
  return [...new Set(logins)]
}

/** Fields whose users are notified (fields.md §6): users in the field now, and users until this edit. */
const userFieldsOf = (tracker: Tracker, artifact: ArtifactWithLinks, { delta }: Changeset): Set<number> => {
  const ids = new Set<number>()
  for (const field of tracker.fields) {
    if (!field.isUsed || !field.hasNotifications) continue
    const type = fieldType(field.type)
    const values = [artifact.document[field.id], delta[field.id]?.b]
    for (const value of values) for (const id of type.userIds?.(value, artifact, field) ?? []) ids.add(id)
  }
  ids.delete(0)
  return ids
}

const newAssigneesOf = ({ semantics }: Tracker, { delta }: Changeset): Set<number> => {
  const change = delta[semantics.contributor?.fieldId ?? 0]
  const before = numbersOf(change?.b)
  return new Set(numbersOf(change?.a).filter(id => !before.includes(id)))
}

/** Loads the names that values refer to, so that `plainText` finds them in memory. */
const loadNames = async (
  { users, projects }: DescribeDependencies,
  tracker: Tracker,
  { delta }: Changeset,
): Promise<void> => {
  const numbers = Object.entries(delta).flatMap(([fieldId, { a, b }]) =>
    tracker.fieldById.get(Number(fieldId))?.bind?.type === 'users' ? [...numbersOf(a), ...numbersOf(b)] : [],
  )
  if (numbers.length > 0) await users.getMany(numbers)
  await projects.loadUserGroups(tracker.projectId)
}

const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'number') : []

interface Edit {
  readonly artifact: ArtifactWithLinks
  readonly tracker: Tracker
  readonly project: Project
  readonly changeset: Changeset
}

/** Most recipients of a mail may read the same: readers with equal rights share one description. */
const describeFor = (deps: DescribeDependencies, edit: Edit): Change['describe'] => {
  const { artifact, tracker, project, changeset } = edit
  const changed = tracker.fields.filter(field => field.isUsed && changeset.delta[field.id] !== undefined)
  const titleField = tracker.fieldById.get(tracker.semantics.title?.fieldId ?? 0)
  // Each reader sees other ends of links.
  const isShared = changed.every(({ type }) => type !== 'art_link')
  const shared = new Map<string, Promise<DescribedChange | undefined>>()
  return async viewer => {
    if (!(await deps.access.visibleContexts(viewer, [artifact])).has(artifact.id)) return undefined
    const rights = deps.access.rightsIn(viewer, tracker)
    const { comment } = changeset
    const isCommentSeen = comment.body !== '' && canSeeComment(rights, comment.groupIds)
    const links = await deps.references.linksFor(viewer, [{ project, texts: isCommentSeen ? [comment.body] : [] }])
    const readable: Readable = {
      fields: changed.filter(field => canRead(rights, field)),
      isTitleRead: titleField !== undefined && canRead(rights, titleField),
      isCommentSeen,
      commentHtml: isCommentSeen ? renderText(comment.body, comment.format, links.linkIn(project)) : '',
    }
    if (!isShared) return describe(deps, edit, readable, viewer)
    const key = JSON.stringify([{ ...readable, fields: readable.fields.map(({ id }) => id) }, viewer.nameStyle])
    const known = shared.get(key) ?? describe(deps, edit, readable, viewer)
    shared.set(key, known)
    return known
  }
}

/** The parts of an edit that a reader may read. */
interface Readable {
  readonly fields: readonly Field[]
  readonly isTitleRead: boolean
  readonly isCommentSeen: boolean
  /** Links only to what the reader may see. */
  readonly commentHtml: string
}

const describe = async (
  deps: DescribeDependencies,
  { artifact, changeset }: Edit,
  { fields, isTitleRead, isCommentSeen, commentHtml }: Readable,
  viewer: Viewer,
): Promise<DescribedChange | undefined> => {
  const values: DescribedValue[] = []
  for (const field of fields) {
    const change = changeset.delta[field.id]
    if (change) values.push(await describeValue(deps, field, change, viewer))
  }
  const told = values.filter(({ before, after }) => before !== after)
  if (told.length === 0 && !isCommentSeen) return undefined
  const { body, format } = changeset.comment
  return {
    title: isTitleRead ? artifact.title : null,
    values: told,
    comment: isCommentSeen ? plainText(body, format) : '',
    commentHtml,
  }
}

const describeValue = async (
  deps: DescribeDependencies,
  field: Field,
  change: ValueChange,
  viewer: Viewer,
): Promise<DescribedValue> => {
  const { users, projects } = deps
  const type = fieldType(field.type)
  const names = {
    fullUser: (userId: number, email?: string | null) =>
      users.representFull(userId === 0 ? undefined : users.peek(userId), email ?? undefined, viewer.nameStyle),
    userGroup: (groupId: number) => projects.representUserGroup(field.projectId, groupId),
  }
  const textOf = async (value: unknown): Promise<string> => {
    if (value === undefined || value === null) return ''
    return type.plainText(await visibleValue(deps, viewer, field, value), field, names)
  }
  return { label: field.label, before: await textOf(change.b), after: await textOf(change.a) }
}
