import { Trans } from '@lingui/react/macro'
import { diffWordsWithSpace } from 'diff'

/** Beyond this size a comparison by words takes too long. */
const MAX_LENGTH = 50_000

export interface TextDiffProps {
  readonly before: string
  readonly after: string
  readonly className?: string
}

/** Words that came and went; also said for readers by ear. */
export const TextDiff = ({ before, after, className = 'text-diff plain-text' }: TextDiffProps) => {
  if (before.length + after.length > MAX_LENGTH)
    return (
      <p className="muted">
        <Trans>The texts are too long to compare here.</Trans>
      </p>
    )
  return (
    <p className={className} dir="auto">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, index) =>
        added ? (
          <ins key={index}>
            <span className="visually-hidden">
              <Trans>added:</Trans>{' '}
            </span>
            {value}
          </ins>
        ) : removed ? (
          <del key={index}>
            <span className="visually-hidden">
              <Trans>removed:</Trans>{' '}
            </span>
            {value}
          </del>
        ) : (
          <span key={index}>{value}</span>
        ),
      )}
    </p>
  )
}
