import { Trans } from '@lingui/react/macro'
import { readOnlyView } from '../shared/read-only.ts'

const Read = () => (
  <span className="muted">
    <Trans>Results are in the test campaign</Trans>
  </span>
)

export const ttmstepexec = readOnlyView({ type: 'ttmstepexec', Read, Cell: Read, toText: () => '' })
