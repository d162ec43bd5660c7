import { LRUCache } from 'lru-cache'
import { countsOf } from '../../../platform/cache.ts'
import type { Invalidations } from '../../../platform/db/db.ts'
import type { JsonText } from '../../../platform/http/response/response.ts'
import type { RelatedDataKind } from '../../fields/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Viewer } from '../../users/index.ts'
import { noSuchArtifact, type ArtifactAccess, type ArtifactContext } from '../access/artifact-access.ts'
import type { ArtifactReader, StateRequest, StateResult, ArtifactState } from '../store/artifact-reader.store.ts'
import type { ArtifactWithLinks, RowVersion } from '../model/artifact.ts'
import { isSameRowVersion } from '../store/row-version.store.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'

/**
 * Epoch of the caches: everything except the artifact that a response depends on. If the epoch is equal, only the artifact may have
 * changed.
 */
interface CacheEpoch {
  readonly changes: number
  readonly settings: object
  readonly publicUrl: string
}

/** A finished response. */
export interface CachedResponse {
  readonly text: JsonText
  /** Whether the response depends only on this artifact, its links and cached data. Only such a response may be cached. */
  readonly isLasting: boolean
}

export interface ResponseBuilder<Answer, State extends ArtifactState> {
  /**
   * Key of the response, apart from the artifact and the viewer. Equal keys mean equal responses. undefined: the response is never cached.
   */
  readonly name: string | undefined
  readonly read: ArtifactReader<State>
  readonly write: (state: State, context: ArtifactContext) => Promise<Answer>
}

export interface ResponseCache {
  /**
   * Returns the response about an artifact that the viewer may see; throws NotFound or Forbidden otherwise. Asks the database for the
   * artifact's row version. If the row version is unchanged, returns the cached response.
   */
  getOrBuild<Answer extends CachedResponse, State extends ArtifactState>(
    viewer: Viewer,
    id: number,
    writing: ResponseBuilder<Answer, State>,
  ): Promise<Answer>
  /**
   * Returns the responses for several artifacts, in the order of the ids; missing and hidden artifacts are left out. One query for all of
   * them, and one call of `write` for all responses that are not cached.
   */
  getOrBuildEach<Answer extends CachedResponse>(
    viewer: Viewer,
    ids: readonly number[],
    writing: BatchResponseBuilder<Answer>,
  ): Promise<Answer[]>
}

/** An artifact that the viewer may see. */
export interface ReadableArtifact {
  readonly artifact: ArtifactWithLinks
  readonly context: ArtifactContext
}

export interface BatchResponseBuilder<Answer> {
  /** Key of the response, shared with `ResponseBuilder`. */
  readonly name: string
  /** Whether new responses are cached. Responses that are already cached are used in any case. */
  readonly isKept: boolean
  readonly read: (asked: readonly StateRequest[]) => Promise<readonly StateResult[]>
  readonly write: (shown: readonly ReadableArtifact[]) => Promise<readonly Answer[]>
}

/** Cached responses for one state of an artifact. */
interface CacheEntry {
  readonly rowVersion: RowVersion
  readonly epoch: CacheEpoch
  /** The data on which the right to see the artifact depends. */
  readonly artifact: Pick<ArtifactWithLinks, 'id' | 'projectId' | 'trackerId' | 'submittedBy' | 'grantedGroupIds'>
  readonly isConnected: boolean
  readonly responses: Map<string, CachedResponse>
}

/** Memory of an entry, and of a response beside its text. */
const ENTRY_BYTES = 500
const RESPONSE_BYTES = 300
const MAX_RESPONSES_PER_ARTIFACT = 20

/** Topics of invalidations that no representation depends on: use and creation of credentials. */
const UNREPRESENTED_TOPICS: ReadonlySet<string> = new Set(['access_key', 'token'])

/** Related data that the row version covers. Sums and charts come from other artifacts. */
const VERSIONED_NEEDS: ReadonlySet<RelatedDataKind> = new Set<RelatedDataKind>(['links', 'crossReferences'])

export interface ResponseCacheDependencies {
  readonly changes: Invalidations
  readonly settings: SettingsModule
  readonly access: ArtifactAccess
  readonly serializerOf: SerializerOf
  /** 0 disables the cache. */
  readonly maxBytes: number
}

/**
 * Cache of finished responses about single artifacts, within a limit of memory. Before each use the database confirms that the artifact is
 * still in the cached state (docs/decisions/0025-group-commit-and-response-cache.md). All other data of a response comes from caches of this
 * process. Each of them is invalidated by an event of the bus, so every invalidation ends every cached response.
 */
export const createResponseCache = (dependencies: ResponseCacheDependencies): ResponseCache =>
  new VersionedResponseCache(dependencies)

class VersionedResponseCache implements ResponseCache {
  readonly #invalidations
  readonly #settings
  readonly #access
  readonly #serializerOf
  readonly #maxBytes
  readonly #entries
  readonly #counts
  #changes = 0
  // Keys hold numbers instead of objects, so that the cache does not keep old viewers and trackers in memory.
  readonly #numbers = new WeakMap<object, number>()
  #lastNumber = 0

  constructor(dependencies: ResponseCacheDependencies) {
    this.#invalidations = dependencies.changes
    this.#settings = dependencies.settings
    this.#access = dependencies.access
    this.#serializerOf = dependencies.serializerOf
    this.#maxBytes = dependencies.maxBytes
    this.#entries = new LRUCache<number, CacheEntry>({ maxSize: Math.max(this.#maxBytes, 1), sizeCalculation: bytesOf })
    this.#counts = countsOf(this.#invalidations, 'answers')
    this.#invalidations.onAny(topic => {
      if (topic === null) this.#entries.clear()
      if (topic === null || !UNREPRESENTED_TOPICS.has(topic)) this.#changes++
    })
  }

  readonly #identityOf = (thing: object): number => {
    let number = this.#numbers.get(thing)
    if (number === undefined) this.#numbers.set(thing, (number = ++this.#lastNumber))
    return number
  }

  readonly #currentEpoch = (): CacheEpoch => ({
    changes: this.#changes,
    settings: this.#settings.state(),
    publicUrl: this.#settings.publicUrl(),
  })

  readonly #isCurrent = (then: CacheEpoch): boolean =>
    then.changes === this.#changes &&
    then.settings === this.#settings.state() &&
    then.publicUrl === this.#settings.publicUrl()

  /** Links are visible to some viewers and hidden from others. Private comments are visible to all viewers with the same rights. */
  readonly #keyFor = (viewer: Viewer, context: ArtifactContext, isConnected: boolean, name: string): string =>
    `${this.#identityOf(this.#serializerOf(context))}${context.rights.isAdmin ? 'a' : ''} ${name} ${viewer.nameStyle ?? ''} ${viewer.timezone ?? ''} ${isConnected ? this.#identityOf(viewer) : ''}`

  readonly #find = (
    viewer: Viewer,
    id: number,
    name: string | undefined,
  ): { readonly entry: CacheEntry; readonly written: CachedResponse } | undefined => {
    const entry = this.#entries.get(id)
    if (!entry || name === undefined || !this.#isCurrent(entry.epoch)) return undefined
    const context = this.#access.findContext(viewer, entry.artifact)
    const written = context && entry.responses.get(this.#keyFor(viewer, context, entry.isConnected, name))
    return written && { entry, written }
  }

  readonly #keep = (
    viewer: Viewer,
    { artifact, rowVersion }: ArtifactState,
    context: ArtifactContext,
    name: string,
    written: CachedResponse,
    epoch: CacheEpoch,
  ): void => {
    if (!this.#invalidations.isListening() || !this.#isCurrent(epoch)) return
    if ([...this.#serializerOf(context).needs].some(need => !VERSIONED_NEEDS.has(need))) return
    const ends = [...artifact.forward, ...artifact.reverse, ...artifact.references]
    // If the right to see an artifact depends on documents, the row version does not reveal when the right changes.
    if (!this.#access.isDecidableWithoutDocument(viewer, [artifact, ...ends])) return
    const known = this.#entries.peek(artifact.id)
    const isSame = known !== undefined && this.#isCurrent(known.epoch) && isSameRowVersion(known.rowVersion, rowVersion)
    const { id, projectId, trackerId, submittedBy, grantedGroupIds } = artifact
    const entry: CacheEntry = isSame
      ? known
      : {
          rowVersion,
          epoch,
          artifact: { id, projectId, trackerId, submittedBy, grantedGroupIds },
          isConnected: ends.length > 0,
          responses: new Map(),
        }
    if (entry.responses.size >= MAX_RESPONSES_PER_ARTIFACT) entry.responses.clear()
    written.text.keep()
    entry.responses.set(this.#keyFor(viewer, context, entry.isConnected, name), written)
    const measure = (): void => {
      // Updates the size of the entry; an entry that was replaced meanwhile is ignored.
      this.#entries.delete(id)
      this.#entries.set(id, entry)
    }
    measure()
    written.text.onXml(() => {
      if (this.#entries.peek(id) === entry) measure()
    })
  }

  readonly getOrBuild: ResponseCache['getOrBuild'] = async <Answer extends CachedResponse, State extends ArtifactState>(
    viewer: Viewer,
    id: number,
    { name, read, write }: ResponseBuilder<Answer, State>,
  ) => {
    const kept = this.#find(viewer, id, name)
    // The epoch before any look-up for the response.
    const epoch = kept?.entry.epoch ?? this.#currentEpoch()
    let found = await read(id, kept?.entry.rowVersion)
    if (found === 'unchanged') {
      if (kept && this.#isCurrent(epoch)) {
        this.#counts.hits++
        // The response was cached under this key.
        return kept.written as Answer
      }
      // The epoch changed during the query.
      found = await read(id)
    }
    if (!found || found === 'unchanged') throw noSuchArtifact()
    const context = await this.#access.requireViewable(viewer, found.artifact)
    const written = await write(found, context)
    this.#counts.misses++
    if (this.#maxBytes > 0 && name !== undefined && written.isLasting)
      this.#keep(viewer, found, context, name, written, epoch)
    return written
  }

  readonly getOrBuildEach: ResponseCache['getOrBuildEach'] = async <Answer extends CachedResponse>(
    viewer: Viewer,
    ids: readonly number[],
    { name, isKept, read, write }: BatchResponseBuilder<Answer>,
  ) => {
    const epoch = this.#currentEpoch()
    const kept = new Map(ids.map(id => [id, this.#find(viewer, id, name)]))
    let found = await read(ids.map(id => ({ id, known: kept.get(id)?.entry.rowVersion })))
    // The epoch changed during the query.
    if (!this.#isCurrent(epoch)) found = await read(ids.map(id => ({ id, known: undefined })))
    const states = found.filter(state => state !== undefined && state !== 'unchanged')
    const contexts = await this.#access.visibleContexts(
      viewer,
      states.map(({ artifact }) => artifact),
    )
    const shown = states.flatMap(state => {
      const context = contexts.get(state.artifact.id)
      return context ? [{ ...state, context }] : []
    })
    const answers = shown.length > 0 ? await write(shown) : []
    const written = new Map<number, Answer>()
    for (const [index, { context, ...state }] of shown.entries()) {
      const answer = answers[index]
      if (!answer) throw new Error(`${shown.length} artifacts, ${answers.length} answers`)
      written.set(state.artifact.id, answer)
      if (this.#maxBytes > 0 && isKept && answer.isLasting) this.#keep(viewer, state, context, name, answer, epoch)
    }
    this.#counts.misses += states.length
    this.#counts.hits += found.filter(state => state === 'unchanged').length
    return ids.flatMap((id, index) => {
      // The response was cached under this key.
      const answer = found[index] === 'unchanged' ? (kept.get(id)?.written as Answer | undefined) : written.get(id)
      return answer ?? []
    })
  }
}

const bytesOf = ({ responses }: CacheEntry): number => {
  let bytes = ENTRY_BYTES
  for (const [name, { text }] of responses) bytes += RESPONSE_BYTES + name.length + text.bytes
  return bytes
}
