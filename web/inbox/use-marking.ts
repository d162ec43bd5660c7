import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { toast, toastError } from '../design/feedback/toast.tsx'
import { markInbox, type Entry, type EntryState, type Marks } from './inbox-queries.ts'

export interface Marking {
  readonly mark: (entries: readonly Entry[], state: EntryState) => Promise<void>
  /** Marks all entries up to the newest one of the list. */
  readonly allDone: () => Promise<void>
}

/** Marks entries. The reader can undo the mark of finished entries. */
export const useMarking = (list: RefObject<HTMLElement | null>, shown: readonly Entry[]): Marking => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const send = (marks: Marks): Promise<void> => markInbox(queries, marks).catch(toastError)
  const undo = async (entries: readonly Entry[]): Promise<void> => {
    for (const state of ['unread', 'read'] as const) {
      const ids = entries.flatMap(entry => (entry.state === state ? [entry.id] : []))
      if (ids.length > 0) await send({ ids, state })
    }
  }
  const offerUndo = (text: string, entries: readonly Entry[]): void =>
    toast(text, { action: { label: t`Undo`, run: () => void undo(entries) } })
  return {
    mark: async (entries, state) => {
      if (state === 'done') leaveRows(list.current, entries)
      await send({ ids: entries.map(({ id }) => id), state })
      if (state === 'done') offerUndo(t`Done`, entries)
    },
    allDone: async () => {
      const newest = Math.max(0, ...shown.map(({ id }) => id))
      await send({ until: newest, state: 'done' })
      offerUndo(t`Done with all`, shown)
    },
  }
}

/** The focus goes from a row that disappears to the next one, else to the one before. */
const leaveRows = (list: HTMLElement | null, entries: readonly Entry[]): void => {
  const row = document.activeElement?.closest<HTMLElement>('[data-entry]')
  if (!list || !row || !list.contains(row) || !entries.some(({ id }) => id === Number(row.dataset['entry']))) return
  const next = row.nextElementSibling ?? row.previousElementSibling
  next?.querySelector<HTMLElement>('a')?.focus()
}
