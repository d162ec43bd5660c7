import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { FaultList } from '../design/feedback/error-state.tsx'
import { IconPlus } from '../design/icons.tsx'
import type { FieldScope } from '../fields/field-view.ts'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'
import type { BoardColumn } from './board-columns.ts'
import { cardsQuery, type BoardQuery } from './board-queries.ts'
import { Card, type CardActions } from './card.tsx'
import type { CardFacts } from './card-facts.ts'
import { ColumnHead, FoldedColumn, type ColumnSettings } from './column-head.tsx'
import { QuickAdd, type QuickAddProps } from './quick-add.tsx'
import type { Move } from './use-moves.ts'
import type { Judgement } from './use-reasons.ts'

export interface ColumnProps extends ColumnSettings {
  readonly column: BoardColumn
  readonly query: BoardQuery
  readonly figures: { readonly count: number; readonly sum: number | null } | undefined
  readonly facts: CardFacts
  readonly scope: FieldScope
  readonly actions: CardActions
  readonly moves: ReadonlyMap<number, Move>
  /** Of the card in the hand. */
  readonly judgement: Judgement | undefined
  readonly isOver: boolean
  /** The card in the hand. */
  readonly heldId: number | undefined
  readonly focusId: number | undefined
  readonly openId: number | undefined
  readonly menuId: number | undefined
  /** Undefined: nobody adds cards here. */
  readonly add: (Omit<QuickAddProps, 'column'> & { readonly isOpen: boolean; readonly onOpen: () => void }) | undefined
  /** Tells the cards that are shown, in their order. */
  readonly onCards: (key: string, cards: readonly ListedArtifact[]) => void
}

/** A value of the list; folded, it reads no cards. */
export const Column = memo((props: ColumnProps) =>
  props.isFolded ? <FoldedColumn {...props} count={props.figures?.count} /> : <OpenColumn {...props} />,
)

/** A value of the list with its cards; more come as the reader scrolls. */
const OpenColumn = (props: ColumnProps) => {
  const { column, query, facts, scope, actions, moves, judgement, isOver, heldId, add, figures } = props
  const { t } = useLingui()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(cardsQuery(query, column))
  const cards = useMemo(
    () => cardsOf(data?.pages.flatMap(({ items }) => items) ?? [], column.key, moves),
    [data, column.key, moves],
  )
  const tellCards = useEffectEvent(() => props.onCards(column.key, cards))
  useEffect(() => tellCards(), [cards])
  const tabStop = cards.some(({ id }) => id === props.focusId) ? props.focusId : cards[0]?.id
  const count = figures?.count ?? data?.pages[0]?.total
  const isRefused = judgement?.reason !== undefined
  return (
    <section
      className={`board-column${isRefused ? ' board-column-refused' : isOver ? ' board-column-over' : ''}`}
      aria-label={count === undefined ? column.label : t`${column.label}, ${count}`}
      data-column={column.key}
    >
      <ColumnHead
        column={column}
        count={count}
        sum={figures?.sum}
        judgement={judgement}
        limit={props.limit}
        onLimit={props.onLimit}
        onFold={props.onFold}
        onAdd={add?.onOpen}
      />
      <ul className="board-list" aria-label={column.label} aria-busy={data === undefined && !error}>
        {cards.map(row => (
          <Card
            key={row.id}
            row={row}
            column={column.key}
            facts={facts}
            scope={scope}
            isFirst={row.id === tabStop}
            isOpen={row.id === props.openId}
            isMoving={row.id === heldId || isOnItsWay(moves.get(row.id))}
            isMenuOpen={row.id === props.menuId}
            refusals={moves.get(row.id)?.refusals ?? NO_REFUSALS}
            actions={actions}
          />
        ))}
        {hasNextPage && <More isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
        {error && !data ? (
          <li className="board-fault">
            <FaultList error={error} />
          </li>
        ) : null}
        {data && cards.length === 0 && (
          <li className="board-none">
            <Trans>No card</Trans>
          </li>
        )}
      </ul>
      {add && (
        <div className="board-foot">
          {add.isOpen ? (
            <QuickAdd {...add} column={column} />
          ) : (
            <button type="button" className="board-add" onClick={add.onOpen}>
              <IconPlus /> <Trans>New {add.tracker.item_name}</Trans>
            </button>
          )}
        </div>
      )}
    </section>
  )
}

const NO_REFUSALS: readonly string[] = []

const isOnItsWay = (move: Move | undefined): boolean => move !== undefined && move.refusals.length === 0

/** The cards of the server with the moves that it has not told yet. */
const cardsOf = (
  read: readonly ListedArtifact[],
  key: string,
  moves: ReadonlyMap<number, Move>,
): readonly ListedArtifact[] => {
  const cards = new Map<number, ListedArtifact>()
  for (const { row, to, refusals } of moves.values()) if (to === key && refusals.length === 0) cards.set(row.id, row)
  for (const row of read) {
    const move = moves.get(row.id)
    const isElsewhere = move !== undefined && move.refusals.length === 0 && move.to !== key
    if (!isElsewhere) cards.set(row.id, row)
  }
  return [...cards.values()]
}

/** Asks for the next cards as soon as it comes into sight. */
const More = ({ isBusy, onMore }: { readonly isBusy: boolean; readonly onMore: () => void }) => {
  const place = useRef<HTMLLIElement>(null)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    if (isBusy || !place.current) return undefined
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) more()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isBusy])
  return (
    <li ref={place} className="board-none">
      <Trans>More cards…</Trans>
    </li>
  )
}
