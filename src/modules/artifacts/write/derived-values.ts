import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'
import { changedValues } from '../model/changed-values.ts'
import type { FindArtifacts } from '../store/artifacts.store.ts'

/** A change of an artifact that the rules of its tracker allow. */
export interface AllowedChange {
  readonly tracker: Tracker
  readonly before: ArtifactDocument
  readonly after: ArtifactDocument
  /** Reads other artifacts, whoever may see them. */
  readonly find: FindArtifacts
}

/** Values that follow from a change, by field. They are written in the same changeset, whoever may write these fields. */
export type DeriveValues = (change: AllowedChange) => Promise<ReadonlyMap<number, unknown>>

/** The functions of later modules, in the order of their registration. */
export interface Derivations {
  readonly functions: DeriveValues[]
  readonly find: FindArtifacts
}

/** The values of a change, and those that follow from them. A derived value replaces one that was sent. */
export const withDerivedValues = async (
  { functions, find }: Derivations,
  tracker: Tracker,
  artifact: Pick<ArtifactWithLinks, 'document'>,
  values: ReadonlyMap<number, unknown>,
): Promise<ReadonlyMap<number, unknown>> => {
  if (values.size === 0) return values
  let all = values
  const before = artifact.document
  for (const derive of functions) {
    const derived = await derive({ tracker, before, after: { ...before, ...Object.fromEntries(all) }, find })
    if (derived.size === 0) continue
    const changed = changedValues(tracker, before, derived)
    const next = new Map(all)
    for (const fieldId of derived.keys()) {
      if (changed.has(fieldId)) next.set(fieldId, changed.get(fieldId))
      else next.delete(fieldId)
    }
    all = next
  }
  return all
}
