// Writes and reads of the callers: the checker compares them with the database.

/** `done`: acknowledged. `refused`: the server said that it did nothing. `unknown`: the caller got no response. */
export type Outcome = 'done' | 'refused' | 'unknown'

interface TimeSpan {
  /** Milliseconds since the start of the run. */
  readonly startedAt: number
  readonly endedAt: number
}

/** A requested changeset; its token is in its title, its comment or its text. */
export interface ExpectedWrite extends TimeSpan {
  readonly token: string
  readonly kind: 'create' | 'update'
  /** For a creation: the id in the response. */
  readonly artifactId: number | undefined
  readonly outcome: Outcome
  readonly status: number | undefined
  /** The version that If-Match named. */
  readonly ifMatch: string | undefined
  /** Writes with the same number were sent at once on one version, and no other write was. */
  readonly race: number | undefined
  /** The version in the response. */
  readonly etag: string | undefined
  readonly trackerId: number
  /** How often a call with an `Idempotency-Key` was sent until it was answered; undefined: it had none. */
  readonly attempts: number | undefined
}

/** A state of an artifact that a caller read. */
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

/** A value that one caller changes again and again. */
export interface ExpectedSetting extends TimeSpan {
  readonly name: string
  readonly value: string
  readonly outcome: Outcome
}

/** A named object that must be created once. */
export interface NamedCreation {
  readonly name: string
  readonly outcome: Outcome
}

/** A call of a webhook, as its receiver got it. */
export interface ReceivedCall {
  readonly messageId: string
  readonly kind: string
  readonly artifactId: number | undefined
  readonly changesetId: number | undefined
  /** Of the body. */
  readonly sha256: string
  /** Whether the receiver answered with a success. */
  readonly isTaken: boolean
}

export interface ExpectedState {
  readonly writes: ExpectedWrite[]
  readonly reads: ObservedRead[]
  readonly deletions: ExpectedDeletion[]
  readonly files: AttachedFile[]
  readonly commits: ExpectedCommit[]
  readonly settings: ExpectedSetting[]
  readonly fields: NamedCreation[]
  /** Ids of the changesets that a webhook received, one entry per delivery. */
  readonly deliveredChangesets: number[]
  /** Calls of the webhook that loses nothing, in the order of their arrival. */
  readonly received: ReceivedCall[]
  /** Texts of the mails that arrived. */
  readonly mails: string[]
  /** Faults that were seen while the load ran. */
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
  received: [],
  mails: [],
  findings: [],
})

/** Findings of one kind that are kept with their text. */
const KEPT_FINDINGS = 20

/** Records a finding, unless enough of its kind are recorded. */
export const recordFinding = (expected: ExpectedState, finding: string): void => {
  const kind = finding.replaceAll(/\d+/g, '#').slice(0, 60)
  if (expected.findings.filter(other => other.replaceAll(/\d+/g, '#').startsWith(kind)).length < KEPT_FINDINGS)
    expected.findings.push(finding)
}
