// What callers did and saw: the checker holds it against the database.

/** `done`: acknowledged. `refused`: the server said that it did nothing. `unknown`: nobody said. */
export type Outcome = 'done' | 'refused' | 'unknown'

interface TimeSpan {
  /** Milliseconds of the run's own clock. */
  readonly startedAt: number
  readonly endedAt: number
}

/** A changeset that was asked for; its token stands in its title, its comment or its text. */
export interface ExpectedWrite extends TimeSpan {
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
export interface ObservedRead extends TimeSpan {
  readonly artifactId: number
  readonly etag: string
  readonly title: string
  readonly text: string
}

export interface ExpectedDeletion extends TimeSpan {
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

export interface ExpectedCommit {
  readonly token: string
  readonly outcome: Outcome
  readonly revision: number | undefined
}

/** Something with one value at a time that one caller changes again and again. */
export interface ExpectedSetting extends TimeSpan {
  readonly name: string
  readonly value: string
  readonly outcome: Outcome
}

/** A thing with a name of its own that was to be made once. */
export interface NamedCreation {
  readonly name: string
  readonly outcome: Outcome
}

export interface ExpectedState {
  readonly writes: ExpectedWrite[]
  readonly reads: ObservedRead[]
  readonly deletions: ExpectedDeletion[]
  readonly files: AttachedFile[]
  readonly commits: ExpectedCommit[]
  readonly settings: ExpectedSetting[]
  readonly fields: NamedCreation[]
  /** Ids of the changesets that a webhook was told of, as often as it was. */
  readonly deliveredChangesets: number[]
  /** Texts of the mails that arrived. */
  readonly mails: string[]
  /** What is wrong was seen while the load ran. */
  readonly findings: string[]
}

export const emptyExpectedState = (): ExpectedState => ({
  writes: [],
  reads: [],
  deletions: [],
  files: [],
  commits: [],
  settings: [],
  fields: [],
  deliveredChangesets: [],
  mails: [],
  findings: [],
})

/** Of how many findings of one kind the words are kept. */
const KEPT_FINDINGS = 20

/** A finding, unless there are enough of its kind. */
export const recordFinding = (expected: ExpectedState, finding: string): void => {
  const kind = finding.replaceAll(/\d+/g, '#').slice(0, 60)
  if (expected.findings.filter(other => other.replaceAll(/\d+/g, '#').startsWith(kind)).length < KEPT_FINDINGS)
    expected.findings.push(finding)
}
