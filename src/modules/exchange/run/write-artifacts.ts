import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { unlessRefused } from '../../../platform/errors.ts'
import type { Portion, PortionEntry, PortionLine, WrittenLine } from '../../artifacts/index.ts'
import type { StoredFile } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import { NO_COUNTS, type ImportCounts, type ImportMessage } from '../model/import.ts'
import { digestsOf, isFault, type SourceArtifact, type SourceEntry, type SourceLine } from '../lines/source-line.ts'
import { moveOn } from '../store/imports.store.ts'
import { findKeys, findKnown, noteDigests, noteKeys, noteWritten, type KnownArtifact } from '../store/lines.store.ts'
import { findFiles, type FoundFile } from './find-files.ts'
import type { ImportDependencies } from './import-dependencies.ts'
import type { OpenImport } from './open-import.ts'
import { commentOf, faultsOf, namedEntries, originalsOf, refused } from './plan-line.ts'

/** Time that the lines of one portion may take to plan: with the commit it stays below two seconds. */
const PLANNING_MS = 800

/** A line that a portion has planned. */
interface Outcome {
  readonly kind: 'created' | 'updated' | 'unchanged' | 'refused'
  readonly messages: readonly ImportMessage[]
  /** The hash to remember of a line with an external id that was written. */
  readonly digest?: { readonly externalId: string; readonly entries: number; readonly digest: Buffer }
  readonly externalId?: string
  /** Whether the portion holds a line for it. */
  readonly isPlanned: boolean
}

/** Writes the next lines in one transaction, with the place behind them. Returns how many of them fit into the portion. */
export const writeArtifacts = async (
  deps: ImportDependencies,
  open: OpenImport,
  lines: readonly SourceLine[],
): Promise<number> => {
  const { db, artifacts } = deps
  const { imported, viewer } = open
  const { isDryRun, options, projectId, id } = imported
  const by = { projectId, source: options.source }
  const files = await findFiles(deps, open, await withoutUnchanged(deps, by, lines))
  let outcomes: Outcome[] = []

  const plan = async (portion: Portion): Promise<void> => {
    outcomes = []
    const externalIds = lines.flatMap(({ artifact }) => (isFault(artifact) ? [] : (artifact.externalId ?? [])))
    const known = await findKnown(db.kysely, by, externalIds)
    const met = isDryRun ? await findKeys(db.kysely, id, externalIds) : new Set<string>()
    await portion.load([...known.values()].map(({ artifactId }) => artifactId))
    const until = performance.now() + PLANNING_MS
    for (const line of lines) {
      outcomes.push(await planLine({ deps, open, portion, known, met, files }, line))
      if (performance.now() > until) return
    }
  }
  const finish = async (tx: Tx, written: readonly WrittenLine[]): Promise<void> => {
    const last = lines[outcomes.length - 1]
    if (!last) throw new Error('a portion without lines')
    await noteWritten(tx, id, written)
    await noteDigests(
      tx,
      by,
      outcomes.flatMap(({ digest }) => digest ?? []),
    )
    await moveOn(tx, id, {
      counts: countsOf(outcomes),
      messages: outcomes.flatMap(({ messages }) => messages),
      place: last.end,
      hasLinks: lines.slice(0, outcomes.length).some(({ artifact }) => !isFault(artifact) && artifact.links.length > 0),
      invited: await inviteUnknown(deps, open),
    })
  }
  await artifacts.runPortion(viewer, { importId: id, notify: options.notify, isDryRun }, plan, finish)
  if (isDryRun)
    await inTransaction(db, async tx => {
      await noteKeys(
        tx,
        id,
        outcomes.flatMap(({ kind, externalId }) => (kind === 'refused' ? [] : (externalId ?? []))),
      )
      await finish(tx, [])
    })
  return outcomes.length
}

/** The lines that an earlier import did not write as they are. */
const withoutUnchanged = async (
  { db }: ImportDependencies,
  by: { readonly projectId: number; readonly source: string },
  lines: readonly SourceLine[],
): Promise<SourceLine[]> => {
  const withFiles = lines.filter(({ artifact }) => !isFault(artifact) && artifact.files.length > 0)
  const ids = withFiles.flatMap(({ artifact }) => (isFault(artifact) ? [] : (artifact.externalId ?? [])))
  const known = await findKnown(db.kysely, by, ids)
  return withFiles.filter(({ artifact }) => {
    if (isFault(artifact)) return false
    const before = known.get(artifact.externalId ?? '')
    return (
      before?.digest === undefined ||
      before.digest === null ||
      digestsOf(artifact).at(-1)?.equals(before.digest) !== true
    )
  })
}

const countsOf = (outcomes: readonly Outcome[]): ImportCounts => {
  const counts = { ...NO_COUNTS, done: outcomes.length }
  for (const { kind } of outcomes) counts[kind]++
  return counts
}

/** Sends invitations to addresses that the portion met; a refusal becomes no fault of the lines. */
const inviteUnknown = async (
  { site }: ImportDependencies,
  { people, imported, viewer, project }: OpenImport,
): Promise<string[]> => {
  const known = new Set(imported.invited)
  const addresses = people.takeUnknownAddresses().filter(address => !known.has(address))
  if (addresses.length === 0 || imported.isDryRun) return []
  await unlessRefused(() => site.invite(viewer, { emails: addresses, customMessage: '', projectId: project.id }))
  return addresses
}

interface Planning {
  readonly deps: ImportDependencies
  readonly open: OpenImport
  readonly portion: Portion
  readonly known: ReadonlyMap<string, KnownArtifact>
  /** External ids that this rehearsal has met before. */
  readonly met: ReadonlySet<string>
  readonly files: ReadonlyMap<SourceArtifact, readonly FoundFile[]>
}

const planLine = async (planning: Planning, { line, artifact }: SourceLine): Promise<Outcome> => {
  const { columnOf } = planning.open
  const refusal = (
    faults: readonly { column: string | null; reason: ImportMessage['reason']; text: string }[],
  ): Outcome => ({
    kind: 'refused',
    isPlanned: false,
    messages: faults.map(fault => ({ ...fault, line, level: 'error' })),
  })
  if (isFault(artifact)) return refusal([artifact])
  try {
    return await planArtifact(planning, artifact)
  } catch (error) {
    return refusal(faultsOf(error, columnOf))
  }
}

const UNCHANGED: Outcome = { kind: 'unchanged', messages: [], isPlanned: false }

const planArtifact = async (planning: Planning, source: SourceArtifact): Promise<Outcome> => {
  const { open, portion, known, met } = planning
  const { externalId } = source
  const digests = digestsOf(source)
  const digest = digests.at(-1)
  const about =
    externalId === null || !digest ? {} : { externalId, digest: { externalId, entries: digests.length, digest } }
  const before = externalId === null ? undefined : known.get(externalId)
  if (!before) {
    // A rehearsal writes nothing, so it cannot tell how the second line would change the artifact of the first one.
    if (externalId !== null && met.has(externalId)) return { ...UNCHANGED, ...about, kind: 'updated' }
    if (source.links.length > 0 && externalId === null)
      throw refused('parameter.required', 'A line with links needs an external id.', 'external_id')
    await portion.plan(await newLine(planning, source))
    return { kind: 'created', messages: [], isPlanned: true, ...about }
  }
  if (before.digest && before.entries === digests.length && digest?.equals(before.digest) === true)
    return { ...UNCHANGED, ...about }
  const stored = portion.artifact(before.artifactId)
  const tracker = stored && (await open.trackers.get(stored.trackerId))
  if (!stored || !tracker) throw refused('not_found', 'The artifact of this external id is gone.', 'external_id')
  const isLonger =
    before.digest !== null &&
    before.entries < digests.length &&
    digests[before.entries - 1]?.equals(before.digest) === true
  const entries = isLonger
    ? await historyOf(planning, tracker, source.entries.slice(before.entries), stored.updatedOn)
    : [await changeOf(planning, tracker, source, stored.document)]
  const { changes } = await portion.plan({ artifact: { id: stored.id }, entries })
  return { kind: changes > 0 ? 'updated' : 'unchanged', messages: [], isPlanned: true, ...about }
}

const newLine = async (planning: Planning, source: SourceArtifact): Promise<PortionLine> => {
  const { open } = planning
  const { options, trackerId } = open.imported
  const tracker = await open.trackerNamed(source.tracker)
  if (!tracker)
    throw source.tracker === null
      ? refused('parameter.required', 'The line names no `tracker`, nor does the import.', 'tracker')
      : refused('permission.tracker', `There is no tracker ${JSON.stringify(source.tracker.slice(0, 100))}.`, 'tracker')
  if (trackerId !== null && tracker.id !== trackerId)
    throw refused('parameter.range', 'The import is for another tracker than the line.', 'tracker')
  const entries = await historyOf(planning, tracker, source.entries, new Date(0), true)
  const files = planning.files.get(source) ?? []
  return {
    artifact: {
      trackerId: tracker.id,
      externalId: source.externalId === null ? undefined : { source: options.source, id: source.externalId },
    },
    entries: withFiles(open, entries, files),
  }
}

/** The changes of the line one by one, with their authors and dates. */
const historyOf = async (
  { open }: Planning,
  tracker: Tracker,
  entries: readonly SourceEntry[],
  notBefore: Date,
  isNew = false,
): Promise<PortionEntry[]> => {
  const originals = await originalsOf(open, entries, notBefore)
  const planned: PortionEntry[] = []
  for (const [index, { values, comment }] of entries.entries())
    planned.push({
      values: await namedEntries(open, tracker, values, isNew && index === 0),
      comment: await commentOf(open, comment),
      original: originals[index],
    })
  return planned
}

/** One change by the importing account that gives the artifact the last values of the line. */
const changeOf = async (
  { open, files }: Planning,
  tracker: Tracker,
  source: SourceArtifact,
  document: Readonly<Record<string, unknown>>,
): Promise<PortionEntry> => {
  const values = Object.assign({}, ...source.entries.map(entry => entry.values)) as SourceEntry['values']
  const entries = await namedEntries(open, tracker, values, false)
  const attached = attachments(files.get(source) ?? [], document)
  return { values: [...entries, ...attached], comment: await commentOf(open, null) }
}

/** Entries of file fields: what is attached stays, and files of another name are added. */
const attachments = (
  files: readonly FoundFile[],
  document: Readonly<Record<string, unknown>>,
): PortionEntry['values'][number][] =>
  [...Map.groupBy(files, ({ fieldId }) => fieldId)].flatMap(([fieldId, own]) => {
    const there = (document[fieldId] ?? []) as readonly StoredFile[]
    const names = new Set(there.map(({ name }) => name))
    const added = own.filter(({ name }) => !names.has(name)).map(({ id }) => id)
    return added.length > 0 ? [{ field_id: fieldId, value: [...there.map(({ id }) => id), ...added] }] : []
  })

/** Files of a new artifact: with its creation, or after its history, since the importing account has sent them. */
const withFiles = (open: OpenImport, entries: readonly PortionEntry[], files: readonly FoundFile[]): PortionEntry[] => {
  const values = attachments(files, {})
  const [first, ...others] = entries
  if (values.length === 0 || !first) return [...entries]
  const last = entries.at(-1)?.original
  if (!last) return [{ ...first, values: [...first.values, ...values] }, ...others]
  const { userId } = open.viewer
  const original = { userId, email: null, at: last.at }
  return [...entries, { values, comment: { body: '', format: 'text', groups: null }, original }]
}
