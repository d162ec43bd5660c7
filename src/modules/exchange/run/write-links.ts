import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Original, Portion, WrittenLine } from '../../artifacts/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { ImportMessage } from '../model/import.ts'
import { isFault, linksDigestOf, type SourceArtifact, type SourceLine } from '../lines/source-line.ts'
import { moveOnLinks } from '../store/imports.store.ts'
import { findKeys, findKnown, noteLinksDigests, noteWritten, type KnownArtifact } from '../store/lines.store.ts'
import type { ImportDependencies } from './import-dependencies.ts'
import type { OpenImport } from './open-import.ts'
import { faultsOf, originalsOf, refused } from './plan-line.ts'

interface Planning {
  readonly open: OpenImport
  readonly portion: Portion
  readonly known: ReadonlyMap<string, KnownArtifact>
}

interface Outcome {
  readonly messages: readonly ImportMessage[]
  readonly digest?: { readonly externalId: string; readonly digest: Buffer | null }
}

/** Writes the links of the next lines in one transaction, with the place behind them: all artifacts are there by now. */
export const writeLinks = async (
  deps: ImportDependencies,
  open: OpenImport,
  lines: readonly SourceLine[],
): Promise<void> => {
  const { db, artifacts } = deps
  const { imported, viewer } = open
  const { id, projectId, options, isDryRun } = imported
  const by = { projectId, source: options.source }
  const last = lines.at(-1)
  if (!last) return
  const linking = lines.flatMap(({ line, artifact }) =>
    isFault(artifact) || artifact.links.length === 0 || artifact.externalId === null
      ? []
      : [{ line, source: artifact, externalId: artifact.externalId }],
  )
  const named = linking.flatMap(({ externalId, source }) => [externalId, ...source.links.map(link => link.externalId)])
  const known = await findKnown(db.kysely, by, named)
  let outcomes: Outcome[] = []
  const finish = async (tx: Tx, written: readonly WrittenLine[]): Promise<void> => {
    await noteWritten(tx, id, written)
    await noteLinksDigests(
      tx,
      by,
      outcomes.flatMap(({ digest }) => digest ?? []),
    )
    await moveOnLinks(tx, id, { messages: outcomes.flatMap(({ messages }) => messages), place: last.end })
  }
  if (isDryRun) {
    const met = await findKeys(db.kysely, id, named)
    outcomes = linking.map(({ line, source }) => ({
      messages: missingTargets(source, target => known.has(target) || met.has(target), line),
    }))
    return inTransaction(db, tx => finish(tx, []))
  }
  const plan = async (portion: Portion): Promise<void> => {
    outcomes = []
    await portion.load([...known.values()].map(({ artifactId }) => artifactId))
    for (const one of linking) outcomes.push(await planLinks({ open, portion, known }, one))
  }
  await artifacts.runPortion(viewer, { importId: id, notify: options.notify, isDryRun }, plan, finish)
}

const missingTargets = (
  { links }: SourceArtifact,
  isThere: (externalId: string) => boolean,
  line: number,
): ImportMessage[] =>
  links
    .filter(({ externalId }) => !isThere(externalId))
    .map(({ externalId }) => ({
      line,
      column: 'links',
      level: 'warning',
      reason: 'link.target',
      text: `There is no artifact with the external id ${JSON.stringify(externalId)}: the link is left out.`,
    }))

const planLinks = async (
  planning: Planning,
  { line, source, externalId }: { readonly line: number; readonly source: SourceArtifact; readonly externalId: string },
): Promise<Outcome> => {
  const { open, portion, known } = planning
  const own = known.get(externalId)
  const stored = own && portion.artifact(own.artifactId)
  const digest = linksDigestOf(source)
  // A refused line has no artifact; a line that was sent again has its links.
  if (!own || !stored || own.linksDigest?.equals(digest) === true) return { messages: [] }
  const messages = missingTargets(source, target => known.has(target), line)
  try {
    const tracker = await open.trackers.get(stored.trackerId)
    const field = tracker && linkFieldOf(tracker)
    if (!field) throw refused('field.unknown', 'The tracker has no field for links.', 'links')
    const there = stored.forward.filter(end => end.fieldId === field.id).map(({ id, type }) => ({ id, type }))
    const wanted = source.links.flatMap(({ externalId: target, type }) => {
      const artifactId = known.get(target)?.artifactId
      return artifactId === undefined ? [] : [{ id: artifactId, type }]
    })
    const links = [...new Map([...there, ...wanted].map(link => [link.id, link])).values()]
    const original = await originalOf(open, source, stored.updatedOn)
    const comment = { body: '', format: 'text', groups: null } as const
    await portion.plan({
      artifact: { id: stored.id },
      entries: [{ values: [{ field_id: field.id, links }], comment, original }],
    })
    return { messages, digest: { externalId, digest: messages.length > 0 ? null : digest } }
  } catch (error) {
    const faults = faultsOf(error, open.columnOf)
    return {
      messages: [...messages, ...faults.map(fault => ({ ...fault, column: 'links', line, level: 'error' as const }))],
    }
  }
}

const linkFieldOf = (tracker: Tracker) => tracker.fields.find(field => field.isUsed && field.type === 'art_link')

/** Links of a history are of its last author and date. */
const originalOf = async (
  open: OpenImport,
  { entries }: SourceArtifact,
  notBefore: Date,
): Promise<Original | undefined> => (await originalsOf(open, entries, notBefore)).at(-1)
