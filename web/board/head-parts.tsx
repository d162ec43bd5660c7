// Parts of the head of a column that all boards show alike.
import { Plural, Trans } from '@lingui/react/macro'
import { FormattedNumber } from '../design/format.tsx'
import { IconEdit, IconWarning } from '../design/icons.tsx'
import { IconLock } from '../design/page-icons.tsx'
import type { Judgement } from './use-reasons.ts'

/** A limit warns, and refuses nothing. */
export const isOverLimit = (count: number | undefined, limit: number | undefined): boolean =>
  count !== undefined && limit !== undefined && count > limit

/** "7", "4 of 6", or with a sign of warning "7 of 6". */
export const Count = ({ count, limit }: { readonly count: number | undefined; readonly limit: number | undefined }) => {
  if (count === undefined) return null
  return (
    <span className="board-count">
      {isOverLimit(count, limit) && <IconWarning />}
      {limit === undefined ? (
        <FormattedNumber value={count} />
      ) : (
        <Trans>
          {count} of {limit}
        </Trans>
      )}
    </span>
  )
}

export const OverLimit = ({ over }: { readonly over: number }) => (
  <p className="board-note board-over">
    <Plural value={over} one="# over the limit" other="# over the limit" />
  </p>
)

export const JudgementNote = ({ reason, note }: Judgement) => (
  <p className="board-note board-reason">
    {reason === undefined ? <IconEdit /> : <IconLock />}
    <span>{reason ?? note}</span>
  </p>
)
