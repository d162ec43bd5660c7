import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../controls/button.tsx'
import { useNumberFormat } from '../format.tsx'
import { IconChevronLeft, IconChevronRight } from '../icons.tsx'
import './pagination.css'

export interface PaginationProps {
  readonly offset: number
  readonly limit: number
  /** Number of items in the whole list. */
  readonly total: number
  readonly onChange: (offset: number) => void
}

/** Shown below a list; nothing if one page holds the whole list. */
export const Pagination = ({ offset, limit, total, onChange }: PaginationProps) => {
  const { t } = useLingui()
  const format = useNumberFormat()
  if (total <= limit && offset === 0) return null
  const first = format(Math.min(offset + 1, total))
  const last = format(Math.min(offset + limit, total))
  const all = format(total)
  return (
    <nav className="pagination" aria-label={t`Pages`}>
      <span className="muted small" role="status">
        <Trans>
          {first}–{last} of {all}
        </Trans>
      </span>
      <Button size="small" isDisabled={offset === 0} onPress={() => onChange(Math.max(0, offset - limit))}>
        <IconChevronLeft />
        <Trans>Previous</Trans>
      </Button>
      <Button size="small" isDisabled={offset + limit >= total} onPress={() => onChange(offset + limit)}>
        <Trans>Next</Trans>
        <IconChevronRight />
      </Button>
    </nav>
  )
}
