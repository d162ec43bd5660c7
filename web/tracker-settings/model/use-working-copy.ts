import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import { useDraft } from '../../drafts/use-draft.ts'
import type { TrackerDefinition } from './definition.ts'
import { changesByPart, isEqual, type PartName } from './differences.ts'
import { definitionQuery, type ReadDefinition } from './settings-queries.ts'

/** Most steps that *Undo* goes back. */
const MOST_STEPS = 100

interface Draft extends ReadDefinition {
  readonly mine: TrackerDefinition
}

interface Edited {
  /** The definition that the edits began with. */
  readonly base: ReadDefinition
  readonly mine: TrackerDefinition
  readonly past: readonly TrackerDefinition[]
  readonly future: readonly TrackerDefinition[]
}

export interface WorkingCopy {
  readonly trackerId: number
  readonly base: ReadDefinition
  readonly mine: TrackerDefinition
  readonly changes: ReadonlyMap<PartName, number>
  /** Somebody applied another definition since the edits began. */
  readonly theirs: ReadDefinition | undefined
  /** The edits come from an earlier visit. */
  readonly isRestored: boolean
  /** This device holds the newest edits. */
  readonly isStored: boolean
  readonly change: (change: (definition: TrackerDefinition) => TrackerDefinition) => void
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly undo: () => void
  readonly redo: () => void
  readonly discard: () => void
  /** The edits go on from another base: after they were applied, or joined with those of somebody else. */
  readonly rebase: (base: ReadDefinition, mine: TrackerDefinition) => void
}

/** The one working copy of all parts of the settings: kept on this device until it is applied or discarded. */
export const useNewWorkingCopy = (trackerId: number, read: ReadDefinition): WorkingCopy => {
  const queries = useQueryClient()
  const draft = useDraft<Draft>(`settings:${trackerId}`)
  const [edited, setEdited] = useState<Edited>()
  const { restored } = draft
  const start: Edited = restored
    ? { base: { definition: restored.definition, etag: restored.etag }, mine: restored.mine, past: [], future: [] }
    : { base: read, mine: read.definition, past: [], future: [] }
  const { base, mine, past, future } = edited ?? start
  const isTouched = !isEqual(base.definition, mine)
  const store = (next: Edited) => {
    setEdited(next)
    draft.keep(isEqual(next.base.definition, next.mine) ? undefined : { ...next.base, mine: next.mine })
  }
  const rebase = (next: ReadDefinition, with_: TrackerDefinition) => {
    queries.setQueryData(definitionQuery(trackerId).queryKey, next)
    store({ base: next, mine: with_, past: [], future: [] })
  }
  return {
    trackerId,
    base: isTouched ? base : read,
    mine: isTouched ? mine : read.definition,
    changes: isTouched ? changesByPart(base.definition, mine) : new Map(),
    theirs: isTouched && read.etag !== base.etag ? read : undefined,
    isRestored: edited === undefined && restored !== undefined,
    isStored: draft.storedAt !== undefined,
    change: change => {
      const from = isTouched ? { base, mine } : { base: read, mine: read.definition }
      const next = change(from.mine)
      if (isEqual(next, from.mine)) return
      store({ base: from.base, mine: next, past: [...past, from.mine].slice(-MOST_STEPS), future: [] })
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    undo: () => {
      const before = past.at(-1)
      if (before) store({ base, mine: before, past: past.slice(0, -1), future: [mine, ...future] })
    },
    redo: () => {
      const [after, ...rest] = future
      if (after) store({ base, mine: after, past: [...past, mine], future: rest })
    },
    discard: () =>
      store({
        base: read,
        mine: read.definition,
        // Edits of an older definition must not come back upon a newer one.
        past: read.etag === base.etag ? [...past, mine].slice(-MOST_STEPS) : [],
        future: [],
      }),
    rebase,
  }
}

export const WorkingCopyContext = createContext<WorkingCopy | undefined>(undefined)

export const useWorkingCopy = (): WorkingCopy => {
  const copy = use(WorkingCopyContext)
  if (!copy) throw new Error('A part of the settings stands outside of their layout')
  return copy
}
