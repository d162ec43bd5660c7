import { useLingui } from '@lingui/react/macro'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OpenTransition } from '../artifacts/artifact-context.tsx'
import { artifactQuery, type LoadedArtifact } from '../artifacts/artifact-queries.ts'
import { valueOf } from '../artifacts/writing/artifact-values.ts'
import { artifactWriter } from '../artifacts/writing/artifact-writers.ts'
import { useFaults } from '../design/feedback/error-state.tsx'
import { toast, toastError } from '../design/feedback/toast.tsx'
import type { Field, FieldValue } from '../fields/field-view.ts'
import { listValue } from '../fields/shared/list-view.tsx'
import { announce } from '../live/announcer.tsx'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'
import type { BoardColumn } from './board-columns.ts'
import { demandsFor } from './demands.ts'
import type { Reasons } from './use-reasons.ts'

/** A card that stands elsewhere than where the server last had it, or that the server did not let go. */
export interface Move {
  readonly row: ListedArtifact
  readonly from: string
  readonly to: string
  /** Sentences of a refused move: the card is back where it was. Empty while the move is on its way. */
  readonly refusals: readonly string[]
}

/** A step that asks for more than the new column. */
export interface OpenStep extends OpenTransition {
  readonly id: number
  readonly from: BoardColumn
  readonly to: BoardColumn
}

export interface Moves {
  readonly moves: ReadonlyMap<number, Move>
  readonly move: (row: ListedArtifact, from: BoardColumn, to: BoardColumn) => Promise<void>
  readonly forget: (id: number) => void
  readonly openStep: OpenStep | undefined
  /** The form of the step is closed; `isSaved`: after its write. */
  readonly closeStep: (isSaved: boolean) => void
}

interface Settled {
  readonly from: BoardColumn
  readonly to: BoardColumn
  /** Undefined: the artifact had no value before. */
  readonly undo: (() => void) | undefined
}

interface MovesOptions {
  readonly field: Field
  readonly reasons: Reasons
  /** Reads the columns again, and resolves when they are there. */
  readonly refresh: () => Promise<void>
}

/** Moves cards: each is painted at once, written by the queue of its artifact, and put back with the reason if it is refused. */
export const useMoves = ({ field, reasons, refresh }: MovesOptions): Moves => {
  const { t } = useLingui()
  const faults = useFaults()
  const queries = useQueryClient()
  const [moves, setMoves] = useState<ReadonlyMap<number, Move>>(new Map())
  const [openStep, setOpenStep] = useState<OpenStep>()
  const newest = useRef(moves)
  /** The last move of each card: the next one of the same card waits for it. */
  const running = useRef(new Map<number, Promise<void>>())
  const put = (id: number, move: Move | undefined) => {
    const next = new Map(newest.current)
    if (move) next.set(id, move)
    else next.delete(id)
    newest.current = next
    setMoves(next)
  }
  const refuse = (id: number, refusals: readonly string[]) => {
    const move = newest.current.get(id)
    if (move) put(id, { ...move, refusals })
    announce(refusals.join(' '))
  }
  const settle = async (row: ListedArtifact, { from, to, undo }: Settled) => {
    const sentence = t`${row.xref} moved to ${to.label}`
    announce(sentence)
    // The workflow may not lead back.
    if (undo && reasons.judge(row, from).reason === undefined)
      toast(sentence, { action: { label: t`Undo`, run: undo } })
    const moved = newest.current.get(row.id)
    await refresh()
    // The card may be on its way again.
    if (newest.current.get(row.id) === moved) put(row.id, undefined)
  }
  const undoOf = (id: number, before: FieldValue | undefined) =>
    before &&
    (() =>
      void artifactWriter(id, queries)
        .change([before], { isForm: true })
        .then(async result => {
          if (result.kind === 'refused') toastError(result.error)
          await refresh()
        }))
  const send = async (row: ListedArtifact, from: BoardColumn, to: BoardColumn): Promise<void> => {
    const { id } = row
    const seen = await queries.fetchQuery({ ...artifactQuery(id), staleTime: 0 })
    const { reason } = reasons.judge(seen.artifact, to)
    if (reason !== undefined) return refuse(id, [reason])
    const value = listValue(field, to.choice ? [to.choice] : [])
    const demands = demandsFor(seen, field, to, reasons)
    if (demands) return setOpenStep({ id, from, to, field, value, seen, demands })
    const result = await write(queries, id, value, seen)
    if (result.kind === 'refused') return refuse(id, faults(result.error))
    if (result.kind === 'dropped') return refuse(id, [t`Somebody else moved it meanwhile.`])
    void settle(row, { from, to, undo: undoOf(id, valueOf(seen.artifact, field.field_id)) })
  }
  const move = async (row: ListedArtifact, from: BoardColumn, to: BoardColumn): Promise<void> => {
    const { id } = row
    put(id, { row, from: from.key, to: to.key, refusals: [] })
    const before = running.current.get(id)
    const run = (async () => {
      await before
      await send(row, from, to).catch((error: unknown) => refuse(id, faults(error)))
    })()
    running.current.set(id, run)
    await run
    if (running.current.get(id) === run) running.current.delete(id)
  }
  const closeStep = (isSaved: boolean) => {
    if (!openStep) return
    const { id, from, to, seen } = openStep
    const row = newest.current.get(id)?.row
    setOpenStep(undefined)
    if (isSaved && row) void settle(row, { from, to, undo: undoOf(id, valueOf(seen.artifact, field.field_id)) })
    else put(id, undefined)
  }
  return { moves, move, forget: id => put(id, undefined), openStep, closeStep }
}

/** A board has no room to compare two moves of the same card: the other person's stays. */
const write = async (queries: QueryClient, id: number, value: FieldValue, seen: LoadedArtifact) => {
  const writer = artifactWriter(id, queries)
  const stop = writer.subscribe(() => {
    if (writer.state().conflict) writer.leaveConflict('discard')
  })
  try {
    return await writer.change([value], { seen, isForm: true })
  } finally {
    stop()
  }
}
