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
  const known = targets.filter(({ id }) => id !== undefined)
  const created = targets.filter(({ id }) => id === undefined)
  let changes: readonly PlannedChange[] = []
  let same = 0
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const asked = known.flatMap(({ id = 0, cells }) => {
      const values = entriesOf(cells)
      return values.length > 0 ? [{ id, values }] : []
    })
    const rehearsal = await rehearseChanges(asked, '', progress)
    changes = rehearsal.planned
    same = rehearsal.same.length
    if (rehearsal.refused.length === 0) break
    for (const { id, error } of rehearsal.refused)
      refuse(known.find(each => each.id === id)?.cells ?? [], error, words, round === MOST_ROUNDS)
  }
  let creations: readonly (readonly FieldEntry[])[] = []
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const asked = created.filter(({ cells }) => entriesOf(cells).length > 0)
    const refusals = await rehearseNew(
      tracker.id,
      asked.map(({ cells }) => entriesOf(cells)),
      signal,
    )
    creations = asked.filter((_, index) => refusals[index] === undefined).map(({ cells }) => entriesOf(cells))
    if (creations.length === asked.length) break
    for (const [index, { cells }] of asked.entries()) {
      const error = refusals[index]
      if (error) refuse(cells, error, words, round === MOST_ROUNDS)
    }
  }
  return { cells: drafts.map(({ entry: _, ...cell }) => cell), changes, creations, same }
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
