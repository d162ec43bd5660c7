import { Trans, useLingui } from '@lingui/react/macro'
import { FormattedNumber } from '../design/format.tsx'
import type { BoardColumn, ColumnFigures } from './board-columns.ts'

interface ColumnTabsProps {
  readonly columns: readonly BoardColumn[]
  readonly figures: ColumnFigures | undefined
  readonly shown: string | undefined
  readonly onShow: (key: string) => void
}

/** On a phone one column is shown at a time. */
export const ColumnTabs = ({ columns, figures, shown, onShow }: ColumnTabsProps) => {
  const { t } = useLingui()
  return (
    <div className="board-tabs" role="group" aria-label={t`Columns`}>
      {columns.map(({ key, label }) => (
        <button key={key} type="button" className="tab" aria-pressed={key === shown} onClick={() => onShow(key)}>
          <bdi>{label}</bdi>
          {figures && (
            <span className="board-count">
              <FormattedNumber value={figures.get(key)?.count ?? 0} />
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** The keys of the board, at the lower edge. */
export const BoardStatus = () => (
  <div className="status-line">
    <span>
      <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> <Trans>move</Trans>
    </span>
    <span>
      <kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd> <Trans>to another column</Trans>
    </span>
    <span>
      <kbd>M</kbd> <Trans>move to…</Trans>
    </span>
    <span>
      <kbd>Space</kbd> <Trans>side panel</Trans>
    </span>
    <span className="status-line-end">
      <kbd>?</kbd> <Trans>all keys</Trans>
    </span>
  </div>
)
