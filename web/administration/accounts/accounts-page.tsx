import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Avatar } from '../../design/values/avatar.tsx'
import { Badge } from '../../design/feedback/badge.tsx'
import { Button } from '../../design/controls/button.tsx'
import { EmptyState } from '../../design/feedback/empty-state.tsx'
import { DateTime } from '../../design/format.tsx'
import { IconMore, IconPlus } from '../../design/icons.tsx'
import { Menu, MenuItem, MenuSection } from '../../design/layout/menu.tsx'
import { Pagination } from '../../design/layout/pagination.tsx'
import { Table } from '../../design/layout/table.tsx'
import { platformQuery, useSignedIn } from '../../session/account.ts'
import { AccountActionDialog, useAccountActions, type AccountAction } from './account-actions.tsx'
import { EditAccountDialog, NewAccountDialog } from './account-dialogs.tsx'
import { ACCOUNTS_LIMIT, accountsKey, listAccounts, type AdministeredAccount } from './accounts.ts'
import { AdministrationPage } from '../administration-page.tsx'
import { canChange } from '../areas.ts'
import { ListFilter } from '../list-filter.tsx'
import { AccountStatusBadge, useAccountStatusNames } from '../state-badges.tsx'
import { accountStatuses } from '../states.ts'

const route = getRouteApi('/shell/signed-in/administration/users')

/** The dialog that is open above the list. */
type OpenDialog =
  | { readonly is: 'new' }
  | { readonly is: 'edit'; readonly account: AdministeredAccount }
  | { readonly is: AccountAction; readonly account: AdministeredAccount }

/** All accounts of the platform. */
export const AccountsPage = () => {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayChange = canChange(useSignedIn(), 'users')
  const names = useAccountStatusNames()
  const [open, setOpen] = useState<OpenDialog>()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...accountsKey, search],
    queryFn: ({ signal }) => listAccounts(search, ACCOUNTS_LIMIT, signal),
    placeholderData: keepPreviousData,
  })
  const close = () => setOpen(undefined)
  const isFiltered = search.query !== undefined || search.status !== undefined
  return (
    <AdministrationPage
      area="users"
      title={t`Accounts`}
      description={<Trans>Everybody who has an account here, in use or not.</Trans>}
      actions={
        mayChange && (
          <Button variant="primary" onPress={() => setOpen({ is: 'new' })}>
            <IconPlus />
            <Trans>New account</Trans>
          </Button>
        )
      }
    >
      <ListFilter
        key={search.query}
        label={t`Find accounts by name or e-mail`}
        search={search}
        onChange={next => void navigate({ search: next })}
        statusLabel={t`Status`}
        statuses={accountStatuses.map(value => ({ value, label: names[value] }))}
      />
      <div className="administration-list" aria-busy={isPlaceholderData}>
        <Table
          label={t`Accounts`}
          rows={data?.items}
          error={error}
          onRetry={() => void refetch()}
          rowKey={account => account.id}
          empty={
            <EmptyState title={t`No account is found`}>
              {isFiltered && <Trans>Try other words, or another status.</Trans>}
            </EmptyState>
          }
          columns={[
            { id: 'name', header: t`Account`, isRowHeader: true, cell: account => <Person account={account} /> },
            { id: 'email', header: t`E-mail`, isSecondary: true, cell: account => account.email },
            {
              id: 'status',
              header: t`Status`,
              cell: account => <Rights account={account} />,
            },
            {
              id: 'seen',
              header: t`Last access`,
              isSecondary: true,
              cell: ({ last_access_on }) =>
                last_access_on === null ? (
                  <span className="muted">
                    <Trans>never</Trans>
                  </span>
                ) : (
                  <DateTime value={last_access_on} as="relative" />
                ),
            },
            ...(mayChange
              ? [
                  {
                    id: 'actions',
                    header: '',
                    isActions: true,
                    cell: (account: AdministeredAccount) => <AccountMenu account={account} onOpen={setOpen} />,
                  },
                ]
              : []),
          ]}
        />
        {data && (
          <Pagination
            offset={search.offset ?? 0}
            limit={ACCOUNTS_LIMIT}
            total={data.total}
            onChange={offset => void navigate({ search: { ...search, offset } })}
          />
        )}
      </div>
      {open?.is === 'new' && <NewAccountDialog onClose={close} />}
      {open?.is === 'edit' && <EditAccountDialog account={open.account} onClose={close} />}
      {open && open.is !== 'new' && open.is !== 'edit' && (
        <AccountActionDialog action={open.is} account={open.account} onClose={close} />
      )}
    </AdministrationPage>
  )
}

const Person = ({ account }: { readonly account: AdministeredAccount }) => (
  <div className="administration-person">
    <Avatar user={account} />
    <div>
      <div>{account.real_name || account.username}</div>
      <div className="muted small">@{account.username}</div>
    </div>
  </div>
)

const Rights = ({ account }: { readonly account: AdministeredAccount }) => (
  <div className="administration-badges">
    <AccountStatusBadge status={account.status} />
    {account.is_site_administrator && (
      <Badge kind="accent">
        <Trans>Administrator</Trans>
      </Badge>
    )}
    {account.site_permissions.length > 0 && (
      <Badge>
        <Trans>Delegated rights</Trans>
      </Badge>
    )}
  </div>
)

const AccountMenu = ({
  account,
  onOpen,
}: {
  readonly account: AdministeredAccount
  readonly onOpen: (open: OpenDialog) => void
}) => {
  const { t } = useLingui()
  const me = useSignedIn()
  const isRestrictedInUse = useQuery(platformQuery).data?.access_mode === 'restricted'
  const { labels } = useAccountActions()
  const item = (is: AccountAction, isDanger = false) => (
    <MenuItem key={is} isDanger={isDanger} onAction={() => onOpen({ is, account })}>
      {labels[is]}
    </MenuItem>
  )
  const { status, is_site_administrator: isAdministrator } = account
  // A reader must not lock themselves out by mistake.
  const isOwn = account.id === me.user.id
  const statusItems = isOwn
    ? []
    : [
        ...(status === 'A' ? [] : [item('activate')]),
        ...(isRestrictedInUse && status !== 'R' && !isAdministrator ? [item('restrict')] : []),
        ...(status === 'S' ? [] : [item('suspend', true)]),
        ...(status === 'D' ? [] : [item('delete', true)]),
      ]
  return (
    <Menu label={t`Actions for ${account.username}`} icon={<IconMore />}>
      <MenuSection label={t`Account`} isLabelHidden>
        <MenuItem onAction={() => onOpen({ is: 'edit', account })}>{t`Edit`}</MenuItem>
        {me.is_site_administrator && (isAdministrator || status === 'A')
          ? item(isAdministrator ? 'demote' : 'promote')
          : null}
        {me.is_site_administrator && account.has_second_factor ? item('reset', true) : null}
      </MenuSection>
      {statusItems.length > 0 ? (
        <MenuSection label={t`Status`} isLabelHidden>
          {statusItems}
        </MenuSection>
      ) : null}
    </Menu>
  )
}
