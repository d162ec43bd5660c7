import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ListPage } from '../api/api.ts'
import { Count, isOverLimit, JudgementNote, OverLimit } from '../board/head-parts.tsx'
import type { Judgement } from '../board/use-reasons.ts'
import type { CardFacts } from '../board/card-facts.ts'
import { FaultList } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { IconFold, IconMore, IconPlus, IconUnfold } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { IconLock } from '../design/page-icons.tsx'
import type { FieldScope } from '../fields/field-view.ts'
import { isShown } from '../planning/plan-filter.ts'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'
import { KanbanCard, type CardActions } from './kanban-card.tsx'
import type { KanbanColumn } from './kanban-columns.ts'
import type { KanbanItem, ListKey } from './kanban-queries.ts'
import { placeKey } from './kanban-places.ts'
import { oldestOf } from './time-in-column.ts'

/** Changes of the column itself that the reader may make. */
export interface ColumnTools {
  /** Undefined: the reader keeps no limits. */
  readonly onLimit: (() => void) | undefined
  readonly onUnlimit: (() => void) | undefined
  readonly onRename: (() => void) | undefined
  readonly onRemove: (() => void) | undefined
  readonly onForward: (() => void) | undefined
  readonly onBack: (() => void) | undefined
}

export interface KanbanColumnProps {
  readonly column: KanbanColumn
  readonly page: ListPage<KanbanItem> | undefined
  readonly error: unknown
  readonly isReading: boolean
  readonly rows: ReadonlyMap<number, ListedArtifact>
  /** Of a part of the cards nobody knows whether they exceed it: undefined then. */
  readonly limit: number | undefined
  readonly isFolded: boolean
  readonly facts: CardFacts
  readonly scope: FieldScope
  /** Words of titles. */
  readonly filter: string
  readonly canMove: boolean
  readonly focusId: number | undefined
  readonly openId: number | undefined
  readonly menuId: number | undefined
  readonly heldId: number | undefined
  readonly refusals: ReadonlyMap<number, readonly string[]>
  /** Of the card in the hand. */
  readonly judgement: Judgement | undefined
  /** Key of the place under the card in the hand. */
  readonly drop: string | undefined
  /** Name of the artifacts of the tracker. */
  readonly itemName: string
  /** Undefined: nobody adds cards here. */
  readonly onAdd: (() => void) | undefined
  /** The form for a new card, while it is open. */
  readonly adder: ReactNode
  readonly tools: ColumnTools
  readonly actions: CardActions
  readonly onFold: (list: ListKey) => void
  readonly onMore: (list: ListKey) => void
}

/** A list of the kanban; folded, it shows only its number. */
export const KanbanColumnView = (props: KanbanColumnProps) =>
  props.isFolded ? <Folded {...props} /> : <Open {...props} />

const classOf = ({ judgement, drop, column }: KanbanColumnProps): string => {
  if (judgement?.reason !== undefined) return 'board-column board-column-refused'
  // `judgement` is there for the columns that the card does not come from.
  const isOver = judgement !== undefined && drop?.startsWith(`${column.key}:`) === true
  return isOver ? 'board-column board-column-over' : 'board-column'
}

const Open = (props: KanbanColumnProps) => {
  const { column, page, error, limit, judgement, filter, adder, onAdd, onMore, rows, refusals, drop } = props
  const { t } = useLingui()
  const count = page?.total
  const isOver = isOverLimit(count, limit)
  const shown = page?.items.filter(item => isShown(item, filter)) ?? []
  const tabStop = shown.some(({ id }) => id === props.focusId) ? props.focusId : shown[0]?.id
  const oldest = oldestOf(page?.items ?? [], column.key)
  const isRefused = judgement?.reason !== undefined
  const isWaiting = props.isReading && page !== undefined && page.items.length === 0 && page.total > 0
  return (
    <section
      className={classOf(props)}
      aria-label={count === undefined ? column.label : t`${column.label}, ${count}`}
      data-column={column.key}
    >
      <div className={isOver ? 'board-head board-head-over' : 'board-head'}>
        <div className="board-head-line" data-colour={column.colour}>
          {column.colour && <span className="dot" aria-hidden="true" />}
          <h2 className="board-name cut" dir="auto" title={column.label}>
            {column.label}
          </h2>
          <Count count={count} limit={limit} />
          <ColumnButtons {...props} />
        </div>
        {judgement?.reason !== undefined || judgement?.note !== undefined ? (
          <JudgementNote {...judgement} />
        ) : isOver ? (
          <OverLimit over={(count ?? 0) - (limit ?? 0)} />
        ) : (
          oldest !== undefined &&
          column.key !== 'archive' && (
            <p className="board-note">
              <Plural value={oldest} one="oldest # d" other="oldest # d" />
            </p>
          )
        )}
      </div>
      <ul className="board-list" aria-label={column.label} aria-busy={!page && !error}>
        {shown.map(item => (
          <KanbanCard
            key={item.id}
            item={item}
            row={rows.get(item.id)}
            list={column.key}
            facts={props.facts}
            scope={props.scope}
            isFirst={item.id === tabStop}
            isOpen={item.id === props.openId}
            isHeld={item.id === props.heldId}
            isMenuOpen={item.id === props.menuId}
            isDropPlace={!isRefused && drop === placeKey(column.key, item.id)}
            refusals={refusals.get(item.id) ?? NO_REFUSALS}
            canMove={props.canMove}
            actions={props.actions}
          />
        ))}
        {!isRefused && drop === placeKey(column.key, undefined) && (
          <li className="kanban-drop-end" aria-hidden="true" />
        )}
        {error && !page ? (
          <li className="board-fault">
            <FaultList error={error} />
          </li>
        ) : !page || isWaiting ? (
          <li className="board-none">
            <Skeleton lines={3} />
          </li>
        ) : (
          shown.length === 0 && (
            <li className="board-none">{page.total === 0 ? t`No card` : t`Nothing matches the filter.`}</li>
          )
        )}
        {page && page.items.length > 0 && page.items.length < page.total && (
          <li>
            <button type="button" className="board-add" onClick={() => onMore(column.key)}>
              <Plural value={page.total - page.items.length} one="# more" other="# more" />
            </button>
          </li>
        )}
      </ul>
      {(adder || onAdd) && (
        <div className="board-foot">
          {adder || (
            <button type="button" className="board-add" onClick={onAdd}>
              <IconPlus /> <Trans>New {props.itemName}</Trans>
            </button>
          )}
        </div>
      )}
    </section>
  )
}

const NO_REFUSALS: readonly string[] = []

/** Buttons at the end of the head. */
const ColumnButtons = ({ column, onAdd, onFold, tools }: KanbanColumnProps) => {
  const { t } = useLingui()
  const { onLimit, onUnlimit, onRename, onRemove, onForward, onBack } = tools
  const hasMenu = [onLimit, onUnlimit, onRename, onRemove, onForward, onBack].some(Boolean)
  return (
    <span className="board-head-end">
      {onAdd && (
        <button
          type="button"
          className="button button-quiet button-icon button-small"
          aria-label={t`Add to ${column.label}`}
          title={t`Add to ${column.label}`}
          tabIndex={-1}
          onClick={onAdd}
        >
          <IconPlus />
        </button>
      )}
      {hasMenu ? (
        <Menu label={t`Column ${column.label}`} icon={<IconMore />}>
          {onLimit && (
            <MenuItem onAction={onLimit}>
              {column.limit === undefined ? t`Set a limit…` : t`Change the limit…`}
            </MenuItem>
          )}
          {onUnlimit && <MenuItem onAction={onUnlimit}>{t`Remove the limit`}</MenuItem>}
          {onRename && <MenuItem onAction={onRename}>{t`Rename the column…`}</MenuItem>}
          {onForward && <MenuItem onAction={onForward}>{t`Move the column to the left`}</MenuItem>}
          {onBack && <MenuItem onAction={onBack}>{t`Move the column to the right`}</MenuItem>}
          <MenuItem onAction={() => onFold(column.key)}>{t`Fold the column`}</MenuItem>
          {onRemove && <MenuItem isDanger onAction={onRemove}>{t`Remove the column…`}</MenuItem>}
        </Menu>
      ) : (
        <button
          type="button"
          className="button button-quiet button-icon button-small"
          aria-label={t`Fold ${column.label}`}
          aria-expanded
          title={t`Fold ${column.label}`}
          onClick={() => onFold(column.key)}
        >
          <IconFold />
        </button>
      )}
    </span>
  )
}

const Folded = (props: KanbanColumnProps) => {
  const { column, page, limit, judgement, onFold } = props
  const { t } = useLingui()
  const count = page?.total
  return (
    <section
      className={`${classOf(props)} board-column-folded`}
      aria-label={count === undefined ? column.label : t`${column.label}, ${count}`}
      data-column={column.key}
      data-colour={column.colour}
    >
      <button
        type="button"
        className={isOverLimit(count, limit) ? 'board-unfold board-over' : 'board-unfold'}
        aria-expanded={false}
        title={judgement?.reason ?? t`Unfold ${column.label}`}
        onClick={() => onFold(column.key)}
      >
        <IconUnfold />
        <span className="visually-hidden">
          <Trans>Unfold</Trans>
        </span>
        <Count count={count} limit={limit} />
        {column.colour && <span className="dot" aria-hidden="true" />}
        <span className="board-folded-name" dir="auto">
          {column.label}
        </span>
        {judgement?.reason !== undefined && <IconLock />}
      </button>
    </section>
  )
}
