import { ownText, type XmlNode } from '../../../platform/xml/node.ts'
import { takeElements, XmlFault, type TakenElement } from '../../../platform/xml/parse-xml.ts'
import { ArchiveFault, type Archive } from './archive.ts'
import type { MessageLocation } from './import-messages.ts'

export const PROJECT_DOCUMENT = 'project.xml'
/** Names of the elements that an artifact stands in, and its own. */
const PATH = ['project', 'trackers', 'tracker', 'artifacts', 'artifact'] as const

const trackerIn = ({ ancestors }: TakenElement): XmlNode => {
  const tracker = ancestors[2]
  if (!tracker) throw new Error('an artifact stands in no tracker')
  return tracker
}

/** What has to be known of all artifacts of a tracker at a time: whatever else they hold is read again when it is needed. */
export interface ArtifactList {
  /** Of those that have a history and become artifacts, in the order of the document. */
  readonly sourceIds: readonly string[]
  /** The first of them; undefined: there is none. */
  readonly first: MessageLocation | undefined
}

const NONE: ArtifactList = { sourceIds: [], first: undefined }

export const hasHistory = (artifact: XmlNode): boolean => artifact.children.some(({ name }) => name === 'changeset')

/**
 * Artifacts of an archive, which are never in memory together: an archive of 2 GB has 200,000 of them (ADR 23). The document is gone through
 * from its beginning as often as they are needed.
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

  /** Trackers are best asked for in the order of the document: for one that was passed, the document is begun anew. */
  openPass(): ArtifactPass {
    return new ArtifactPass(this.#archive, tracker => this.#lists.get(tracker)?.place)
  }
}

/** Of a document that could not be read. */
export const noArtifacts = (archive: Archive): ArtifactSource => new ArtifactSource(archive, new Map())

/** Reads all of the document but its artifacts into a tree; `look` sees each artifact once. */
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

/** One way through the document. */
export class ArtifactPass {
  readonly #archive: Archive
  readonly #placeOf: (tracker: XmlNode) => number | undefined
  #reading: AsyncGenerator<TakenElement, XmlNode, undefined> | undefined
  /** Read ahead: the first one of a later tracker. */
  #ahead: { readonly element: TakenElement; readonly place: number } | undefined
  /** Trackers with artifacts that were met on this way. */
  readonly #met: XmlNode[] = []
  /** Everything before is passed. */
  #reached = 0

  constructor(archive: Archive, placeOf: (tracker: XmlNode) => number | undefined) {
    this.#archive = archive
    this.#placeOf = placeOf
  }

  /** All artifact elements of a tracker, those without a history too. */
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
      // It was read to its end before.
      throw error instanceof XmlFault ? documentChanged() : error
    }
  }
}

/** The file is not the one that was checked. */
export const documentChanged = (): ArchiveFault =>
  new ArchiveFault(`${PROJECT_DOCUMENT} was changed while it was imported`)
