import { Trans } from '@lingui/react/macro'
import { IconLock } from '../../design/page-icons.tsx'
import type { GridPlace } from './grid.tsx'

interface StatusLineProps {
  readonly isPanelOpen: boolean
  readonly place: GridPlace
}

/** The keys that work now, at the lower edge of the table; or why a cell cannot be edited. */
export const StatusLine = ({ isPanelOpen, place: { keys, refusal } }: StatusLineProps) => (
  <div className="status-line">
    {refusal === undefined ? (
      <>
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
        {keys === 'cell' ? <KeysOfCell /> : <KeysOfRow />}
      </>
    ) : (
      <span className="status-line-refusal">
        <IconLock /> {refusal}
      </span>
    )}
    <span className="status-line-end">
      <kbd>?</kbd> <Trans>all keys</Trans>
    </span>
  </div>
)

const KeysOfRow = () => (
  <>
    <span>
      <kbd>S</kbd> <Trans>status</Trans>
    </span>
    <span>
      <kbd>X</kbd> <Trans>choose</Trans>
    </span>
    <span>
      <kbd>O</kbd> <Trans>whole page</Trans>
    </span>
  </>
)

/** Letters are text there. */
const KeysOfCell = () => (
  <>
    <span>
      <kbd>Enter</kbd> <Trans>or typing edits</Trans>
    </span>
    <span>
      <kbd>Alt</kbd> <kbd>X</kbd> <Trans>choose</Trans>
    </span>
  </>
)
