import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf, done } from '../api/api.ts'
import { Badge } from '../design/feedback/badge.tsx'
import { Button } from '../design/controls/button.tsx'
import { ConfirmDialog } from '../design/feedback/dialog.tsx'
import { DateTime } from '../design/format.tsx'
import { Table } from '../design/layout/table.tsx'
import { toast, toastError } from '../design/feedback/toast.tsx'
import { AccountPage } from './account-page.tsx'

const queryKey = ['account-sessions']

/** The places where the account is signed in. */
export const SessionsPage = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => bodyOf(api.GET('/users/{id}/sessions', { params: { path: { id: 'self' } }, signal })),
  })
  const end = useMutation({
    mutationFn: (id: number) => done(api.DELETE('/sessions/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey })
      toast(t`Signed out there`)
    },
    onError: toastError,
  })
  const endOthers = async () => {
    await done(api.DELETE('/users/{id}/sessions', { params: { path: { id: 'self' } } }))
    await queries.invalidateQueries({ queryKey })
    toast(t`Signed out everywhere else`)
  }
  const hasOthers = data?.some(session => !session.is_current) ?? false
  return (
    <AccountPage
      title={t`Sessions`}
      description={<Trans>Where you are signed in. End what you do not recognise, and change your password.</Trans>}
      actions={
        hasOthers && (
          <Button onPress={() => setAsking(true)}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        )
      }
    >
      <Table
        label={t`Sessions`}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={session => session.id}
        columns={[
          {
            id: 'device',
            header: t`Device`,
            isRowHeader: true,
            cell: session => (
              <span className="row">
                {session.device}
                {session.is_current && (
                  <Badge kind="accent">
                    <Trans>this one</Trans>
                  </Badge>
                )}
              </span>
            ),
          },
          { id: 'address', header: t`Network address`, isSecondary: true, cell: session => session.ip_address },
          {
            id: 'used',
            header: t`Last used`,
            cell: session => <DateTime value={session.last_used_on} as="relative" />,
          },
          {
            id: 'created',
            header: t`Since`,
            isSecondary: true,
            cell: session => <DateTime value={session.created_on} as="day" />,
          },
          {
            id: 'actions',
            header: '',
            isActions: true,
            cell: session =>
              !session.is_current && (
                <Button
                  size="small"
                  aria-label={t`Sign out: ${session.device}`}
                  isPending={end.isPending && end.variables === session.id}
                  onPress={() => end.mutate(session.id)}
                >
                  <Trans>Sign out</Trans>
                </Button>
              ),
          },
        ]}
      />
      <ConfirmDialog
        title={t`Sign out everywhere else?`}
        confirmLabel={t`Sign out`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={endOthers}
      >
        <Trans>All other browsers will have to sign in again.</Trans>
      </ConfirmDialog>
    </AccountPage>
  )
}
