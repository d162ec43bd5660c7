import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, bodyOf } from '../../api/api.ts'
import { ConfirmDialog } from '../../design/feedback/dialog.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { accountsKey, type AdministeredAccount } from './accounts.ts'
import type { AccountStatus } from '../states.ts'

const statusAfter = { activate: 'A', restrict: 'R', suspend: 'S', delete: 'D' } as const satisfies Record<
  string,
  AccountStatus
>
type StatusAction = keyof typeof statusAfter
export type AccountAction = StatusAction | 'promote' | 'demote' | 'reset'

const isStatusAction = (action: AccountAction): action is StatusAction => action in statusAfter

export const useAccountActions = () => {
  const { t } = useLingui()
  const labels: Readonly<Record<AccountAction, string>> = {
    activate: t`Activate`,
    restrict: t`Restrict`,
    suspend: t`Suspend`,
    delete: t`Delete`,
    promote: t`Make site administrator`,
    demote: t`Take away the administration`,
    reset: t`Remove second factors`,
  }
  return { labels }
}

const useQuestion = (action: AccountAction, name: string): { readonly title: string; readonly text: ReactNode } => {
  const { t } = useLingui()
  switch (action) {
    case 'activate':
      return { title: t`Activate ${name}?`, text: <Trans>Whoever has the account may sign in and work with it.</Trans> }
    case 'restrict':
      return {
        title: t`Restrict ${name}?`,
        text: (
          <Trans>
            The account then sees only the projects that it is a member of, and those open to restricted accounts.
          </Trans>
        ),
      }
    case 'suspend':
      return {
        title: t`Suspend ${name}?`,
        text: (
          <Trans>
            All sessions of the account end, its keys stop working, and nobody can sign in with it until it is activated
            again.
          </Trans>
        ),
      }
    case 'delete':
      return {
        title: t`Delete ${name}?`,
        text: (
          <Trans>
            All sessions of the account end and nobody can sign in with it. What it wrote stays, with its name. Its
            login name stays taken.
          </Trans>
        ),
      }
    case 'promote':
      return {
        title: t`Make ${name} a site administrator?`,
        text: <Trans>Site administrators see and change everything on this platform, this page included.</Trans>,
      }
    case 'reset':
      return {
        title: t`Remove the second factors of ${name}?`,
        text: (
          <Trans>
            For an owner who lost the phone and the recovery codes. The password alone then opens the account. The owner
            gets a mail.
          </Trans>
        ),
      }
    case 'demote':
      return {
        title: t`Take the site administration away from ${name}?`,
        text: <Trans>The account keeps its projects and what else it may do.</Trans>,
      }
  }
}

/** Asks for confirmation, then runs the action. */
export const AccountActionDialog = ({
  action,
  account,
  onClose,
}: {
  readonly action: AccountAction
  readonly account: AdministeredAccount
  readonly onClose: () => void
}) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { labels } = useAccountActions()
  const name = account.real_name || account.username
  const { title, text } = useQuestion(action, name)
  const path = { id: account.id }
  const act = async () => {
    if (isStatusAction(action))
      await bodyOf(api.PATCH('/users/{id}', { params: { path }, body: { status: statusAfter[action] } }))
    else if (action === 'reset') await bodyOf(api.DELETE('/site/users/{id}/second_factors', { params: { path } }))
    else {
      const body = { is_site_administrator: action === 'promote' }
      await bodyOf(api.PUT('/site/users/{id}/administrator', { params: { path }, body }))
    }
    // The owner of the changed rights may be the reader of this page.
    await queries.invalidateQueries({ queryKey: accountsKey })
    await queries.invalidateQueries({ queryKey: ['account'] })
    toast(t`${name}: done`)
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={labels[action]}
      isDanger={['suspend', 'delete', 'reset'].includes(action)}
      isOpen
      onClose={onClose}
      onConfirm={act}
    >
      {text}
    </ConfirmDialog>
  )
}
