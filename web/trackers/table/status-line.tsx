import { Trans } from '@lingui/react/macro'

/** The keys of the table, at its lower edge. */
export const StatusLine = () => (
  <div className="status-line">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> <Trans>move</Trans>
    </span>
    <span>
      <kbd>Space</kbd> <Trans>side panel</Trans>
    </span>
    <span>
      <kbd>Enter</kbd> <Trans>open</Trans>
    </span>
    <span className="status-line-end">
      <kbd>?</kbd> <Trans>all keys</Trans>
    </span>
  </div>
)
