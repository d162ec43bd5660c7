import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, type PointerEvent, type Ref } from 'react'
import type { CardFacts } from '../board/card-facts.ts'
import { CardLines, stripeOf } from '../board/card-lines.tsx'
import { IconButton } from '../design/controls/button.tsx'
import { IconClose, IconMore } from '../design/icons.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import type { FieldScope } from '../fields/field-view.ts'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'
import type { KanbanItem, ListKey } from './kanban-queries.ts'
import { daysSince, enteredAt } from './time-in-column.ts'

export interface CardActions {
  readonly onPointerDown: (event: PointerEvent, item: KanbanItem, list: ListKey) => void
  readonly onFocusCard: (id: number) => void
  readonly onMenu: (id: number, list: ListKey) => void
  readonly onForget: (id: number) => void
}

export interface KanbanCardProps {
  readonly item: KanbanItem
  /** The values of its fields, once they are there. */
  readonly row: ListedArtifact | undefined
  readonly list: ListKey
  readonly facts: CardFacts
  readonly scope: FieldScope
  /** It takes part in the order of the tab key: one card of a column does. */
  readonly isFirst: boolean
  readonly isOpen: boolean
  readonly isHeld: boolean
  readonly isMenuOpen: boolean
  /** The card in the hand would land before it. */
  readonly isDropPlace: boolean
  /** Sentences of a refused move. */
  readonly refusals: readonly string[]
  /** Undefined: the reader moves nothing. */
  readonly canMove: boolean
  readonly actions: CardActions
}

/** An artifact on the kanban. The whole card is one link; its controls lie above the link. */
export const KanbanCard = memo((props: KanbanCardProps) => {
  const { item, row, list, facts, scope, isFirst, isOpen, isHeld, isMenuOpen, isDropPlace, refusals, actions } = props
  const { t } = useLingui()
  const name = `${item.item_name} #${item.id}`
  const classes = [
    'board-card',
    isOpen && 'board-card-open',
    isHeld && 'board-card-moving',
    isDropPlace && 'kanban-card-drop',
  ]
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
      data-card={item.id}
      data-colour={colourOf(item, row, facts)}
      onPointerDown={event => actions.onPointerDown(event, item, list)}
      onFocus={() => actions.onFocusCard(item.id)}
    >
      <Link
        to="/artifacts/$id"
        params={{ id: String(item.id) }}
        className="board-card-title"
        draggable={false}
        tabIndex={isFirst ? 0 : -1}
        dir="auto"
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown m t Space"
      >
        {item.label === '' ? name : item.label}
      </Link>
      <Lines item={item} row={row} list={list} facts={facts} scope={scope} />
      {props.canMove && (
        <span className="board-card-move">
          <button
            type="button"
            className="button button-quiet button-icon button-small"
            aria-label={t`Move ${name} to…`}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            tabIndex={-1}
            onClick={() => actions.onMenu(item.id, list)}
          >
            <IconMore />
          </button>
        </span>
      )}
      {refusals.length > 0 && (
        <div className="board-card-refusal" role="alert">
          <span>{refusals.join(' ')}</span>
          <IconButton label={t`Close`} size="small" onPress={() => actions.onForget(item.id)}>
            <IconClose />
          </IconButton>
        </div>
      )}
    </li>
  )
})

const colourOf = (item: KanbanItem, row: ListedArtifact | undefined, facts: CardFacts) =>
  item.background_color_name === '' ? row && stripeOf(facts, row.values) : valueColour(item.background_color_name)

const Lines = ({
  item,
  row,
  list,
  facts,
  scope,
}: Pick<KanbanCardProps, 'item' | 'row' | 'list' | 'facts' | 'scope'>) => (
  <CardLines
    row={item}
    artifact={row ?? UNREAD}
    facts={row ? facts : NO_FACTS}
    scope={scope}
    age={<Age item={item} list={list} />}
  />
)

const UNREAD = { values: [], is_open: true }
const NO_FACTS: CardFacts = { words: [], figure: undefined, date: undefined, person: undefined, stripe: undefined }

/** How long the artifact has been in its column. */
const Age = ({ item, list }: Pick<KanbanCardProps, 'item' | 'list'>) => {
  const since = enteredAt(item, list)
  if (since === undefined) return null
  const days = daysSince(since)
  return (
    <time className="kanban-age" dateTime={since}>
      {days === 0 ? <Trans>since today</Trans> : <Plural value={days} one="# d here" other="# d here" />}
    </time>
  )
}

/** The card in the hand: a picture without controls. */
export const KanbanGhost = ({
  item,
  row,
  list,
  facts,
  scope,
  width,
  ref,
}: Pick<KanbanCardProps, 'item' | 'row' | 'list' | 'facts' | 'scope'> & {
  readonly width: number
  readonly ref: Ref<HTMLDivElement>
}) => (
  <div
    ref={ref}
    className="board-card board-ghost"
    data-colour={colourOf(item, row, facts)}
    style={{ inlineSize: `${width}px` }}
    aria-hidden="true"
  >
    <span className="board-card-title">{item.label}</span>
    <Lines item={item} row={row} list={list} facts={facts} scope={scope} />
  </div>
)
