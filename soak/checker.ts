// Compares the responses that callers got with the content of the database.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { createVersionFactory } from '../src/modules/artifacts/model/etag.ts'
import { parseJsonb, type Db } from '../src/platform/db/db.ts'
import { findInconsistencies } from '../test/harness/consistency.ts'
import type { ExpectedState, Outcome, ObservedRead, ExpectedWrite } from './expected-state.ts'

export interface CheckResult {
  readonly findings: readonly string[]
  readonly counts: Readonly<Record<string, number>>
}

export interface CheckOptions {
  readonly db: Db
  readonly expected: ExpectedState
  readonly titleIds: readonly number[]
  readonly textIds: readonly number[]
  readonly bugTrackerId: number
  readonly labelFieldId: number
  readonly taskTrackerId: number
  readonly closedProjectId: number
  readonly guestId: number
  /** Number of faults: each may have interrupted the one webhook call that was under way. */
  readonly faults: number
  /** The bytes that a server sends for a file, with any status. */
  readonly download: (url: string) => Promise<{ readonly status: number; readonly bytes: Buffer }>
}

interface Changeset {
  readonly id: number
  readonly artifactId: number
  readonly trackerId: number
  readonly comment: string
  readonly delta: Readonly<Record<string, { readonly b?: unknown; readonly a: unknown }>>
}

const TOKEN = /sk\d+x\d+/g

/** Maximum reported findings of one kind. */
const MAX_FINDINGS_OF_A_KIND = 10

export const check = async (options: CheckOptions): Promise<CheckResult> => {
  const { db, expected } = options
  const findings: string[] = []
  const counts: Record<string, number> = {}
  const kinds = new Map<string, number>()
  const found = (kind: string, sentence: string): void => {
    const seen = (kinds.get(kind) ?? 0) + 1
    kinds.set(kind, seen)
    if (seen <= MAX_FINDINGS_OF_A_KIND) findings.push(`${kind}: ${sentence}`)
  }
  const stored = await loadStoredState(db)

  checkWrites(expected, stored, found, counts)
  checkVersions(expected, stored, found, counts)
  checkRaces(expected, stored, found, counts)
  checkReads(expected, stored, options, found, counts)
  checkDeletions(expected, stored, found, counts)
  await checkFiles(options, stored, found, counts)
  await checkSettings(options, found, counts)
  checkNotifications(options, stored, found, counts)
  for (const fault of await findInconsistencies(db, { hasKeptDefinitions: true })) found('tables disagree', fault)
  counts['artifacts held against their history, search rows, texts and links'] = stored.artifactIds.size
  for (const [kind, count] of kinds)
    if (count > MAX_FINDINGS_OF_A_KIND) findings.push(`${kind}: ${count - MAX_FINDINGS_OF_A_KIND} more`)
  return { findings: [...expected.findings, ...findings], counts }
}

type ReportFinding = (kind: string, sentence: string) => void
type Counts = Record<string, number>

interface StoredState {
  readonly changesets: readonly Changeset[]
  /** Changesets of each artifact, oldest first. */
  readonly history: ReadonlyMap<number, readonly Changeset[]>
  readonly artifactIds: ReadonlySet<number>
  readonly byToken: ReadonlyMap<string, readonly Changeset[]>
  readonly byEtag: ReadonlyMap<string, Changeset>
}

const loadStoredState = async (db: Db): Promise<StoredState> => {
  const { rows } = await sql<{
    id: number
    artifact_id: number
    tracker_id: number
    comment_body: string
    delta: string
  }>`select id::float8 as id, artifact_id::float8 as artifact_id, tracker_id::float8 as tracker_id, comment_body, delta
    from changeset order by id`.execute(db.kysely)
  const changesets = rows.map(row => ({
    id: row.id,
    artifactId: row.artifact_id,
    trackerId: row.tracker_id,
    comment: row.comment_body,
    delta: parseJsonb<Changeset['delta']>(row.delta),
  }))
  const artifacts = await sql<{ id: number }>`select id::float8 as id from artifact`.execute(db.kysely)
  const { rows: secrets } = await sql<{ value: Buffer }>`
    select value from instance_secret where name = 'artifact-versions'`.execute(db.kysely)
  const versions = createVersionFactory(secrets[0]?.value ?? Buffer.alloc(0))
  const history = Map.groupBy(changesets, ({ artifactId }) => artifactId)
  const byToken = new Map<string, Changeset[]>()
  for (const changeset of changesets)
    for (const token of tokensOf(changeset)) byToken.set(token, [...(byToken.get(token) ?? []), changeset])
  const byEtag = new Map(changesets.map(changeset => [versions(changeset.id, new Date(0)).etag, changeset]))
  return { changesets, history, artifactIds: new Set(artifacts.rows.map(({ id }) => id)), byToken, byEtag }
}

/** Tokens of the new values of an edit, not of the replaced ones. */
const tokensOf = ({ comment, delta }: Changeset): Set<string> => {
  const brought = JSON.stringify(Object.values(delta).map(({ a }) => a))
  return new Set([...comment.matchAll(TOKEN), ...brought.matchAll(TOKEN)].map(([token]) => token))
}

const describe = ({ kind, token, artifactId, status, attempts }: ExpectedWrite): string =>
  `${kind} ${token}${artifactId === undefined ? '' : ` of artifact ${artifactId}`} (answered ${status ?? 'nothing'}` +
  `${attempts === undefined ? '' : ` at attempt ${attempts} with a key`})`

/** An acknowledged write exists once, a refused one does not exist, an unknown one exists at most once. */
const checkWrites = (expected: ExpectedState, stored: StoredState, found: ReportFinding, counts: Counts): void => {
  const mayBeGone = new Set(expected.deletions.filter(each => each.outcome !== 'refused').map(each => each.artifactId))
  const known = new Set<string>()
  for (const write of expected.writes) {
    known.add(write.token)
    const places = stored.byToken.get(write.token) ?? []
    count(counts, `writes ${write.outcome}`)
    if (write.attempts !== undefined) {
      count(counts, 'writes with a key')
      if (write.attempts > 1) count(counts, 'writes repeated with their key')
      if (write.outcome === 'unknown') found('unanswered', `${describe(write)} was repeated in vain`)
    }
    if (write.outcome === 'unknown' && places.length > 0) count(counts, 'writes unknown that were made')
    if (places.length > 1)
      found('doubled', `${describe(write)} is in changesets ${places.map(({ id }) => id).join(', ')}`)
    if (write.outcome === 'refused' && places.length > 0)
      found('refused but made', `${describe(write)} is changeset ${places[0]?.id}`)
    const isGone = write.artifactId !== undefined && mayBeGone.has(write.artifactId)
    if (write.outcome === 'done' && places.length === 0 && !isGone) found('lost', `${describe(write)} is not there`)
    const [place] = places
    if (write.artifactId !== undefined && place && place.artifactId !== write.artifactId)
      found('misplaced', `${describe(write)} is in artifact ${place.artifactId}`)
    if (place && write.kind === 'create' && stored.history.get(place.artifactId)?.[0]?.id !== place.id)
      found('history', `creation ${write.token} is not the first changeset of artifact ${place.artifactId}`)
  }
  for (const [token, places] of stored.byToken)
    if (!known.has(token)) found('from nowhere', `${token} in changeset ${places[0]?.id} was written by nobody`)
}

const before = (stored: StoredState, changeset: Changeset): Changeset | undefined => {
  const history = stored.history.get(changeset.artifactId) ?? []
  return history[history.indexOf(changeset) - 1]
}

/** Each version in a response is that of its own write, and each conditional write follows its version directly. */
const checkVersions = (expected: ExpectedState, stored: StoredState, found: ReportFinding, counts: Counts): void => {
  for (const write of expected.writes) {
    const [place] = stored.byToken.get(write.token) ?? []
    if (!place) continue
    if (write.etag !== undefined && write.outcome === 'done') {
      count(counts, 'versions of answers held against history')
      const named = stored.byEtag.get(write.etag)
      if (named?.id !== place.id)
        found(
          'wrong version',
          `${describe(write)} was answered the version of changeset ${named?.id}, it is ${place.id}`,
        )
    }
    if (write.ifMatch !== undefined) {
      count(counts, 'conditional writes held against history')
      const [basis, predecessor] = [stored.byEtag.get(write.ifMatch), before(stored, place)]
      if (basis?.id !== predecessor?.id)
        found('lost update', `${describe(write)} was for changeset ${basis?.id}, but followed ${predecessor?.id}`)
    }
  }
}

/** Of several writes on one version one wins: not two, and not none if all were answered. */
const checkRaces = (expected: ExpectedState, stored: StoredState, found: ReportFinding, counts: Counts): void => {
  const races = Map.groupBy(
    expected.writes.filter(write => write.race !== undefined),
    write => write.race,
  )
  for (const [race, writes] of races) {
    count(counts, 'races')
    const winners = writes.filter(write => (stored.byToken.get(write.token) ?? []).length > 0)
    const where = `race ${race} on artifact ${writes[0]?.artifactId}`
    if (winners.length > 1) found('two winners', `${where}: ${winners.map(describe).join('; ')}`)
    if (winners.length === 0 && writes.every(write => write.outcome !== 'unknown'))
      found('no winner', `${where}: ${writes.map(describe).join('; ')}`)
  }
}

interface ArtifactState {
  readonly title: string | undefined
  readonly text: string | undefined
}

/** The state of the artifact at each version, from the history. */
const statesOf = (history: readonly Changeset[], options: CheckOptions): Map<number, ArtifactState> => {
  const states = new Map<number, ArtifactState>()
  let state: ArtifactState = { title: undefined, text: undefined }
  const valueOf = (changeset: Changeset, ids: readonly number[]): string | undefined => {
    const change = ids.map(id => changeset.delta[id]).find(each => each !== undefined)
    return change && JSON.stringify(change.a)
  }
  for (const changeset of history) {
    state = {
      title: valueOf(changeset, options.titleIds) ?? state.title,
      text: valueOf(changeset, options.textIds) ?? state.text,
    }
    states.set(changeset.id, state)
  }
  return states
}

const tokenIn = (text: string | undefined): string => text?.match(TOKEN)?.[0] ?? ''

/**
 * An ETag names one state, that of its changeset. A read shows every write of its artifact that was acknowledged before it began. It
 * shows nothing older than an earlier, completed read has shown.
 */
const checkReads = (
  expected: ExpectedState,
  stored: StoredState,
  options: CheckOptions,
  found: ReportFinding,
  counts: Counts,
): void => {
  const acknowledged = Map.groupBy(
    expected.writes.flatMap(write => {
      const [place] = stored.byToken.get(write.token) ?? []
      return write.outcome === 'done' && place
        ? [{ at: write.endedAt, changeset: place.id, artifactId: place.artifactId }]
        : []
    }),
    ({ artifactId }) => artifactId,
  )
  const tried = new Set(expected.deletions.map(({ artifactId }) => artifactId))
  for (const [artifactId, reads] of Map.groupBy(expected.reads, read => read.artifactId)) {
    const history = stored.history.get(artifactId) ?? []
    // A deleted artifact has no history to compare with.
    if (history.length === 0 && tried.has(artifactId)) continue
    const states = statesOf(history, options)
    const seen = reads.map(read => ({ read, changeset: stored.byEtag.get(read.etag) }))
    for (const { read, changeset } of seen) {
      count(counts, 'reads held against history')
      if (changeset?.artifactId !== artifactId) {
        found(
          'unknown version',
          `artifact ${artifactId} was shown with version ${read.etag}, which no changeset of it has`,
        )
        continue
      }
      checkRead(read, changeset, states.get(changeset.id), found)
    }
    const marks = [
      ...(acknowledged.get(artifactId) ?? []).map(each => ({
        at: each.at,
        changeset: each.changeset,
        how: 'acknowledged',
      })),
      ...seen.map(({ read, changeset }) => ({ at: read.endedAt, changeset: changeset?.id ?? 0, how: 'shown' })),
    ].toSorted((left, right) => left.at - right.at)
    let newest = { changeset: 0, how: '' }
    let next = 0
    for (const { read, changeset } of seen.toSorted((left, right) => left.read.startedAt - right.read.startedAt)) {
      for (; next < marks.length && (marks[next]?.at ?? 0) < read.startedAt; next++) {
        const mark = marks[next]
        if (mark && mark.changeset > newest.changeset) newest = mark
      }
      if (changeset && changeset.id < newest.changeset)
        found(
          'stale read',
          `artifact ${artifactId} showed changeset ${changeset.id} after ${newest.changeset} had been ${newest.how}`,
        )
    }
  }
}

const checkRead = (
  read: ObservedRead,
  changeset: Changeset,
  state: ArtifactState | undefined,
  found: ReportFinding,
): void => {
  for (const [what, shown, kept] of [
    ['title', read.title, state?.title],
    ['text', read.text, state?.text],
  ] as const)
    if (tokenIn(shown) !== tokenIn(kept))
      found(
        'wrong state',
        `artifact ${read.artifactId} showed the ${what} ${JSON.stringify(shown)} with the version of changeset ${changeset.id}, whose ${what} is ${kept ?? 'empty'}`,
      )
}

const checkDeletions = (expected: ExpectedState, stored: StoredState, found: ReportFinding, counts: Counts): void => {
  for (const { artifactId, outcome, endedAt } of expected.deletions) {
    count(counts, `deletions ${outcome}`)
    const isThere = stored.artifactIds.has(artifactId)
    if (outcome === 'done' && isThere) found('came back', `artifact ${artifactId} was deleted`)
    if (outcome === 'refused' && !isThere) found('refused but made', `the deletion of artifact ${artifactId}`)
    if (outcome !== 'done') continue
    const later = expected.reads.find(read => read.artifactId === artifactId && read.startedAt > endedAt)
    if (later) found('stale read', `artifact ${artifactId} was shown after its deletion`)
  }
  const tried = new Set(expected.deletions.map(({ artifactId }) => artifactId))
  for (const { artifactId, kind, token, outcome } of expected.writes)
    if (kind === 'create' && outcome === 'done' && artifactId !== undefined && !tried.has(artifactId))
      if (!stored.artifactIds.has(artifactId)) found('lost', `artifact ${artifactId} (${token})`)
}

const checkFiles = async (
  options: CheckOptions,
  stored: StoredState,
  found: ReportFinding,
  counts: Counts,
): Promise<void> => {
  const { expected, db, download } = options
  const { rows } = await sql<{ id: number; sha256: Buffer | null; size: number; artifact_id: number | null }>`
    select id::float8 as id, sha256, size::float8 as size, artifact_id::float8 as artifact_id from file`.execute(
    db.kysely,
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  for (const file of expected.files) {
    const [place] = stored.byToken.get(file.token) ?? []
    if (!place || !stored.artifactIds.has(place.artifactId)) continue
    count(counts, 'attached files compared byte by byte')
    const row = byId.get(file.fileId)
    const where = `file ${file.fileId} of artifact ${place.artifactId}`
    if (row?.artifact_id !== place.artifactId) {
      found('file', `${where} is attached to ${row?.artifact_id ?? 'nothing'}`)
      continue
    }
    if (row.sha256?.toString('hex') !== file.sha256 || row.size !== file.size)
      found('file', `${where} has another checksum`)
    const { status, bytes } = await download(file.url)
    if (status !== 200) found('file', `${where} cannot be read: ${status}`)
    else if (createHash('sha256').update(bytes).digest('hex') !== file.sha256)
      found('file', `${where} is not what was sent: ${bytes.length} bytes of ${file.size}`)
  }
}

const checkSettings = async (options: CheckOptions, found: ReportFinding, counts: Counts): Promise<void> => {
  const { db, expected } = options
  const one = async (query: ReturnType<typeof sql<{ value: string }>>): Promise<string | undefined> =>
    (await query.execute(db.kysely)).rows[0]?.value
  const present: Readonly<Record<string, string | undefined>> = {
    guest: await one(sql<{ value: string }>`select (exists (select from project_member
      where project_id = ${options.closedProjectId} and user_id = ${options.guestId}))::text as value`),
    label: await one(
      sql<{ value: string }>`select label as value from form_element where id = ${options.labelFieldId}`,
    ),
  }
  for (const [name, value] of Object.entries(present)) {
    const changes = expected.settings.filter(change => change.name === name)
    const last = changes.findLastIndex(change => change.outcome === 'done')
    // The outcome of the changes after it is unknown.
    const possible = changes.slice(Math.max(0, last)).filter(change => change.outcome !== 'refused')
    counts[`changes of ${name}`] = changes.length
    if (last >= 0 && !possible.some(change => change.value === value))
      found('lost', `${name} is ${value}, but was set to ${changes[last]?.value} last`)
  }
  const { rows } = await sql<{ name: string }>`
    select name from form_element where tracker_id = ${options.taskTrackerId}`.execute(db.kysely)
  for (const { name, outcome } of expected.fields) {
    count(counts, `new fields ${outcome}`)
    const times = rows.filter(row => row.name === name).length
    if (!isPossible(outcome, times)) found('field', `${name} was ${outcome}, and is there ${times} times`)
  }
}

const isPossible = (outcome: Outcome, times: number): boolean =>
  outcome === 'done' ? times === 1 : outcome === 'refused' ? times === 0 : times <= 1

/** Webhooks get each edit at most once; mails are sent at least once. */
const checkNotifications = (options: CheckOptions, stored: StoredState, found: ReportFinding, counts: Counts): void => {
  const { expected } = options
  const hooked = Map.groupBy(expected.deliveredChangesets, id => id)
  const mails = expected.mails.join('\n')
  const mailed = new Set([...mails.matchAll(TOKEN)].map(([token]) => token))
  let unheard = 0
  for (const changeset of stored.changesets) {
    if (changeset.trackerId !== options.bugTrackerId) continue
    const tokens = [...tokensOf(changeset)]
    if (tokens.length === 0) continue
    count(counts, 'edits of which webhook and mail were to tell')
    const times = hooked.get(changeset.id)?.length ?? 0
    if (times > 1) found('webhook', `changeset ${changeset.id} was told of ${times} times`)
    // An artifact that is deleted before its notification is reported to nobody.
    if (!stored.artifactIds.has(changeset.artifactId)) continue
    if (times === 0) unheard++
    if (!tokens.some(token => mailed.has(token)))
      found(
        'mail',
        `none tells of changeset ${changeset.id} (${tokens.join(', ')}) of artifact ${changeset.artifactId}`,
      )
  }
  counts['edits of which no webhook told'] = unheard
  if (unheard > options.faults)
    found('webhook', `${unheard} edits were not told of, but only ${options.faults} calls can have died in faults`)
}

const count = (counts: Counts, name: string): void => void (counts[name] = (counts[name] ?? 0) + 1)
