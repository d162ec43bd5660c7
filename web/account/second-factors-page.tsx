import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf, done } from '../api/api.ts'
import type { components } from '../../client/index.ts'
import { Button } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { DateTime } from '../design/format.tsx'
import { IconPlus } from '../design/icons.tsx'
import { Table } from '../design/layout/table.tsx'
import { accountQuery, useSignedIn } from '../session/account.ts'
import { AccountPage } from './account-page.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { NewFactorDialog } from './new-factor-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

type Factor = components['schemas']['SecondFactors']['factors'][number]

const queryKey = ['second-factors']
/** With so few codes left the page warns. */
const FEW_CODES = 3

/** Authenticator apps whose codes signing in asks for, and recovery codes. */
export const SecondFactorsPage = () => {
  const { t } = useLingui()
  const { has_password: hasPassword } = useSignedIn()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Factor>()
  const [isRenewing, setRenewing] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => bodyOf(api.GET('/account/second_factors', { signal })),
  })
  const refresh = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: accountQuery.queryKey }),
    ])
  }
  const remove = async (code: string) => {
    if (!removed) return
    await done(
      api.POST('/account/second_factors/{id}/removal', { params: { path: { id: removed.id } }, body: { code } }),
    )
    await refresh()
    toast(t`The second factor is removed.`)
  }
  const renew = async (code: string) => {
    const { recovery_codes } = await bodyOf(api.POST('/account/recovery_codes', { body: { code } }))
    await refresh()
    setCodes(recovery_codes)
  }
  const add = (
    <Button variant="primary" onPress={() => setAdding(true)}>
      <IconPlus />
      <Trans>Authenticator app</Trans>
    </Button>
  )
  const left = data?.recovery_codes_left ?? 0
  const hasFactors = (data?.factors.length ?? 0) > 0
  return (
    <AccountPage
      title={t`Second factors`}
      description={
        <Trans>
          With one, a stolen password is not enough to sign in. Programs then use access keys instead of the password.
        </Trans>
      }
      actions={hasFactors && add}
    >
      {hasPassword ? (
        <Table
          label={t`Second factors`}
          rows={data?.factors}
          error={error}
          onRetry={() => void refetch()}
          rowKey={factor => factor.id}
          empty={
            <EmptyState title={t`Your password alone opens the account`} action={add}>
              <Trans>An authenticator app on your phone shows a code that is asked for when you sign in.</Trans>
            </EmptyState>
          }
          columns={[
            { id: 'name', header: t`Name`, isRowHeader: true, cell: factor => <bdi>{factor.name}</bdi> },
            {
              id: 'used',
              header: t`Last used`,
              cell: ({ last_used_on: at }) =>
                at === null ? (
                  <span className="muted">
                    <Trans>not yet</Trans>
                  </span>
                ) : (
                  <DateTime value={at} as="relative" />
                ),
            },
            {
              id: 'created',
              header: t`Since`,
              isSecondary: true,
              cell: factor => <DateTime value={factor.created_on} as="day" />,
            },
            {
              id: 'actions',
              header: '',
              isActions: true,
              cell: factor => (
                <Button size="small" aria-label={t`Remove: ${factor.name}`} onPress={() => setRemoved(factor)}>
                  <Trans>Remove…</Trans>
                </Button>
              ),
            },
          ]}
        />
      ) : (
        <Notice>
          <Trans>This account has no password here.</Trans>
        </Notice>
      )}
      {hasFactors && (
        <Notice kind={left <= FEW_CODES ? 'warning' : 'info'}>
          <Trans>
            Recovery codes left: {left}. Each replaces a lost phone once.{' '}
            <Button size="small" onPress={() => setRenewing(true)}>
              <Trans>New codes…</Trans>
            </Button>
          </Trans>
        </Notice>
      )}
      {isAdding && (
        <NewFactorDialog
          onClose={() => setAdding(false)}
          onAdded={recoveryCodes => {
            setAdding(false)
            void refresh()
            if (recoveryCodes.length > 0) setCodes(recoveryCodes)
            else toast(t`The authenticator app is added.`)
          }}
        />
      )}
      {removed && (
        <CodeDialog
          title={t`Remove ${removed.name}?`}
          submitLabel={t`Remove`}
          isDanger
          onSubmit={remove}
          onClose={() => setRemoved(undefined)}
        >
          <Trans>Without any second factor the password alone opens the account.</Trans>
        </CodeDialog>
      )}
      {isRenewing && (
        <CodeDialog
          title={t`New recovery codes?`}
          submitLabel={t`Make new codes`}
          onSubmit={renew}
          onClose={() => setRenewing(false)}
        >
          <Trans>The codes that you have stop working.</Trans>
        </CodeDialog>
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </AccountPage>
  )
}
