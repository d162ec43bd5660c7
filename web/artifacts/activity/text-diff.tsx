import { Trans } from '@lingui/react/macro'
import { diffWordsWithSpace } from 'diff'

/** Beyond this size a comparison by words takes too long. */
const MAX_LENGTH = 50_000

/** Words that came and went; also said for readers by ear. */
export const TextDiff = ({ before, after }: { readonly before: string; readonly after: string }) => {
  if (before.length + after.length > MAX_LENGTH)
    return (
      <p className="muted">
        <Trans>The texts are too long to compare here.</Trans>
      </p>
    )
  return (
    <p className="text-diff plain-text" dir="auto">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, index) =>
        added ? (
          <ins key={index}>{value}</ins>
        ) : removed ? (
          <del key={index}>{value}</del>
        ) : (
          <span key={index}>{value}</span>
        ),
      )}
    </p>
  )
}
