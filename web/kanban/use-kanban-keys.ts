import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, RefObject } from 'react'
import { neighbourOf, type Direction } from '../board/neighbours.ts'
import { useCommands } from '../commands/registry.ts'
import { listKeyOf } from './kanban-columns.ts'
import type { ListKey } from './kanban-queries.ts'

/** A card and its column. */
export interface CardPlace {
  readonly id: number
  readonly list: ListKey
}

interface KanbanKeysOptions {
  readonly board: RefObject<HTMLElement | null>
  readonly canAdd: boolean
  /** To another place of the column. */
  readonly onStep: (card: CardPlace, by: -1 | 1) => void
  /** To the next column that takes the card. */
  readonly onSide: (card: CardPlace, by: -1 | 1) => void
  readonly onTop: (card: CardPlace) => void
  readonly onMenu: (card: CardPlace) => void
  readonly onAdd: (list: ListKey | undefined) => void
  readonly onOpen: (id: number) => void
  readonly onFilter: () => void
  readonly onRefresh: () => void
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

const focusedCard = (): CardPlace | undefined => {
  const card = document.activeElement?.closest<HTMLElement>('[data-card]')
  const list = listKeyOf(card?.closest<HTMLElement>('[data-column]')?.dataset['column'])
  return card && list !== undefined ? { id: Number(card.dataset['card']), list } : undefined
}

/** Arrows go between cards, with Shift they move the card; the letters are commands. Returns the handler of the board. */
export const useKanbanKeys = (options: KanbanKeysOptions): ((event: KeyboardEvent) => void) => {
  const { board, canAdd, onStep, onSide, onTop, onMenu, onAdd, onOpen, onFilter, onRefresh } = options
  const { t } = useLingui()
  const section = t`Kanban`
  const isAvailable = () => focusedCard() !== undefined
  const onCard = (act: (card: CardPlace) => void) => () => {
    const card = focusedCard()
    if (card) act(card)
  }
  useCommands([
    { id: 'kanban.move', label: t`Move the card to…`, keys: 'm', section, isAvailable, run: onCard(onMenu) },
    { id: 'kanban.top', label: t`To the top of the column`, keys: 't', section, isAvailable, run: onCard(onTop) },
    {
      id: 'kanban.add',
      label: t`New card in the column`,
      keys: 'n',
      section,
      isAvailable: () => canAdd,
      run: () => onAdd(focusedCard()?.list),
    },
    { id: 'kanban.filter', label: t`Filter the cards`, keys: '/', section, run: onFilter },
    { id: 'kanban.refresh', label: t`Show what has changed`, keys: 'r', section, run: onRefresh },
  ])
  return event => {
    const card = focusedCard()
    if (!card || event.altKey || event.ctrlKey || event.metaKey) return
    if ((event.target as Element).closest('[data-card] > a') === null) return
    const direction = ARROWS[event.key]
    if (direction === undefined) {
      if (event.key !== ' ') return
      onOpen(card.id)
    } else if (!event.shiftKey) neighbourOf(board.current, direction)?.focus()
    else if (direction === 'up' || direction === 'down') onStep(card, direction === 'up' ? -1 : 1)
    else onSide(card, direction === 'left' ? -1 : 1)
    event.preventDefault()
  }
}
