import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { artifactQuery } from '../artifacts/artifact-queries.ts'
import type { OpenTransition } from '../artifacts/artifact-context.tsx'
import { demandsFor } from '../board/demands.ts'
import { useFaults } from '../design/feedback/error-state.tsx'
import type { Field } from '../fields/field-view.ts'
import { listValue } from '../fields/shared/list-view.tsx'
import { announce } from '../live/announcer.tsx'
import { orderOf } from '../planning/plan-move.ts'
import { useListMoves, type ListMoves } from '../planning/use-list-moves.ts'
import type { KanbanColumn } from './kanban-columns.ts'
import { changeList, itemsQuery, kanbanKey, type KanbanItem, type ListKey } from './kanban-queries.ts'
import type { Judge } from './use-judge.ts'

/** A step that asks for more than the new column. */
export interface OpenStep extends OpenTransition {
  readonly id: number
}

export interface KanbanMoves extends ListMoves<KanbanItem, ListKey> {
  /** Sentences of refused moves by id of artifact. */
  readonly refusals: ReadonlyMap<number, readonly string[]>
  readonly forget: (id: number) => void
  readonly openStep: OpenStep | undefined
  /** The form of the step is closed; `isSaved`: after its write. */
  readonly closeStep: (isSaved: boolean) => void
}

interface KanbanMovesOptions extends Judge {
  readonly kanbanId: number
  readonly report: number | undefined
  readonly columns: readonly KanbanColumn[]
  readonly field: Field
}

const CANCELLED = new Error('the person closed the form of the step')

/** Moves cards between the columns. A form asks first for the values that a step demands. */
export const useKanbanMoves = (options: KanbanMovesOptions): KanbanMoves => {
  const { kanbanId, report, columns, field, reasons, judge } = options
  const queries = useQueryClient()
  const faults = useFaults()
  const [refusals, setRefusals] = useState<ReadonlyMap<number, readonly string[]>>(new Map())
  const [openStep, setOpenStep] = useState<OpenStep>()
  const answer = useRef<(isSaved: boolean) => void>(undefined)
  const columnOf = (list: ListKey) => columns.find(({ key }) => key === list)
  const forget = (id: number): void => setRefusals(known => new Map([...known].filter(([each]) => each !== id)))

  const meetDemands = async (item: KanbanItem, from: ListKey, to: ListKey): Promise<void> => {
    const [source, target] = [columnOf(from), columnOf(to)]
    if (!source || !target) return
    const { note, choice } = judge(item, source, target)
    if (note === undefined) return
    const seen = await queries.fetchQuery({ ...artifactQuery(item.id), staleTime: 0 })
    const demands = demandsFor(seen, field, { choice }, reasons)
    if (!demands) return
    const value = listValue(field, choice ? [choice] : [])
    const isSaved = await new Promise<boolean>(resolve => {
      answer.current = resolve
      setOpenStep({ id: item.id, field, value, seen, demands })
    })
    if (!isSaved) throw CANCELLED
  }
  const moves = useListMoves<KanbanItem, ListKey>({
    keys: columns.map(({ key }) => key),
    queryKeyOf: list => itemsQuery({ kanbanId, list, report, size: 0 }).queryKey,
    allKey: kanbanKey(kanbanId),
    send: async (lists, moved, to) => {
      const [first] = moved
      if (!first) return
      const { item, from } = first
      forget(item.id)
      const isNew = from !== to.list
      if (isNew) await meetDemands(item, from, to.list)
      const order = orderOf(lists, moved, to)
      await changeList(kanbanId, to.list, {
        ...(isNew && { add: { ids: [item.id] }, from_column: String(from) }),
        ...(order && { order }),
      })
    },
    onRefused: (moved, error) => {
      if (error === CANCELLED) return
      const sentences = faults(error)
      setRefusals(known => new Map([...known, ...moved.map(({ item }) => [item.id, sentences] as const)]))
      announce(sentences.join(' '))
    },
    nameOf: list => columnOf(list)?.label ?? '',
    objectOf: ({ item_name: name, id }) => `${name} #${id}`,
  })
  const closeStep = (isSaved: boolean): void => {
    setOpenStep(undefined)
    answer.current?.(isSaved)
    answer.current = undefined
  }
  return { ...moves, refusals, forget, openStep, closeStep }
}
