import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf, done } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { ConfirmDialog } from '../design/feedback/dialog.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { DateTime } from '../design/format.tsx'
import { Table } from '../design/layout/table.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { useScopeText } from '../oauth/scope-text.ts'
import { AccountPage } from './account-page.tsx'

const queryKey = ['account-applications']

/** Applications that act for the account by OAuth2. */
export const ApplicationsPage = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const scopeText = useScopeText()
  const [revoked, setRevoked] = useState<{ readonly id: number; readonly name: string }>()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/users/{id}/oauth2_authorizations', { params: { path: { id: 'self' } }, signal })),
  })
  const revoke = async () => {
    if (!revoked) return
    const path = { id: 'self', app_id: revoked.id } as const
    await done(api.DELETE('/users/{id}/oauth2_authorizations/{app_id}', { params: { path } }))
    await queries.invalidateQueries({ queryKey })
    toast(t`The application has no access any more.`)
  }
  const name = revoked?.name ?? ''
  return (
    <AccountPage title={t`Applications`} description={<Trans>What you allowed to act for you.</Trans>}>
      <Table
        label={t`Applications`}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={authorization => authorization.app.id}
        empty={
          <EmptyState title={t`No application acts for you`}>
            <Trans>An application that signs you in with this platform asks you first, and then stands here.</Trans>
          </EmptyState>
        }
        columns={[
          {
            id: 'name',
            header: t`Application`,
            isRowHeader: true,
            cell: ({ app }) => (
              <>
                {app.name}
                {app.project && <div className="muted small">{app.project.label}</div>}
              </>
            ),
          },
          {
            id: 'scopes',
            header: t`May`,
            isSecondary: true,
            cell: ({ scopes }) => scopes.map(scope => <div key={scope}>{scopeText(scope)}</div>),
          },
          {
            id: 'granted',
            header: t`Since`,
            isSecondary: true,
            cell: each => <DateTime value={each.granted_on} as="day" />,
          },
          {
            id: 'used',
            header: t`Last used`,
            cell: ({ last_used_on }) =>
              last_used_on === null ? <Trans>never</Trans> : <DateTime value={last_used_on} as="relative" />,
          },
          {
            id: 'actions',
            header: '',
            isActions: true,
            cell: authorization => (
              <Button
                size="small"
                aria-label={t`Revoke: ${authorization.app.name}`}
                onPress={() => setRevoked(authorization.app)}
              >
                <Trans>Revoke</Trans>
              </Button>
            ),
          },
        ]}
      />
      <ConfirmDialog
        title={t`Revoke the access of “${name}”?`}
        confirmLabel={t`Revoke`}
        isOpen={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        onConfirm={revoke}
      >
        <Trans>It can do nothing for you from now on. When you use it again, it will ask you again.</Trans>
      </ConfirmDialog>
    </AccountPage>
  )
}
