import { LRUCache } from 'lru-cache'
import { countsOf } from '../../platform/cache.ts'
import type { Changes } from '../../platform/db/db.ts'
import type { JsonText } from '../../platform/http/answer.ts'
import type { Need } from '../fields/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Viewer } from '../users/index.ts'
import { noSuchArtifact, type ArtifactAccess, type Place } from './access.ts'
import type { ArtifactReader, Asked, Found, ReadState } from './artifact-reader.store.ts'
import type { ArtifactWithLinks, StateMark } from './artifact.ts'
import { isSameMark } from './state-mark.store.ts'
import type { WriterOf } from './writer-cache.ts'

/** What all but the artifact stood at while an answer was written: while it is the same, nothing else can have changed. */
interface Circumstances {
  readonly changes: number
  readonly settings: object
  readonly publicUrl: string
}

/** A finished answer. */
export interface Written {
  readonly text: JsonText
  /** Shows nothing but the artifact in the state that was given to write, what it is connected with, and what caches hold. */
  readonly isLasting: boolean
}

export interface Writing<Answer, State extends ReadState> {
  /** What is asked for, of one artifact by one viewer, but for both: the same answer goes by the same words. Undefined: it is never kept. */
  readonly name: string | undefined
  readonly read: ArtifactReader<State>
  readonly write: (state: State, place: Place) => Promise<Answer>
}

export interface KeptAnswers {
  /**
   * What is asked of an artifact that the viewer may see; NotFound or Forbidden otherwise. One query for the artifact and its links; where it
   * says that nothing has changed since the same was answered before, the same is answered.
   */
  answer<Answer extends Written, State extends ReadState>(
    viewer: Viewer,
    id: number,
    writing: Writing<Answer, State>,
  ): Promise<Answer>
  /**
   * The same of several at once, in the order of the ids; those that are not there, or not for the viewer, are left out. One query for
   * all, and one call to write all that are not known.
   */
  answerEach<Answer extends Written>(
    viewer: Viewer,
    ids: readonly number[],
    writing: WritingEach<Answer>,
  ): Promise<Answer[]>
}

/** An artifact that the viewer may see. */
export interface Shown {
  readonly artifact: ArtifactWithLinks
  readonly place: Place
}

export interface WritingEach<Answer> {
  /** As for one: under the same name the same is kept. */
  readonly name: string
  /** Whether what is written is kept; what is kept already is answered in any case. */
  readonly isKept: boolean
  readonly read: (asked: readonly Asked[]) => Promise<readonly Found[]>
  readonly write: (shown: readonly Shown[]) => Promise<readonly Answer[]>
}

/** The answers that show one state of an artifact. */
interface Entry {
  readonly mark: StateMark
  readonly circumstances: Circumstances
  /** As far as the right to see it goes. */
  readonly artifact: Pick<ArtifactWithLinks, 'id' | 'projectId' | 'trackerId' | 'submittedBy' | 'grantedGroupIds'>
  readonly isConnected: boolean
  readonly answers: Map<string, Written>
}

/** Of an artifact, and of each answer, beside the text. */
const ENTRY_BYTES = 500
const ANSWER_BYTES = 300
const MAX_ANSWERS = 20

/** Topics that no representation shows anything of: use and making of credentials. */
const UNSEEN: ReadonlySet<string> = new Set(['access_key', 'token'])

/** What a text may be made of beside the artifact's own row: what the mark holds. Sums and charts come from other artifacts. */
const MARKED: ReadonlySet<Need> = new Set<Need>(['links', 'crossReferences'])

/**
 * Finished answers about one artifact, as many as fit into the memory for them; none is given without asking the database whether the
 * artifact is still in the state that it shows (docs/decisions/0025-together-and-kept-by-state.md). All else that shows comes from caches
 * of this process, each dropped by an announcement; so every announcement ends every kept answer.
 */
export const createKeptAnswers = (dependencies: {
  readonly changes: Changes
  readonly settings: SettingsModule
  readonly access: ArtifactAccess
  readonly writerOf: WriterOf
  /** 0: none are kept. */
  readonly maxBytes: number
}): KeptAnswers => {
  const { settings, access, writerOf, maxBytes } = dependencies
  const entries = new LRUCache<number, Entry>({ maxSize: Math.max(maxBytes, 1), sizeCalculation: bytesOf })
  const counts = countsOf(dependencies.changes, 'answers')
  let changes = 0
  dependencies.changes.onAny(topic => {
    if (topic === null) entries.clear()
    if (topic === null || !UNSEEN.has(topic)) changes++
  })

  // Answers are compared by number, so that they do not hold on to viewers and trackers of the past.
  const numbers = new WeakMap<object, number>()
  let lastNumber = 0
  const numberOf = (thing: object): number => {
    let number = numbers.get(thing)
    if (number === undefined) numbers.set(thing, (number = ++lastNumber))
    return number
  }

  const circumstancesNow = (): Circumstances => ({
    changes,
    settings: settings.state(),
    publicUrl: settings.publicUrl(),
  })
  const stands = (then: Circumstances): boolean =>
    then.changes === changes && then.settings === settings.state() && then.publicUrl === settings.publicUrl()

  /** What an artifact is connected with is seen by some viewers and not by others; private comments by all with the same rights. */
  const nameFor = (viewer: Viewer, place: Place, isConnected: boolean, name: string): string =>
    `${numberOf(writerOf(place))}${place.standing.isAdmin ? 'a' : ''} ${name} ${viewer.nameStyle ?? ''} ${viewer.timezone ?? ''} ${isConnected ? numberOf(viewer) : ''}`

  const find = (
    viewer: Viewer,
    id: number,
    name: string | undefined,
  ): { readonly entry: Entry; readonly written: Written } | undefined => {
    const entry = entries.get(id)
    if (!entry || name === undefined || !stands(entry.circumstances)) return undefined
    const place = access.findPlace(viewer, entry.artifact)
    const written = place && entry.answers.get(nameFor(viewer, place, entry.isConnected, name))
    return written && { entry, written }
  }

  const keep = (
    viewer: Viewer,
    { artifact, mark }: ReadState,
    place: Place,
    name: string,
    written: Written,
    circumstances: Circumstances,
  ): void => {
    if (!dependencies.changes.isHeard() || !stands(circumstances)) return
    if ([...writerOf(place).needs].some(need => !MARKED.has(need))) return
    const ends = [...artifact.forward, ...artifact.reverse, ...artifact.references]
    // Where it takes documents to know who may see an artifact, the mark does not tell when that changes.
    if (!access.isSeenByRow(viewer, [artifact, ...ends])) return
    const known = entries.peek(artifact.id)
    const isSame = known !== undefined && stands(known.circumstances) && isSameMark(known.mark, mark)
    const { id, projectId, trackerId, submittedBy, grantedGroupIds } = artifact
    const entry: Entry = isSame
      ? known
      : {
          mark,
          circumstances,
          artifact: { id, projectId, trackerId, submittedBy, grantedGroupIds },
          isConnected: ends.length > 0,
          answers: new Map(),
        }
    if (entry.answers.size >= MAX_ANSWERS) entry.answers.clear()
    written.text.keep()
    entry.answers.set(nameFor(viewer, place, entry.isConnected, name), written)
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
    answer: async <Answer extends Written, State extends ReadState>(
      viewer: Viewer,
      id: number,
      { name, read, write }: Writing<Answer, State>,
    ) => {
      const kept = find(viewer, id, name)
      // As they were before anything is looked up for the answer.
      const circumstances = kept?.entry.circumstances ?? circumstancesNow()
      let found = await read(id, kept?.entry.mark)
      if (found === 'unchanged') {
        if (kept && stands(circumstances)) {
          counts.hits++
          // What was written under this name.
          return kept.written as Answer
        }
        // Something else changed while the database was asked.
        found = await read(id)
      }
      if (!found || found === 'unchanged') throw noSuchArtifact()
      const place = await access.requireViewable(viewer, found.artifact)
      const written = await write(found, place)
      counts.misses++
      if (maxBytes > 0 && name !== undefined && written.isLasting)
        keep(viewer, found, place, name, written, circumstances)
      return written
    },

    answerEach: async <Answer extends Written>(
      viewer: Viewer,
      ids: readonly number[],
      { name, isKept, read, write }: WritingEach<Answer>,
    ) => {
      const circumstances = circumstancesNow()
      const kept = new Map(ids.map(id => [id, find(viewer, id, name)]))
      let found = await read(ids.map(id => ({ id, known: kept.get(id)?.entry.mark })))
      // Something else changed while the database was asked.
      if (!stands(circumstances)) found = await read(ids.map(id => ({ id, known: undefined })))
      const states = found.filter(state => state !== undefined && state !== 'unchanged')
      const places = await access.visiblePlaces(
        viewer,
        states.map(({ artifact }) => artifact),
      )
      const shown = states.flatMap(state => {
        const place = places.get(state.artifact.id)
        return place ? [{ ...state, place }] : []
      })
      const answers = shown.length > 0 ? await write(shown) : []
      const written = new Map<number, Answer>()
      for (const [index, { place, ...state }] of shown.entries()) {
        const answer = answers[index]
        if (!answer) throw new Error(`${shown.length} artifacts, ${answers.length} answers`)
        written.set(state.artifact.id, answer)
        if (maxBytes > 0 && isKept && answer.isLasting) keep(viewer, state, place, name, answer, circumstances)
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

const bytesOf = ({ answers }: Entry): number => {
  let bytes = ENTRY_BYTES
  for (const [name, { text }] of answers) bytes += ANSWER_BYTES + name.length + text.bytes
  return bytes
}
