import type { Db } from '../../../platform/db/db.ts'
import { fieldType, type Addend, type Field, type StoredLink, type SumNode } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext, AccessSubject } from './artifact-access.ts'
import type { ArtifactDocument, ArtifactWithLinks, LinkEnd } from '../model/artifact.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import { takesPart } from './visible-links.ts'
import { findArtifacts } from '../store/artifacts.store.ts'

/**
 * Access to the artifacts that sums and charts read. A sum reveals the values that it adds up. So it contains only values that its reader
 * may read (fields.md §3.11): visible artifacts, visible links, readable fields.
 */
export interface Summands {
  /**
   * Contexts of the subjects that the reader may see, by id. Subjects in deleted trackers and inactive projects are left out, as links to
   * them are.
   */
  visibleContexts(subjects: readonly AccessSubject[]): Promise<ReadonlyMap<number, ArtifactContext>>
  /** The field, if it is used and the reader may read it. */
  readableField(tracker: Tracker, field: Field | undefined): Field | undefined
  /** The field with this short name, if it is used and the reader may read it. */
  readableFieldNamed(tracker: Tracker, name: string): Field | undefined
  /** Link fields that the reader may read. */
  readableLinkFields(tracker: Tracker): readonly Field[]
  /** Forward links in link fields that the reader may read. */
  readableLinks(tracker: Tracker, artifact: Pick<ArtifactWithLinks, 'forward' | 'document'>): readonly LinkEnd[]
  /** Nodes of the artifacts that count, by id. */
  load(ids: readonly number[]): Promise<ReadonlyMap<number, SumNode>>
}

export const createSummands = (
  { db, access }: { readonly db: Db; readonly access: ArtifactAccess },
  reader: Viewer,
): Summands => {
  const readableField: Summands['readableField'] = (tracker, field) =>
    field?.isUsed && canRead(access.rightsIn(reader, tracker), field) ? field : undefined
  const readableFieldNamed: Summands['readableFieldNamed'] = (tracker, name) =>
    readableField(tracker, tracker.fieldByName.get(name))
  const readableLinkFields: Summands['readableLinkFields'] = tracker =>
    tracker.fields.filter(field => field.type === 'art_link' && readableField(tracker, field))
  const readableLinks: Summands['readableLinks'] = (tracker, { forward, document }) => {
    const readable = readableLinkFields(tracker)
    if (readable.length === tracker.fields.filter(field => field.type === 'art_link').length) return forward
    const shown = new Set(readable.flatMap(field => linkedIdsIn(document, field)))
    return forward.filter(end => shown.has(end.id))
  }

  const visibleContexts: Summands['visibleContexts'] = async subjects => {
    const visible = new Map<number, ArtifactContext>()
    for (const [id, context] of await access.visibleContexts(reader, subjects))
      if (takesPart(context)) visible.set(id, context)
    return visible
  }

  return {
    visibleContexts,
    readableField,
    readableFieldNamed,
    readableLinkFields,
    readableLinks,
    load: async ids => {
      const artifacts = await findArtifacts(db, ids)
      const contexts = await visibleContexts([...artifacts.values()])
      const nodes = new Map<number, SumNode>()
      for (const [id, { tracker }] of contexts) {
        const artifact = artifacts.get(id)
        if (!artifact) continue
        nodes.set(id, {
          linkedIds: readableLinks(tracker, artifact).map(end => end.id),
          addend: name => addendOf(readableFieldNamed(tracker, name), artifact.document),
        })
      }
      return nodes
    },
  }
}

/** Contribution of an artifact to a sum by its value in the field. */
export const addendOf = (field: Field | undefined, document: ArtifactDocument): Addend =>
  field && fieldType(field.type).addend?.(document[field.id], field)

/** Targets of the links that a document holds in a link field. */
export const linkedIdsIn = (document: ArtifactDocument, field: Field): number[] =>
  ((document[field.id] as readonly StoredLink[] | undefined) ?? []).map(link => link.id)
