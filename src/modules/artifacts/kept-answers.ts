import { LRUCache } from 'lru-cache'
import { countsOf } from '../../platform/cache.ts'
import type { Changes } from '../../platform/db/db.ts'
import type { JsonText } from '../../platform/http/answer.ts'
import type { Need } from '../fields/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Viewer } from '../users/index.ts'
import type { ArtifactAccess, Place } from './access.ts'
import type { StateMark } from './artifact-reader.store.ts'
import type { ArtifactVersion, ArtifactWithLinks } from './artifact.ts'
import type { ArtifactWriter } from './artifact.representation.ts'

/** What all but the artifact stood at while an answer was written: while it is the same, nothing else can have changed. */
export interface Circumstances {
  readonly changes: number
  readonly settings: object
  readonly publicUrl: string
}

/** A finished answer, and the state of the artifact that it shows. */
export interface KeptAnswer {
  readonly mark: StateMark
  readonly text: JsonText
  readonly version: ArtifactVersion
  readonly circumstances: Circumstances
}

/** What of the representation is wanted; a text of its own for each. */
interface Shape {
  readonly values: boolean
  readonly valuesByField: boolean
  readonly isTrackerComplete?: boolean
}

export interface AnswerToKeep {
  readonly artifact: ArtifactWithLinks
  readonly mark: StateMark
  readonly writer: ArtifactWriter
  readonly text: JsonText
  readonly version: ArtifactVersion
  /** As they were before anything was looked up for the text. */
  readonly circumstances: Circumstances
}

export interface KeptAnswers {
  circumstances(): Circumstances
  /** An answer for the viewer that stands if the artifact is still in the state of its mark: to be asked of the database. */
  find(viewer: Viewer, id: number, shape: Shape): KeptAnswer | undefined
  /** Nothing but the artifact itself has changed since the answer was written. */
  isCurrent(answer: KeptAnswer): boolean
  keep(viewer: Viewer, shape: Shape, answer: AnswerToKeep): void
}

interface Entry {
  readonly mark: StateMark
  readonly circumstances: Circumstances
  /** As far as the right to see it goes. */
  readonly artifact: Pick<ArtifactWithLinks, 'id' | 'projectId' | 'trackerId' | 'submittedBy' | 'grantedGroupIds'>
  readonly isConnected: boolean
  readonly answers: Map<string, KeptAnswer>
}

/** Of an artifact with one answer, beside the text. */
const ENTRY_BYTES = 600
const MAX_ANSWERS = 20

/** Topics that no representation shows anything of: use and making of credentials. */
const UNSEEN: ReadonlySet<string> = new Set(['access_key', 'token'])

/** What a text may be made of beside the artifact's own row: what the mark holds. Sums and charts come from other artifacts. */
const MARKED: ReadonlySet<Need> = new Set<Need>(['links', 'crossReferences'])

/**
 * Finished answers of GET /artifacts/{id}, as many as fit into the memory for them; none is given without asking the database whether the
 * artifact is still in the state that it shows (docs/decisions/0025-together-and-kept-by-state.md). All else that shows comes from caches
 * of this process, each dropped by an announcement; so every announcement ends every kept answer.
 */
export const createKeptAnswers = (dependencies: {
  readonly changes: Changes
  readonly settings: SettingsModule
  readonly access: ArtifactAccess
  readonly writerOf: (place: Place) => ArtifactWriter
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

  const stands = (then: Circumstances): boolean =>
    then.changes === changes && then.settings === settings.state() && then.publicUrl === settings.publicUrl()

  /** What an artifact is connected with is seen by some viewers and not by others. */
  const nameOf = (viewer: Viewer, writer: ArtifactWriter, isConnected: boolean, shape: Shape): string =>
    `${numberOf(writer)} ${shape.values ? 1 : 0}${shape.valuesByField ? 1 : 0} ${viewer.nameStyle ?? ''} ${isConnected ? numberOf(viewer) : ''}`

  return {
    circumstances: () => ({ changes, settings: settings.state(), publicUrl: settings.publicUrl() }),

    isCurrent: ({ circumstances }) => {
      const isCurrent = stands(circumstances)
      if (isCurrent) counts.hits++
      return isCurrent
    },

    find: (viewer, id, shape) => {
      const entry = entries.get(id)
      if (!entry || shape.isTrackerComplete || !stands(entry.circumstances)) return undefined
      const place = access.findPlace(viewer, entry.artifact)
      return place && entry.answers.get(nameOf(viewer, writerOf(place), entry.isConnected, shape))
    },

    keep: (viewer, shape, { artifact, mark, writer, text, version, circumstances }) => {
      counts.misses++
      if (
        maxBytes === 0 ||
        !dependencies.changes.isHeard() ||
        shape.isTrackerComplete ||
        !stands(circumstances) ||
        [...writer.needs].some(need => !MARKED.has(need))
      )
        return
      const ends = [...artifact.forward, ...artifact.reverse, ...artifact.references]
      // Where it takes documents to know who may see an artifact, the mark does not tell when that changes.
      if (!access.isSeenByRow(viewer, [artifact, ...ends])) return
      const known = entries.peek(artifact.id)
      const isSame =
        known !== undefined &&
        stands(known.circumstances) &&
        known.mark.writtenBy === mark.writtenBy &&
        known.mark.connectionChanges === mark.connectionChanges
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
      const answer: KeptAnswer = { mark, text, version, circumstances }
      entry.answers.set(nameOf(viewer, writer, entry.isConnected, shape), answer)
      const measure = (): void => {
        // As large as it is now; one that was replaced meanwhile is nobody's concern.
        entries.delete(id)
        entries.set(id, entry)
      }
      measure()
      text.onXml(() => {
        if (entries.peek(id) === entry) measure()
      })
    },
  }
}

const bytesOf = ({ answers }: Entry): number => {
  let bytes = ENTRY_BYTES
  for (const [name, { text }] of answers) bytes += name.length + text.bytes
  return bytes
}
