import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'
import { withSetValues } from '../model/changed-values.ts'
import type { FindArtifacts } from '../store/artifacts.store.ts'

/** A change of an artifact that the rules of its tracker allow. */
export interface AllowedChange {
  readonly tracker: Tracker
  readonly before: ArtifactDocument
  /** New values of the fields that change. */
  readonly values: ReadonlyMap<number, unknown>
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
  for (const derive of functions) {
    const derived = await derive({ tracker, before: artifact.document, values: all, find })
    all = withSetValues(tracker, artifact.document, all, derived)
  }
  return all
}
