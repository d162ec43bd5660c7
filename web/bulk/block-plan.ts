// Rehearses a block: which of its cells fit, and why the others do not.
import type { ApiError } from '../api/api-error.ts'
import type { FieldEntry } from '../fields/field-view.ts'
import { viewOf } from '../fields/registry.ts'
import { isEditable } from '../trackers/table/columns.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import type { Block, BlockCell, BlockLine } from './block.ts'
import { rehearseChanges, rehearseNew, type PlannedChange } from './bulk-write.ts'

export interface PlannedCell extends BlockCell {
  readonly artifact: BlockLine['artifact']
  /** Number of the line in the block, from 1. */
  readonly line: number
  /** Sentence; undefined: the cell fits. */
  readonly refusal: string | undefined
}

export interface BlockPlan {
  readonly cells: readonly PlannedCell[]
  readonly changes: readonly PlannedChange[]
  /** Values of new artifacts. */
  readonly creations: readonly (readonly FieldEntry[])[]
  /** Artifacts that have all the values already. */
  readonly same: number
}

export interface PlanWords {
  readonly locked: (label: string) => string
  readonly late: string
  /** One for each reason of the error. */
  readonly sentencesOf: (error: ApiError) => readonly string[]
}

interface Draft extends Omit<PlannedCell, 'refusal'> {
  refusal: string | undefined
  readonly entry: FieldEntry | undefined
}

/** An artifact with the cells that it gets. */
interface Target {
  /** Undefined: a new artifact. */
  readonly id: number | undefined
  readonly cells: readonly Draft[]
}

/** The server names one bad field after the other at worst. */
const MOST_ROUNDS = 4

/** Throws an ApiError if the server does not answer. */
export const planBlock = async (
  tracker: Tracker,
  { lines }: Block,
  words: PlanWords,
  signal: AbortSignal,
): Promise<BlockPlan> => {
  const progress = { signal, onProgress: () => undefined }
  const drafts = lines.flatMap((line, index) => line.cells.map(cell => draftOf(cell, line, index + 1, words)))
  const targets = targetsOf(drafts)
  const changes: PlannedChange[] = []
  const creations: (readonly FieldEntry[])[] = []
  let same = 0
  await askInRounds(
    targets.filter(({ id }) => id !== undefined),
    words,
    async asked => {
      const rehearsal = await rehearseChanges(
        asked.map(({ id = 0, cells }) => ({ id, values: entriesOf(cells) })),
        '',
        progress,
      )
      changes.push(...rehearsal.planned)
      same += rehearsal.same.length
      const refused = new Map(rehearsal.refused.map(({ id, error }) => [id, error]))
      return asked.map(({ id = 0 }) => refused.get(id))
    },
  )
  await askInRounds(
    targets.filter(({ id }) => id === undefined),
    words,
    async asked => {
      const values = asked.map(({ cells }) => entriesOf(cells))
      const refusals = await rehearseNew(tracker.id, values, signal)
      creations.push(...values.filter((_, index) => refusals[index] === undefined))
      return refusals
    },
  )
  return { cells: drafts.map(({ entry: _, ...cell }) => cell), changes, creations, same }
}

/** Asks about all targets, then about the refused ones without the refused cells. */
const askInRounds = async (
  targets: readonly Target[],
  words: PlanWords,
  ask: (asked: readonly Target[]) => Promise<readonly (ApiError | undefined)[]>,
): Promise<void> => {
  let open = targets
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const asked = open.filter(({ cells }) => entriesOf(cells).length > 0)
    if (asked.length === 0) return
    const refusals = await ask(asked)
    open = asked.filter(({ cells }, index) => {
      const error = refusals[index]
      if (error) refuse(cells, error, words, round === MOST_ROUNDS)
      return error !== undefined
    })
  }
}

const draftOf = (cell: BlockCell, { artifact }: BlockLine, line: number, words: PlanWords): Draft => {
  const base = { ...cell, artifact, line }
  const { field, value } = cell
  if (artifact === 'late') return { ...base, refusal: words.late, entry: undefined }
  const canWrite = artifact === 'new' ? field.permissions.includes('create') : isEditable(field)
  if (!canWrite) {
    // An empty cell asks for nothing.
    const isEmpty = artifact === 'new' && cell.text.trim() === ''
    return { ...base, refusal: isEmpty ? undefined : words.locked(field.label), entry: undefined }
  }
  const view = viewOf(field.type)
  const read = value === undefined ? view.fromText(cell.text.trim(), field) : { value }
  if ('fault' in read) return { ...base, refusal: read.fault, entry: undefined }
  if (artifact === 'new' && cell.text.trim() === '') return { ...base, refusal: undefined, entry: undefined }
  return { ...base, refusal: undefined, entry: view.entryOf(read.value, field) }
}

/** One target for each artifact, which may stand in several groups, and one for each line below the last row. */
const targetsOf = (drafts: readonly Draft[]): readonly Target[] => {
  const targets = new Map<string, Draft[]>()
  for (const draft of drafts) {
    if (draft.artifact === 'late') continue
    const key = draft.artifact === 'new' ? `line ${draft.line}` : String(draft.artifact.id)
    targets.set(key, [...(targets.get(key) ?? []), draft])
  }
  return [...targets.values()].map(cells => {
    const [first] = cells
    return { id: typeof first?.artifact === 'object' ? first.artifact.id : undefined, cells }
  })
}

const entriesOf = (cells: readonly Draft[]): readonly FieldEntry[] =>
  cells.flatMap(({ entry, refusal }) => (entry && refusal === undefined ? [entry] : []))

/** Refuses the cells that the reasons name; the others are tried again. Without names all of them are refused. */
const refuse = (cells: readonly Draft[], error: ApiError, words: PlanWords, isLast: boolean): void => {
  const left = cells.filter(({ entry, refusal }) => entry && refusal === undefined)
  const sentences = words.sentencesOf(error)
  const ownOf = ({ field }: Draft) => sentences.filter((_, index) => error.reasons[index]?.name === field.name)
  const named = left.filter(cell => ownOf(cell).length > 0)
  for (const cell of named.length > 0 && !isLast ? named : left) {
    const own = ownOf(cell)
    cell.refusal = (own.length > 0 ? own : sentences).join(' ')
  }
}
