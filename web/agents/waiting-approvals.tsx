import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DateTime } from '../design/format.tsx'
import { Section } from '../design/layout/page.tsx'
import { waitingQuery } from './approvals.ts'
import { useApprovalTitle } from './use-approval-title.ts'
import './waiting-approvals.css'

/** Writes of agents that wait for the account; nothing if there are none. */
export const WaitingApprovals = () => {
  const { t } = useLingui()
  const titleOf = useApprovalTitle()
  const { data } = useQuery(waitingQuery)
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t`Waiting for you`}>
      <ul className="waiting-approvals">
        {data.items.map(approval => (
          <li key={approval.id}>
            <Link to="/approvals/$id" params={{ id: String(approval.id) }}>
              {titleOf(approval)}
            </Link>
            <span className="muted small">
              {approval.project.label} · <DateTime value={approval.asked_on} as="relative" />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
