// What callers did and saw: the checker holds it against the database.

/** `done`: acknowledged. `refused`: the server said that it did nothing. `unknown`: nobody said. */
export type Outcome = 'done' | 'refused' | 'unknown'

interface Timed {
  /** Milliseconds of the run's own clock. */
  readonly startedAt: number
  readonly endedAt: number
}

/** A changeset that was asked for; its token stands in its title, its comment or its text. */
export interface Write extends Timed {
  readonly token: string
  readonly kind: 'create' | 'update'
  /** Of a creation: what the answer said. */
  readonly artifactId: number | undefined
  readonly outcome: Outcome
  readonly status: number | undefined
  /** Version that had to stand. */
  readonly ifMatch: string | undefined
  /** Those with one number were sent at once on one version, and nobody else wrote. */
  readonly race: number | undefined
  /** Version that the answer named. */
  readonly etag: string | undefined
  readonly trackerId: number
}

/** An artifact as somebody saw it. */
export interface Read extends Timed {
  readonly artifactId: number
  readonly etag: string
  readonly title: string
  readonly text: string
}

export interface Deletion extends Timed {
  readonly artifactId: number
  readonly outcome: Outcome
}

/** A file whose bytes were all acknowledged, and the write that attached it. */
export interface AttachedFile {
  readonly fileId: number
  readonly sha256: string
  readonly size: number
  readonly token: string
  readonly url: string
}

export interface Commit {
  readonly token: string
  readonly outcome: Outcome
  readonly revision: number | undefined
}

/** Something with one value at a time that one caller changes again and again. */
export interface Setting extends Timed {
  readonly name: string
  readonly value: string
  readonly outcome: Outcome
}

/** A thing with a name of its own that was to be made once. */
export interface Named {
  readonly name: string
  readonly outcome: Outcome
}

export interface Ledger {
  readonly writes: Write[]
  readonly reads: Read[]
  readonly deletions: Deletion[]
  readonly files: AttachedFile[]
  readonly commits: Commit[]
  readonly settings: Setting[]
  readonly fields: Named[]
  /** Ids of the changesets that a webhook was told of, as often as it was. */
  readonly hooked: number[]
  /** Texts of the mails that arrived. */
  readonly mails: string[]
  /** What is wrong was seen while the load ran. */
  readonly findings: string[]
}

export const emptyLedger = (): Ledger => ({
  writes: [],
  reads: [],
  deletions: [],
  files: [],
  commits: [],
  settings: [],
  fields: [],
  hooked: [],
  mails: [],
  findings: [],
})

/** Of how many findings of one kind the words are kept. */
const KEPT = 20

/** A finding, unless there are enough of its kind. */
export const note = (ledger: Ledger, finding: string): void => {
  const kind = finding.replaceAll(/\d+/g, '#').slice(0, 60)
  if (ledger.findings.filter(other => other.replaceAll(/\d+/g, '#').startsWith(kind)).length < KEPT)
    ledger.findings.push(finding)
}
