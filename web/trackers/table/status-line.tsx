import { Trans } from '@lingui/react/macro'

/** The keys that work now, at the lower edge of the table. */
export const StatusLine = ({ isPanelOpen }: { readonly isPanelOpen: boolean }) => (
  <div className="status-line">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> {isPanelOpen ? <Trans>show another</Trans> : <Trans>move</Trans>}
    </span>
    {isPanelOpen ? (
      <span>
        <kbd>Esc</kbd> <Trans>close the panel</Trans>
      </span>
    ) : (
      <span>
        <kbd>Space</kbd> <Trans>side panel</Trans>
      </span>
    )}
    <span>
      <kbd>X</kbd> <Trans>choose</Trans>
    </span>
    <span>
      <kbd>O</kbd> <Trans>whole page</Trans>
    </span>
    <span className="status-line-end">
      <kbd>?</kbd> <Trans>all keys</Trans>
    </span>
  </div>
)
