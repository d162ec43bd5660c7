import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { FormattedNumber } from '../design/format.tsx'
import { IconMore, IconPlus } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { IconLock } from '../design/page-icons.tsx'
import type { BoardColumn } from './board-columns.ts'
import { Count, isOverLimit, JudgementNote, OverLimit } from './head-parts.tsx'
import type { Judgement } from './use-reasons.ts'

const LimitDialog = lazyPart(() => import('./limit-dialog.tsx'), 'LimitDialog')

export interface ColumnSettings {
  /** Most cards before the head warns; undefined: any number. */
  readonly limit: number | undefined
  /** Undefined: the value of the column is none that limits can be kept for. */
  readonly onLimit: ((column: string, limit: number | undefined) => void) | undefined
  readonly isFolded: boolean
  /** Folds the column, or unfolds it. */
  readonly onFold: (column: string) => void
}

interface HeadProps extends Omit<ColumnSettings, 'isFolded'> {
  readonly column: BoardColumn
  readonly count: number | undefined
  readonly sum: number | null | undefined
  readonly judgement: Judgement | undefined
  readonly onAdd: (() => void) | undefined
}

/** Name, count and sum of a column; while a card is in the hand, why it may not come here. */
export const ColumnHead = ({ column, count, sum, judgement, limit, onLimit, onFold, onAdd }: HeadProps) => {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const isOver = isOverLimit(count, limit)
  return (
    <div className={isOver ? 'board-head board-head-over' : 'board-head'}>
      <div className="board-head-line" data-colour={column.colour}>
        {column.colour && <span className="dot" aria-hidden="true" />}
        <h2 className="board-name cut" dir="auto" title={column.label}>
          {column.label}
        </h2>
        <Count count={count} limit={limit} />
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
          <Menu label={t`Column ${column.label}`} icon={<IconMore />}>
            {onLimit && (
              <MenuItem onAction={() => setAsking(true)}>
                {limit === undefined ? t`Set a limit…` : t`Change the limit…`}
              </MenuItem>
            )}
            {onLimit && limit !== undefined && (
              <MenuItem onAction={() => onLimit(column.key, undefined)}>{t`Remove the limit`}</MenuItem>
            )}
            <MenuItem onAction={() => onFold(column.key)}>{t`Fold the column`}</MenuItem>
          </Menu>
        </span>
      </div>
      {judgement?.reason !== undefined || judgement?.note !== undefined ? (
        <JudgementNote {...judgement} />
      ) : (
        <>
          {isOver && <OverLimit over={(count ?? 0) - (limit ?? 0)} />}
          {sum !== undefined && sum !== null && (
            <p className="board-note">
              <FormattedNumber value={sum} />
            </p>
          )}
        </>
      )}
      {isAsking && onLimit && (
        <Suspense fallback={null}>
          <LimitDialog
            label={column.label}
            limit={limit}
            onLimit={next => onLimit(column.key, next)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface FoldedProps extends Pick<HeadProps, 'column' | 'count' | 'judgement' | 'limit' | 'onFold'> {
  readonly isOver: boolean
}

/** A folded column: a narrow button with name and count, which takes cards like an open one. */
export const FoldedColumn = ({ column, count, judgement, limit, isOver, onFold }: FoldedProps) => {
  const { t } = useLingui()
  const isRefused = judgement?.reason !== undefined
  return (
    <section
      className={`board-column board-column-folded${isRefused ? ' board-column-refused' : isOver ? ' board-column-over' : ''}`}
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
        <span className="visually-hidden">
          <Trans>Unfold</Trans>
        </span>
        <Count count={count} limit={limit} />
        {column.colour && <span className="dot" aria-hidden="true" />}
        <span className="board-folded-name" dir="auto">
          {column.label}
        </span>
        {isRefused && <IconLock />}
      </button>
    </section>
  )
}
