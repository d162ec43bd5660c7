import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, type PointerEvent, type Ref } from 'react'
import { useNewest } from '../artifacts/use-newest.ts'
import { lazyPart } from '../app/lazy-part.ts'
import { IconButton } from '../design/controls/button.tsx'
import { IconClose, IconMore } from '../design/icons.tsx'
import { LateLayer } from '../design/layout/late-layer.tsx'
import type { FieldScope } from '../fields/field-view.ts'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'
import type { BoardColumn } from './board-columns.ts'
import type { CardFacts } from './card-facts.ts'
import { CardLines, stripeOf } from './card-lines.tsx'
import type { Target } from './use-reasons.ts'

const MoveMenu = lazyPart(() => import('./move-menu.tsx'), 'MoveMenu')

export interface CardActions {
  readonly targetsOf: (row: ListedArtifact) => readonly Target[]
  readonly onMove: (row: ListedArtifact, from: string, to: BoardColumn) => void
  readonly onForget: (id: number) => void
  readonly onPointerDown: (event: PointerEvent, row: ListedArtifact, from: string) => void
  readonly onFocusCard: (id: number) => void
  readonly onMenu: (id: number | undefined) => void
}

export interface CardProps {
  readonly row: ListedArtifact
  readonly column: string
  readonly facts: CardFacts
  readonly scope: FieldScope
  /** It takes part in the order of the tab key: one card of the board does. */
  readonly isFirst: boolean
  readonly isOpen: boolean
  /** In the hand, or on its way to another column. */
  readonly isMoving: boolean
  readonly isMenuOpen: boolean
  readonly refusals: readonly string[]
  readonly actions: CardActions
}

const NO_REFUSALS: readonly string[] = []

/** An artifact on the board. The whole card is one link; its controls lie above the link. */
export const Card = memo((props: CardProps) => {
  const { row, column, facts, scope, isFirst, isOpen, isMoving, isMenuOpen, refusals = NO_REFUSALS, actions } = props
  const { t } = useLingui()
  const artifact = useNewest(row)
  return (
    <li
      className={`board-card${isOpen ? ' board-card-open' : ''}${isMoving ? ' board-card-moving' : ''}`}
      data-card={row.id}
      data-colour={stripeOf(facts, artifact.values)}
      onPointerDown={event => actions.onPointerDown(event, row, column)}
      onFocus={() => actions.onFocusCard(row.id)}
    >
      <Link
        to="/artifacts/$id"
        params={{ id: String(row.id) }}
        className="board-card-title"
        draggable={false}
        tabIndex={isFirst ? 0 : -1}
        dir="auto"
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight m Space"
      >
        {artifact.title === null || artifact.title === '' ? artifact.xref : artifact.title}
      </Link>
      <CardLines row={row} artifact={artifact} facts={facts} scope={scope} />
      <span className="board-card-move">
        <LateLayer
          kind="menu"
          className="button button-quiet button-icon button-small"
          aria-label={t`Move ${row.xref} to…`}
          tabIndex={-1}
          isOpen={isMenuOpen}
          onOpenChange={open => actions.onMenu(open ? row.id : undefined)}
          layer={handle => (
            <MoveMenu
              {...handle}
              targets={actions.targetsOf(row)}
              from={column}
              onMove={to => actions.onMove(row, column, to)}
            />
          )}
        >
          <IconMore />
        </LateLayer>
      </span>
      {refusals.length > 0 && (
        <div className="board-card-refusal" role="alert">
          <span>{refusals.join(' ')}</span>
          <IconButton label={t`Close`} size="small" onPress={() => actions.onForget(row.id)}>
            <IconClose />
          </IconButton>
        </div>
      )}
    </li>
  )
})

/** The card in the hand: a picture without controls. */
export const CardGhost = ({
  row,
  facts,
  scope,
  width,
  ref,
}: Pick<CardProps, 'row' | 'facts' | 'scope'> & {
  readonly width: number
  readonly ref: Ref<HTMLDivElement>
}) => (
  <div
    ref={ref}
    className="board-card board-ghost"
    data-colour={stripeOf(facts, row.values)}
    style={{ inlineSize: `${width}px` }}
    aria-hidden="true"
  >
    <span className="board-card-title">{row.title === null || row.title === '' ? row.xref : row.title}</span>
    <CardLines row={row} artifact={row} facts={facts} scope={scope} />
  </div>
)
