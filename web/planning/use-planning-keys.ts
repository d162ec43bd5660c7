import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, RefObject } from 'react'
import { useCommands } from '../commands/registry.ts'
import type { ListKey } from './planning-queries.ts'

/** The focused artifact and its list. */
export interface FocusedRow {
  readonly id: number
  readonly list: ListKey
}

export const listKeyOf = (text: string | undefined): ListKey | undefined =>
  text === undefined || text === '' ? undefined : text === 'backlog' ? 'backlog' : Number(text)

export const focusedRow = (): FocusedRow | undefined => {
  const row = document.activeElement?.closest<HTMLElement>('[data-item]')
  const list = listKeyOf(row?.closest<HTMLElement>('[data-list]')?.dataset['list'])
  return row && list !== undefined ? { id: Number(row.dataset['item']), list } : undefined
}

interface PlanningKeysOptions {
  readonly page: RefObject<HTMLElement | null>
  readonly onStep: (row: FocusedRow, by: -1 | 1) => void
  readonly onTop: (row: FocusedRow) => void
  readonly onMenu: (row: FocusedRow) => void
  readonly onChoose: (id: number) => void
  readonly onOpen: (id: number) => void
  readonly onRefresh: () => void
  readonly onFilter: () => void
}

/** Arrows walk over the rows, with Shift they move the artifact; the letters are commands. Returns the handler of the page. */
export const usePlanningKeys = (options: PlanningKeysOptions): ((event: KeyboardEvent) => void) => {
  const { page, onStep, onTop, onMenu, onChoose, onOpen, onRefresh, onFilter } = options
  const { t } = useLingui()
  const onRow = (act: (row: FocusedRow) => void) => () => {
    const row = focusedRow()
    if (row) act(row)
  }
  const section = t`Planning`
  const isAvailable = () => focusedRow() !== undefined
  useCommands([
    { id: 'planning.move', label: t`Move to…`, keys: 'm', section, isAvailable, run: onRow(onMenu) },
    { id: 'planning.top', label: t`To the top of the list`, keys: 't', section, isAvailable, run: onRow(onTop) },
    {
      id: 'planning.choose',
      label: t`Choose more`,
      keys: 'x',
      section,
      isAvailable,
      run: onRow(({ id }) => onChoose(id)),
    },
    { id: 'planning.filter', label: t`Filter the lists`, keys: '/', section, run: onFilter },
    { id: 'planning.refresh', label: t`Show what has changed`, keys: 'r', section, run: onRefresh },
  ])
  const walk = (by: -1 | 1): void => {
    const links = [
      ...(page.current?.querySelectorAll<HTMLElement>('[data-item] > .plan-row-line .plan-row-title') ?? []),
    ]
    const at = links.findIndex(link => link === document.activeElement)
    links[at + by]?.focus()
  }
  const fold = (isOpen: boolean): void => {
    const row = document.activeElement?.closest<HTMLElement>('[data-item]')
    const button = row?.querySelector<HTMLElement>('.plan-fold')
    if (button && (button.getAttribute('aria-expanded') === 'true') !== isOpen) button.click()
  }
  return event => {
    const row = focusedRow()
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return
    if ((event.target as Element).closest('[data-item] > .plan-row-line .plan-row-title') === null) return
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (by !== undefined && event.shiftKey) onStep(row, by)
    else if (by !== undefined) walk(by)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') fold(event.key === 'ArrowRight')
    else if (event.key === ' ') onOpen(row.id)
    else return
    event.preventDefault()
  }
}
