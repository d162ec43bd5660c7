import { ownText, type XmlNode } from '../../../platform/xml/node.ts'
import { takeElements, XmlFault, type TakenElement } from '../../../platform/xml/parse-xml.ts'
import { ArchiveFault, type Archive } from './archive.ts'
import type { MessageLocation } from './import-messages.ts'

export const PROJECT_DOCUMENT = 'project.xml'
/** Names of the elements around an artifact, and its own. */
const PATH = ['project', 'trackers', 'tracker', 'artifacts', 'artifact'] as const

const trackerIn = ({ ancestors }: TakenElement): XmlNode => {
  const tracker = ancestors[2]
  if (!tracker) throw new Error('an artifact has no tracker')
  return tracker
}

/** The data of all artifacts of a tracker that are kept in memory. Other parts are read again when they are needed. */
export interface ArtifactList {
  /** Ids of the artifacts that have a history and are imported, in the order of the document. */
  readonly sourceIds: readonly string[]
  /** The first of these elements; undefined if there is none. */
  readonly first: MessageLocation | undefined
}

const NONE: ArtifactList = { sourceIds: [], first: undefined }

export const hasHistory = (artifact: XmlNode): boolean => artifact.children.some(({ name }) => name === 'changeset')

/**
 * Artifacts of an archive, which are never all in memory: an archive of 2 GB has 200,000 of them (ADR 23). Each pass reads the document
 * from its beginning.
 */
export class ArtifactSource {
  readonly #archive: Archive
  readonly #lists: ReadonlyMap<XmlNode, ArtifactList & { readonly place: number }>

  constructor(archive: Archive, lists: ReadonlyMap<XmlNode, ArtifactList & { readonly place: number }>) {
    this.#archive = archive
    this.#lists = lists
  }

  /** By the element of the tracker. */
  listOf(tracker: XmlNode): ArtifactList {
    return this.#lists.get(tracker) ?? NONE
  }

  /** Ask for trackers in the order of the document: an earlier tracker starts the document again. */
  openPass(): ArtifactPass {
    return new ArtifactPass(this.#archive, tracker => this.#lists.get(tracker)?.place)
  }
}

/** For a document that could not be read. */
export const noArtifacts = (archive: Archive): ArtifactSource => new ArtifactSource(archive, new Map())

/** Reads the document without its artifacts into a tree; calls `look` once for each artifact. */
export const readProject = async (
  archive: Archive,
  look: (artifact: XmlNode) => void,
): Promise<{ readonly root: XmlNode; readonly artifacts: ArtifactSource }> => {
  const lists = new Map<XmlNode, { place: number; sourceIds: string[]; first: MessageLocation | undefined }>()
  const reading = takeElements(await archive.open(PROJECT_DOCUMENT), PROJECT_DOCUMENT, PATH)
  for (;;) {
    const step = await reading.next()
    if (step.done) return { root: step.value, artifacts: new ArtifactSource(archive, lists) }
    const { node } = step.value
    look(node)
    const tracker = trackerIn(step.value)
    let list = lists.get(tracker)
    if (!list) lists.set(tracker, (list = { place: lists.size, sourceIds: [], first: undefined }))
    if (!hasHistory(node)) continue
    list.sourceIds.push(ownText((node.attributes['id'] ?? '').trim()))
    list.first ??= { file: node.file, line: node.line }
  }
}

export interface ReadElement {
  readonly node: XmlNode
  readonly size: number
}

/** One pass through the document. */
export class ArtifactPass {
  readonly #archive: Archive
  readonly #placeOf: (tracker: XmlNode) => number | undefined
  #reading: AsyncGenerator<TakenElement, XmlNode, undefined> | undefined
  /** The first artifact of a later tracker, read in advance. */
  #ahead: { readonly element: TakenElement; readonly place: number } | undefined
  /** Trackers with artifacts that this pass has reached. */
  readonly #met: XmlNode[] = []
  /** Position of the pass: earlier trackers are behind it. */
  #reached = 0

  constructor(archive: Archive, placeOf: (tracker: XmlNode) => number | undefined) {
    this.#archive = archive
    this.#placeOf = placeOf
  }

  /** All artifact elements of a tracker, including artifacts without a history. */
  async *elementsOf(tracker: XmlNode): AsyncGenerator<ReadElement> {
    const place = this.#placeOf(tracker)
    if (place === undefined) return
    if (place < this.#reached) await this.close()
    this.#reached = place + 1
    for (;;) {
      const next = this.#ahead ?? (await this.#next())
      this.#ahead = undefined
      if (!next) return
      if (next.place > place) {
        this.#ahead = next
        return
      }
      if (next.place === place) yield { node: next.element.node, size: next.element.size }
    }
  }

  async close(): Promise<void> {
    const reading = this.#reading
    this.#reading = undefined
    this.#ahead = undefined
    this.#met.length = 0
    this.#reached = 0
    await reading?.return(undefined as never)
  }

  async #next(): Promise<{ readonly element: TakenElement; readonly place: number } | undefined> {
    try {
      this.#reading ??= takeElements(await this.#archive.open(PROJECT_DOCUMENT), PROJECT_DOCUMENT, PATH)
      const step = await this.#reading.next()
      if (step.done) return undefined
      const tracker = trackerIn(step.value)
      if (this.#met.at(-1) !== tracker) this.#met.push(tracker)
      return { element: step.value, place: this.#met.length - 1 }
    } catch (error) {
      // The first pass read the document without a fault.
      throw error instanceof XmlFault ? documentChanged() : error
    }
  }
}

/** The fault for a file that differs from the checked one. */
export const documentChanged = (): ArchiveFault =>
  new ArchiveFault(`${PROJECT_DOCUMENT} was changed while it was imported`)
