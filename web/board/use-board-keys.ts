import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, RefObject } from 'react'
import { useCommands } from '../commands/registry.ts'
import { announce } from '../live/announcer.tsx'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'
import type { BoardColumn } from './board-columns.ts'
import { neighbourOf, type Direction } from './neighbours.ts'
import type { Reasons } from './use-reasons.ts'

interface BoardKeysOptions {
  readonly board: RefObject<HTMLElement | null>
  readonly columns: readonly BoardColumn[]
  readonly reasons: Reasons
  readonly rowOf: (id: number) => ListedArtifact | undefined
  readonly canAdd: boolean
  readonly onMove: (row: ListedArtifact, from: string, to: BoardColumn) => void
  readonly onOpen: (id: number) => void
  readonly onMenu: (id: number | undefined) => void
  readonly onAdd: (column: string | undefined) => void
  readonly onRefresh: () => void
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** The focused card and its column. */
const focusedCard = (): { readonly id: number; readonly from: string } | undefined => {
  const card = document.activeElement?.closest<HTMLElement>('[data-card]')
  const from = card?.closest<HTMLElement>('[data-column]')?.dataset['column']
  return card && from !== undefined ? { id: Number(card.dataset['card']), from } : undefined
}

/** Arrows go between cards, with Shift they move the card; the letters are commands. Returns the handler for the board. */
export const useBoardKeys = (options: BoardKeysOptions): ((event: KeyboardEvent) => void) => {
  const { board, columns, reasons, rowOf, canAdd, onMove, onOpen, onMenu, onAdd, onRefresh } = options
  const { t } = useLingui()
  useCommands([
    {
      id: 'board.move',
      label: t`Move the card to…`,
      keys: 'm',
      section: t`Board`,
      run: () => onMenu(focusedCard()?.id),
    },
    {
      id: 'board.add',
      label: t`New card in the column`,
      keys: 'n',
      section: t`Board`,
      isAvailable: () => canAdd,
      run: () => onAdd(focusedCard()?.from ?? columns[0]?.key),
    },
    { id: 'tracker.refresh', label: t`Show what has changed`, keys: 'r', section: t`Tracker`, run: onRefresh },
  ])
  const moveBy = (id: number, from: string, by: -1 | 1): void => {
    const row = rowOf(id)
    if (!row) return
    const index = columns.findIndex(({ key }) => key === from)
    const onward = by === 1 ? columns.slice(index + 1) : columns.slice(0, Math.max(0, index)).toReversed()
    const target = onward.find(column => reasons.judge(row, column).reason === undefined)
    if (target) onMove(row, from, target)
    else announce(onward[0] ? (reasons.judge(row, onward[0]).reason ?? '') : t`There is no other column`)
  }
  return event => {
    const at = focusedCard()
    if (!at || event.altKey || event.ctrlKey || event.metaKey) return
    if ((event.target as Element).closest('[data-card] > a') === null) return
    const direction = ARROWS[event.key]
    if (event.shiftKey && (direction === 'left' || direction === 'right'))
      moveBy(at.id, at.from, direction === 'left' ? -1 : 1)
    else if (!event.shiftKey && direction) neighbourOf(board.current, direction)?.focus()
    else if (event.key === ' ') onOpen(at.id)
    else return
    event.preventDefault()
  }
}
