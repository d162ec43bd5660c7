import { createHash } from 'node:crypto'
import type { Reason } from '../../../platform/reasons.ts'

/** A change of an artifact as the source tells it, with values by names. */
export interface SourceEntry {
  /** null: the importing account. */
  readonly by: string | null
  readonly on: string | null
  readonly values: Readonly<Record<string, unknown>>
  readonly comment: SourceComment | null
}

export interface SourceComment {
  readonly body: string
  readonly format: string
  /** Names of the groups that may see it; null: everybody. */
  readonly groups: readonly string[] | null
}

export interface SourceFile {
  readonly name: string
  readonly url: string | null
  readonly fileId: number | null
  /** Short name of the field; null: the only one. */
  readonly field: string | null
}

export interface SourceLink {
  readonly externalId: string
  readonly type: string
}

/** An artifact of the source. */
export interface SourceArtifact {
  readonly externalId: string | null
  /** Item name of its tracker; null: that of the import. */
  readonly tracker: string | null
  /** The first one makes the artifact. */
  readonly entries: readonly SourceEntry[]
  readonly files: readonly SourceFile[]
  readonly links: readonly SourceLink[]
}

/** A line that cannot be read as an artifact. */
export interface LineFault {
  readonly column: string | null
  readonly reason: Reason
  readonly text: string
}

/** A line of the file that stands for an artifact. */
export interface SourceLine {
  /** From 1, the first line of a sheet included. */
  readonly line: number
  /** Place behind the line, where an interrupted import goes on. */
  readonly end: { readonly offset: number; readonly lines: number }
  readonly artifact: SourceArtifact | LineFault
}

export const isFault = (artifact: SourceArtifact | LineFault): artifact is LineFault => 'reason' in artifact

const hashOf = (...parts: readonly string[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest()
}

/** Hashes of the changes, each with those before: an import that was sent again compares them with what it wrote. */
export const digestsOf = ({ entries, files }: SourceArtifact): Buffer[] => {
  const digests: Buffer[] = []
  let before = hashOf(canonical(files))
  for (const entry of entries) digests.push((before = hashOf(before.toString('hex'), canonical(entry))))
  return digests
}

export const linksDigestOf = ({ links }: SourceArtifact): Buffer => hashOf(canonical(links))

/** JSON with the members of objects in alphabetical order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  )
