import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import type { EditedFirst } from '../artifacts/artifact-view.tsx'
import { useCommands } from '../commands/registry.ts'
import type { HomeSearch } from './home-search.ts'

export interface WorkPanel {
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly close: () => void
  /** The editor that opens with the panel. */
  readonly edits: EditedFirst | undefined
}

/** Keys of the list, and the artifact beside it. Rows are the elements with `data-artifact`, in the order of the page. */
export const useWorkPanel = (list: RefObject<HTMLElement | null>, { open }: HomeSearch): WorkPanel => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [edits, setEdits] = useState<{ readonly id: number; readonly what: EditedFirst }>()
  const go = (id: number | undefined): void =>
    void navigate({
      to: '/',
      search: ({ open: _, ...others }: HomeSearch) => (id === undefined ? others : { ...others, open: id }),
      // The panel is one step of the history, whatever it shows.
      replace: open !== undefined && id !== undefined,
      resetScroll: false,
    })
  const rows = (): readonly HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[data-artifact]') ?? [])]
  const idOf = (row: HTMLElement | undefined): number | undefined => {
    const id = Number(row?.dataset['artifact'])
    return Number.isSafeInteger(id) ? id : undefined
  }
  const current = (): HTMLElement | undefined => {
    const all = rows()
    return all.find(row => row.contains(document.activeElement)) ?? all.find(row => idOf(row) === open)
  }
  const focus = (row: HTMLElement | undefined): void => row?.querySelector<HTMLElement>('a')?.focus()
  const move = (by: 1 | -1): void => {
    const all = rows()
    const now = current()
    const next = now ? all[all.indexOf(now) + by] : all[by === 1 ? 0 : all.length - 1]
    focus(next)
    const id = idOf(next)
    if (open !== undefined && id !== undefined) go(id)
  }
  const close = (): void => {
    const row = current()
    go(undefined)
    focus(row)
  }
  const edit = (what: EditedFirst): void => {
    const id = idOf(current())
    if (id === undefined) return
    setEdits({ id, what })
    go(id)
  }
  // A row of another tab has nothing to do with the panel.
  useEffect(() => setEdits(before => (before?.id === open ? before : undefined)), [open])
  const section = t`My work`
  // The panel has the same keys for its own artifact.
  const isAlone = () => open === undefined && current() !== undefined
  useCommands([
    { id: 'work.next', label: t`Next artifact`, keys: 'j', section, run: () => move(1) },
    { id: 'work.previous', label: t`Previous artifact`, keys: 'k', section, run: () => move(-1) },
    {
      id: 'work.panel',
      label: t`Show the artifact beside the list`,
      section,
      isAvailable: isAlone,
      run: () => go(idOf(current())),
    },
    ...(open === undefined
      ? [
          {
            id: 'work.status',
            label: t`Change the status`,
            keys: 's',
            section,
            isAvailable: isAlone,
            run: () => edit('status'),
          },
          {
            id: 'work.assign',
            label: t`Assign somebody`,
            keys: 'a',
            section,
            isAvailable: isAlone,
            run: () => edit('contributor'),
          },
        ]
      : []),
  ])
  const onKeyDown = (event: KeyboardEvent): void => {
    // Buttons between the rows have their own keys.
    if (!(event.target instanceof HTMLAnchorElement)) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === ' ') {
      event.preventDefault()
      const id = idOf(current())
      if (id === open) close()
      else go(id)
    } else if (event.key === 'Escape' && open !== undefined) {
      event.preventDefault()
      close()
    }
  }
  return { onKeyDown, close, edits: edits?.id === open ? edits?.what : undefined }
}
