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

/** What all but the artifact stood at while an answer was written: while it is the same, nothing else can have changed. */
interface CacheEpoch {
  readonly changes: number
  readonly settings: object
  readonly publicUrl: string
}

/** A finished answer. */
export interface CachedResponse {
  readonly text: JsonText
  /** Shows nothing but the artifact in the state that was given to write, what it is connected with, and what caches hold. */
  readonly isLasting: boolean
}

export interface ResponseBuilder<Answer, State extends ArtifactState> {
  /** What is asked for, of one artifact by one viewer, but for both: the same answer goes by the same words. Undefined: it is never kept. */
  readonly name: string | undefined
  readonly read: ArtifactReader<State>
  readonly write: (state: State, context: ArtifactContext) => Promise<Answer>
}

export interface ResponseCache {
  /**
   * What is asked of an artifact that the viewer may see; NotFound or Forbidden otherwise. One query for the artifact and its links; where it
   * says that nothing has changed since the same was answered before, the same is answered.
   */
  getOrBuild<Answer extends CachedResponse, State extends ArtifactState>(
    viewer: Viewer,
    id: number,
    writing: ResponseBuilder<Answer, State>,
  ): Promise<Answer>
  /**
   * The same of several at once, in the order of the ids; those that are not there, or not for the viewer, are left out. One query for
   * all, and one call to write all that are not known.
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
  /** As for one: under the same name the same is kept. */
  readonly name: string
  /** Whether what is written is kept; what is kept already is answered in any case. */
  readonly isKept: boolean
  readonly read: (asked: readonly StateRequest[]) => Promise<readonly StateResult[]>
  readonly write: (shown: readonly ReadableArtifact[]) => Promise<readonly Answer[]>
}

/** The answers that show one state of an artifact. */
interface CacheEntry {
  readonly rowVersion: RowVersion
  readonly epoch: CacheEpoch
  /** As far as the right to see it goes. */
  readonly artifact: Pick<ArtifactWithLinks, 'id' | 'projectId' | 'trackerId' | 'submittedBy' | 'grantedGroupIds'>
  readonly isConnected: boolean
  readonly responses: Map<string, CachedResponse>
}

/** Of an artifact, and of each answer, beside the text. */
const ENTRY_BYTES = 500
const RESPONSE_BYTES = 300
const MAX_RESPONSES_PER_ARTIFACT = 20

/** Topics that no representation shows anything of: use and making of credentials. */
const UNREPRESENTED_TOPICS: ReadonlySet<string> = new Set(['access_key', 'token'])

/** What a text may be made of beside the artifact's own row: what the mark holds. Sums and charts come from other artifacts. */
const VERSIONED_NEEDS: ReadonlySet<RelatedDataKind> = new Set<RelatedDataKind>(['links', 'crossReferences'])

/**
 * Finished answers about one artifact, as many as fit into the memory for them; none is given without asking the database whether the
 * artifact is still in the state that it shows (docs/decisions/0025-group-commit-and-response-cache.md). All else that shows comes from caches
 * of this process, each dropped by an announcement; so every announcement ends every kept answer.
 */
export const createResponseCache = (dependencies: {
  readonly changes: Invalidations
  readonly settings: SettingsModule
  readonly access: ArtifactAccess
  readonly serializerOf: SerializerOf
  /** 0: none are kept. */
  readonly maxBytes: number
}): ResponseCache => {
  const { settings, access, serializerOf, maxBytes } = dependencies
  const entries = new LRUCache<number, CacheEntry>({ maxSize: Math.max(maxBytes, 1), sizeCalculation: bytesOf })
  const counts = countsOf(dependencies.changes, 'answers')
  let changes = 0
  dependencies.changes.onAny(topic => {
    if (topic === null) entries.clear()
    if (topic === null || !UNREPRESENTED_TOPICS.has(topic)) changes++
  })

  // Answers are compared by number, so that they do not hold on to viewers and trackers of the past.
  const numbers = new WeakMap<object, number>()
  let lastNumber = 0
  const identityOf = (thing: object): number => {
    let number = numbers.get(thing)
    if (number === undefined) numbers.set(thing, (number = ++lastNumber))
    return number
  }

  const currentEpoch = (): CacheEpoch => ({
    changes,
    settings: settings.state(),
    publicUrl: settings.publicUrl(),
  })
  const isCurrent = (then: CacheEpoch): boolean =>
    then.changes === changes && then.settings === settings.state() && then.publicUrl === settings.publicUrl()

  /** What an artifact is connected with is seen by some viewers and not by others; private comments by all with the same rights. */
  const keyFor = (viewer: Viewer, context: ArtifactContext, isConnected: boolean, name: string): string =>
    `${identityOf(serializerOf(context))}${context.rights.isAdmin ? 'a' : ''} ${name} ${viewer.nameStyle ?? ''} ${viewer.timezone ?? ''} ${isConnected ? identityOf(viewer) : ''}`

  const find = (
    viewer: Viewer,
    id: number,
    name: string | undefined,
  ): { readonly entry: CacheEntry; readonly written: CachedResponse } | undefined => {
    const entry = entries.get(id)
    if (!entry || name === undefined || !isCurrent(entry.epoch)) return undefined
    const context = access.findContext(viewer, entry.artifact)
    const written = context && entry.responses.get(keyFor(viewer, context, entry.isConnected, name))
    return written && { entry, written }
  }

  const keep = (
    viewer: Viewer,
    { artifact, rowVersion }: ArtifactState,
    context: ArtifactContext,
    name: string,
    written: CachedResponse,
    epoch: CacheEpoch,
  ): void => {
    if (!dependencies.changes.isListening() || !isCurrent(epoch)) return
    if ([...serializerOf(context).needs].some(need => !VERSIONED_NEEDS.has(need))) return
    const ends = [...artifact.forward, ...artifact.reverse, ...artifact.references]
    // Where it takes documents to know who may see an artifact, the mark does not tell when that changes.
    if (!access.isDecidableWithoutDocument(viewer, [artifact, ...ends])) return
    const known = entries.peek(artifact.id)
    const isSame = known !== undefined && isCurrent(known.epoch) && isSameRowVersion(known.rowVersion, rowVersion)
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
    entry.responses.set(keyFor(viewer, context, entry.isConnected, name), written)
    const measure = (): void => {
      // As large as it is now; one that was replaced meanwhile is nobody's concern.
      entries.delete(id)
      entries.set(id, entry)
    }
    measure()
    written.text.onXml(() => {
      if (entries.peek(id) === entry) measure()
    })
  }

  return {
    getOrBuild: async <Answer extends CachedResponse, State extends ArtifactState>(
      viewer: Viewer,
      id: number,
      { name, read, write }: ResponseBuilder<Answer, State>,
    ) => {
      const kept = find(viewer, id, name)
      // As they were before anything is looked up for the answer.
      const epoch = kept?.entry.epoch ?? currentEpoch()
      let found = await read(id, kept?.entry.rowVersion)
      if (found === 'unchanged') {
        if (kept && isCurrent(epoch)) {
          counts.hits++
          // What was written under this name.
          return kept.written as Answer
        }
        // Something else changed while the database was asked.
        found = await read(id)
      }
      if (!found || found === 'unchanged') throw noSuchArtifact()
      const context = await access.requireViewable(viewer, found.artifact)
      const written = await write(found, context)
      counts.misses++
      if (maxBytes > 0 && name !== undefined && written.isLasting) keep(viewer, found, context, name, written, epoch)
      return written
    },

    getOrBuildEach: async <Answer extends CachedResponse>(
      viewer: Viewer,
      ids: readonly number[],
      { name, isKept, read, write }: BatchResponseBuilder<Answer>,
    ) => {
      const epoch = currentEpoch()
      const kept = new Map(ids.map(id => [id, find(viewer, id, name)]))
      let found = await read(ids.map(id => ({ id, known: kept.get(id)?.entry.rowVersion })))
      // Something else changed while the database was asked.
      if (!isCurrent(epoch)) found = await read(ids.map(id => ({ id, known: undefined })))
      const states = found.filter(state => state !== undefined && state !== 'unchanged')
      const contexts = await access.visibleContexts(
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
        if (maxBytes > 0 && isKept && answer.isLasting) keep(viewer, state, context, name, answer, epoch)
      }
      counts.misses += states.length
      counts.hits += found.filter(state => state === 'unchanged').length
      return ids.flatMap((id, index) => {
        // What was written under this name.
        const answer = found[index] === 'unchanged' ? (kept.get(id)?.written as Answer | undefined) : written.get(id)
        return answer ?? []
      })
    },
  }
}

const bytesOf = ({ responses }: CacheEntry): number => {
  let bytes = ENTRY_BYTES
  for (const [name, { text }] of responses) bytes += RESPONSE_BYTES + name.length + text.bytes
  return bytes
}
