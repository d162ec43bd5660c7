import type { Viewer } from '../../users/index.ts'
import type { CommentEdit, WholeComment } from '../commit/comments.store.ts'
import type { CreationRows, UpdateRows } from '../commit/write-artifact.store.ts'
import type { ArtifactWithLinks, LinkEnd } from '../model/artifact.ts'
import type { NewOpenValue } from '../model/new-open-value.ts'
import { planArtifacts } from '../rehearse/planned-artifact.ts'
import { plannedChangeset } from '../rehearse/planned-changeset.ts'
import type { ArtifactState, ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import type { ExternalId } from '../store/external-ids.store.ts'
import type { FindArtifacts } from '../store/artifacts.store.ts'
import type { Changeset } from '../store/changesets.store.ts'
import type { PlannedWrite } from '../write/planned-write.ts'

/**
 * Ids from here on stand for rows that do not exist yet: for changesets until the statement that writes them, in dry runs also for
 * artifacts. No sequence gets so far.
 */
export const FIRST_PLACEHOLDER = 2 ** 52

export const isPlaceholder = (id: number): boolean => id >= FIRST_PLACEHOLDER

export interface StoredState {
  readonly findArtifacts: FindArtifacts
  readonly readHistory: (id: number) => Promise<ArtifactStateWithHistory | undefined>
  readonly findComment: (artifactId: number, changesetId: number) => Promise<WholeComment | undefined>
}

/** A change of an artifact, and the placeholder of its changeset. */
export interface PlannedUpdate {
  readonly rows: UpdateRows
  readonly changeset: number
}

const NO_ROW_VERSION = { writtenBy: '0', connectionChanges: 0 }

/** The stored artifacts with all changes that the operations of a batch have planned so far. Nothing is written. */
export class PlannedState {
  readonly #stored: StoredState
  #placeholders: number
  /** Artifacts as they were read; undefined: there is none. */
  readonly #read = new Map<number, ArtifactWithLinks | undefined>()
  /** Artifacts after the planned changes; undefined: planned to be deleted. */
  readonly #planned = new Map<number, ArtifactWithLinks | undefined>()
  readonly #changesets = new Map<number, Changeset[]>()
  readonly #moved = new Set<number>()
  readonly #comments = new Map<number, WholeComment>()
  readonly #openValues: (NewOpenValue & { readonly trackerId: number })[] = []
  readonly #attachedFileIds = new Map<number, number>()
  readonly #externalIds = new Map<string, number>()

  /** `firstPlaceholder`: for states of one commit, whose placeholders must differ. */
  constructor(stored: StoredState, firstPlaceholder = FIRST_PLACEHOLDER) {
    this.#stored = stored
    this.#placeholders = firstPlaceholder
  }

  get nextPlaceholder(): number {
    return this.#placeholders
  }

  newPlaceholder(): number {
    return this.#placeholders++
  }

  /** New values of open lists of the operations so far. */
  get openValues(): readonly (NewOpenValue & { readonly trackerId: number })[] {
    return this.#openValues
  }

  readonly find: FindArtifacts = async ids => {
    const unread = [...new Set(ids)].filter(id => !this.#planned.has(id) && !this.#read.has(id) && !isPlaceholder(id))
    if (unread.length > 0) {
      const found = await this.#stored.findArtifacts(unread)
      for (const id of unread) this.#read.set(id, found.get(id))
    }
    return new Map(
      ids.flatMap(id => {
        const artifact = this.#planned.has(id) ? this.#planned.get(id) : this.#read.get(id)
        return artifact ? [[id, artifact] as const] : []
      }),
    )
  }

  readonly findOne = async (id: number): Promise<ArtifactWithLinks | undefined> => (await this.find([id])).get(id)

  /** The state of an artifact for the planner of updates. */
  readonly readState = async (id: number): Promise<ArtifactState | undefined> => {
    const artifact = await this.findOne(id)
    return artifact && { artifact, rowVersion: NO_ROW_VERSION, size: 0 }
  }

  /** With the planned changes. A move rewrites the history into other fields: nothing before it can be undone in the same batch. */
  readonly readHistory = async (id: number): Promise<ArtifactStateWithHistory | undefined> => {
    const artifact = await this.findOne(id)
    if (!artifact) return undefined
    const isStored = this.#read.get(id) !== undefined && !this.#moved.has(id)
    const stored = isStored ? await this.#stored.readHistory(id) : undefined
    const history = [...(stored?.history ?? []), ...(this.#changesets.get(id) ?? [])]
    return { artifact, rowVersion: NO_ROW_VERSION, size: 0, history }
  }

  readonly findComment = async (artifactId: number, changesetId: number): Promise<WholeComment | undefined> =>
    this.#comments.get(changesetId) ?? this.#stored.findComment(artifactId, changesetId)

  addOpenValues(values: readonly NewOpenValue[], trackerId: number): void {
    this.#openValues.push(...values.map(value => ({ ...value, trackerId })))
  }

  findOpenValues(fieldId: number): NewOpenValue[] {
    return this.#openValues.filter(value => value.fieldId === fieldId)
  }

  /** The artifact to which an earlier operation gives this id of another system. */
  findExternalId(projectId: number, { source, id }: ExternalId): number | undefined {
    return this.#externalIds.get(`${projectId} ${source} ${id}`)
  }

  /** Whether an earlier operation attaches the file to another artifact. */
  isAttachedElsewhere(fileId: number, artifactId: number): boolean {
    const holder = this.#attachedFileIds.get(fileId)
    return holder !== undefined && holder !== artifactId
  }

  /**
   * Takes over the plan of a creation or an update. Returns the placeholder of its changeset, undefined for none, and the changes of other
   * artifacts.
   */
  async apply(
    viewer: Viewer,
    plan: PlannedWrite<CreationRows | UpdateRows | undefined>,
    newId: number,
    now: Date,
  ): Promise<{ readonly changeset: number | undefined; readonly others: readonly PlannedUpdate[] }> {
    const { artifact, others } = await planArtifacts(this.find, viewer, plan, now, newId)
    const { rows, before, additionalWrites } = plan
    this.addOpenValues(additionalWrites.newOpenValues, plan.context.tracker.id)
    for (const { id } of rows?.files.attached ?? []) this.#attachedFileIds.set(id, artifact.id)
    if (rows && 'externalId' in rows && rows.externalId)
      this.#externalIds.set(`${rows.projectId} ${rows.externalId.source} ${rows.externalId.id}`, artifact.id)
    const changeset = rows && this.#note(artifact.id, rows, plan.comment)
    if (changeset !== undefined) await this.#replace(before, { ...artifact, changesetId: changeset })
    const updates: PlannedUpdate[] = []
    for (const update of additionalWrites.otherArtifacts(artifact.id)) {
      const other = others.find(({ id }) => id === update.artifactId)
      if (!other) continue
      const changesetId = this.#note(other.id, update, update.comment)
      updates.push({ rows: update, changeset: changesetId })
      await this.#replace(await this.findOne(other.id), { ...other, changesetId })
    }
    return { changeset, others: updates }
  }

  /** Takes over a move: the artifact as it is in its new tracker. */
  async move(before: ArtifactWithLinks, after: ArtifactWithLinks): Promise<number> {
    this.#moved.add(before.id)
    this.#changesets.delete(before.id)
    const changesetId = this.newPlaceholder()
    await this.#replace(before, { ...after, changesetId })
    return changesetId
  }

  /** Takes over a deletion. */
  async remove(artifact: ArtifactWithLinks): Promise<void> {
    const { id } = artifact
    await this.#replace(artifact, { ...artifact, forward: [], reverse: [] })
    this.#planned.set(id, undefined)
  }

  editComment(comment: WholeComment, { comment: { body, format, groupIds }, author }: CommentEdit): void {
    const version = { body, format, groupIds, by: author.userId, byEmail: null, on: author.at }
    this.#comments.set(comment.changesetId, { ...comment, versions: [...comment.versions, version] })
  }

  #note(artifactId: number, rows: Pick<UpdateRows, 'delta' | 'author'>, comment: UpdateRows['comment']): number {
    const changeset = plannedChangeset(this.newPlaceholder(), rows, comment)
    this.#changesets.set(artifactId, [...(this.#changesets.get(artifactId) ?? []), changeset])
    return changeset.id
  }

  /** Keeps the artifact, and its links at their other ends. */
  async #replace(before: ArtifactWithLinks | undefined, after: ArtifactWithLinks): Promise<void> {
    this.#planned.set(after.id, after)
    await this.#changeFarEnds(before?.forward ?? [], after.forward, after, 'reverse')
    await this.#changeFarEnds(before?.reverse ?? [], after.reverse, after, 'forward')
  }

  async #changeFarEnds(
    before: readonly LinkEnd[],
    after: readonly LinkEnd[],
    self: ArtifactWithLinks,
    side: 'forward' | 'reverse',
  ): Promise<void> {
    if (before === after) return
    const isSame = (left: LinkEnd, right: LinkEnd): boolean => left.id === right.id && left.fieldId === right.fieldId
    const gone = before.filter(end => !after.some(other => isSame(end, other)))
    const written = after.filter(end => !before.some(other => isSame(end, other) && other.type === end.type))
    for (const end of [...gone, ...written]) {
      const far = end.id === self.id ? undefined : await this.findOne(end.id)
      if (!far) continue
      const others = far[side].filter(one => one.id !== self.id || one.fieldId !== end.fieldId)
      const { id, trackerId, submittedBy, grantedGroupIds } = self
      const own: LinkEnd = { id, trackerId, submittedBy, grantedGroupIds, type: end.type, fieldId: end.fieldId }
      this.#planned.set(far.id, { ...far, [side]: gone.includes(end) ? others : [...others, own] })
    }
  }
}
