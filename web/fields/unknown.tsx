import { Trans } from '@lingui/react/macro'
import { readOnlyView } from './shared/read-only.ts'

const Read = () => (
  <span className="muted">
    <Trans>Cannot be shown here</Trans>
  </span>
)

/** A type that this page does not know, because the server is newer. */
export const unknown = readOnlyView({ type: 'unknown', Read, Cell: Read, toText: () => '' })
