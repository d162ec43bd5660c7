import { type Field, type FieldType, type StoredFile, type StoredLink } from '../../fields/index.ts'
import { extractReferences, fieldType, pseudoField } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type {
  ArtifactDocument,
  Delta,
  FileChanges,
  MentionedArtifact,
  IndexChanges,
  LinkChanges,
  NewComment,
  ValueChange,
} from '../model/artifact.ts'
import type { IsKeyword } from '../model/keywords.ts'

/** The changes of a write in the document and in the data derived from it, as a plain value. The plan itself writes nothing. */
export interface DocumentPlan {
  /** Changed values only, by field id. */
  readonly changed: ArtifactDocument
  readonly delta: Delta
  readonly title: string | null
  readonly grantedGroupIds: readonly number[] | null
  readonly index: IndexChanges
  readonly links: LinkChanges | null
  readonly references: readonly MentionedArtifact[]
  readonly files: FileChanges
}

export const NO_COMMENT: NewComment = { body: '', format: 'text', groupIds: null }

/** An author and a time, in the form of the pseudo-fields of the search index. */
export interface AuthorAndTime {
  readonly userId: number
  readonly at: Date
}

const typeOf = (field: Field): FieldType => fieldType(field.type)

const difference = (left: readonly number[], right: readonly number[]): number[] =>
  left.length === 0 ? [] : left.filter(value => !right.includes(value))

/**
 * Plans the change from the previous document to the new values. The caller must leave out unchanged values (`changedValues`). `before` is
 * undefined on creation.
 */
export const planDocument = (
  tracker: Tracker,
  before:
    | {
        readonly document: ArtifactDocument
        readonly title: string | null
        readonly grantedGroupIds: readonly number[] | null
      }
    | undefined,
  values: ReadonlyMap<number, unknown>,
  comment: Pick<NewComment, 'body' | 'groupIds'>,
  isKeyword: IsKeyword,
): DocumentPlan => {
  const changed: Record<string, unknown> = {}
  const delta: Record<string, ValueChange> = {}
  const added: [number, number][] = []
  const removed: [number, number][] = []
  const texts: { fieldId: number; content: string; isTitle: boolean }[] = []
  const references: MentionedArtifact[] = []
  let title = before?.title ?? null
  let grantedGroupIds = before?.grantedGroupIds ?? null
  let links: LinkChanges | null = null
  const files: { attached: { id: number; fieldId: number }[]; detachedIds: number[] } = {
    attached: [],
    detachedIds: [],
  }
  const titleFieldId = tracker.semantics.title?.fieldId

  for (const [fieldId, value] of values) {
    const field = tracker.fieldById.get(fieldId)
    if (!field) throw new Error(`value for field ${fieldId}, which is not of tracker ${tracker.id}`)
    const type = typeOf(field)
    const old = before?.document[fieldId]
    changed[fieldId] = value
    delta[fieldId] = old === undefined ? { a: value } : { b: old, a: value }

    const oldNumbers = old === undefined ? [] : type.index(old, field)
    const newNumbers = type.index(value, field)
    for (const number of difference(newNumbers, oldNumbers)) added.push([fieldId, number])
    for (const number of difference(oldNumbers, newNumbers)) removed.push([fieldId, number])

    const oldText = old === undefined ? '' : (type.searchText(old, field) ?? '')
    const newText = type.searchText(value, field) ?? ''
    if (newText !== oldText) texts.push({ fieldId, content: newText, isTitle: fieldId === titleFieldId })
    if (fieldId === titleFieldId) title = type.plainText(value, field)

    // The values of these kinds are also stored outside the document, for reads of other artifacts, rights and contents.
    if (field.type === 'perm') {
      const groups = value as readonly number[]
      grantedGroupIds = groups.length === 0 ? null : groups
    }
    if (field.type === 'art_link')
      links = planLinks(fieldId, old as readonly StoredLink[] | undefined, value as readonly StoredLink[])
    if (field.type === 'file') {
      const before = idsOf(old)
      const after = idsOf(value)
      for (const id of difference(after, before)) files.attached.push({ id, fieldId })
      files.detachedIds.push(...difference(before, after))
    }
    for (const text of type.referenceTexts?.(value) ?? []) references.push(...findReferences(text, isKeyword))
  }
  references.push(...referencesOf(comment, isKeyword))
  return { changed, delta, title, grantedGroupIds, index: { added, removed, texts }, links, references, files }
}

const idsOf = (files: unknown): number[] => ((files ?? []) as readonly StoredFile[]).map(({ id }) => id)

const planLinks = (
  fieldId: number,
  before: readonly StoredLink[] | undefined,
  after: readonly StoredLink[],
): LinkChanges => {
  const typesBefore = new Map((before ?? []).map(link => [link.id, link.type]))
  const idsAfter = new Set(after.map(link => link.id))
  return {
    fieldId,
    written: after.filter(link => typesBefore.get(link.id) !== link.type),
    removedIds: [...typesBefore.keys()].filter(id => !idsAfter.has(id)),
  }
}

const ARTIFACT_ID = /^[1-9]\d{0,14}$/

/** Cross references are visible to all who see both ends, so a private comment has none. */
export const referencesOf = ({ body, groupIds }: Pick<NewComment, 'body' | 'groupIds'>, isKeyword: IsKeyword) =>
  groupIds === null ? findReferences(body, isKeyword) : []

const findReferences = (text: string, isKeyword: IsKeyword): MentionedArtifact[] => {
  if (text === '') return []
  const found: MentionedArtifact[] = []
  for (const { keyword, value } of extractReferences(text)) {
    const word = keyword.toLowerCase()
    if (ARTIFACT_ID.test(value) && isKeyword(word)) found.push({ artifactId: Number(value), keyword: word })
  }
  return found
}

/** The search index stores dates as seconds. */
const indexSeconds = (at: Date): number => at.getTime() / 1000

/** Rows of an artifact's pseudo-fields: author and time of the first and the last changeset. */
export const pseudoFieldRows = (
  trackerId: number,
  submitted: AuthorAndTime,
  updated: AuthorAndTime,
): [number, number][] => [
  [pseudoField(trackerId, 'lastUpdate'), indexSeconds(updated.at)],
  [pseudoField(trackerId, 'submittedOn'), indexSeconds(submitted.at)],
  [pseudoField(trackerId, 'submitter'), submitted.userId],
  [pseudoField(trackerId, 'lastUpdater'), updated.userId],
]

/** Changes of an update in the pseudo-fields. */
export const pseudoFieldChanges = (
  trackerId: number,
  before: AuthorAndTime,
  after: AuthorAndTime,
): { added: [number, number][]; removed: [number, number][] } => {
  const added: [number, number][] = []
  const removed: [number, number][] = []
  if (before.at.getTime() !== after.at.getTime()) {
    added.push([pseudoField(trackerId, 'lastUpdate'), indexSeconds(after.at)])
    removed.push([pseudoField(trackerId, 'lastUpdate'), indexSeconds(before.at)])
  }
  if (before.userId !== after.userId) {
    added.push([pseudoField(trackerId, 'lastUpdater'), after.userId])
    removed.push([pseudoField(trackerId, 'lastUpdater'), before.userId])
  }
  return { added, removed }
}
