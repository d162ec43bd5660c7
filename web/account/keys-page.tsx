import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, done } from '../api/api.ts'
import { Badge } from '../design/feedback/badge.tsx'
import { Button } from '../design/controls/button.tsx'
import { ConfirmDialog } from '../design/feedback/dialog.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { DateTime } from '../design/format.tsx'
import { IconPlus } from '../design/icons.tsx'
import { Pagination } from '../design/layout/pagination.tsx'
import { Table } from '../design/layout/table.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { AccountPage } from './account-page.tsx'
import { keysQuery, PAGE_SIZE, useKeyScopeText, type AccessKey } from './keys.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** Personal access keys, with which programs sign in. */
export const KeysPage = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [offset, setOffset] = useState(0)
  const [isCreating, setCreating] = useState(false)
  const [deleted, setDeleted] = useState<AccessKey>()
  const { data, error, refetch } = useQuery(keysQuery(offset))
  const refresh = () => queries.invalidateQueries({ queryKey: ['access-keys'] })
  const remove = async () => {
    if (deleted) await done(api.DELETE('/access_keys/{id}', { params: { path: { id: deleted.id } } }))
    await refresh()
    toast(t`The key is deleted.`)
  }
  const name = deleted?.description ?? ''
  const create = (
    <Button variant="primary" onPress={() => setCreating(true)}>
      <IconPlus />
      <Trans>New key</Trans>
    </Button>
  )
  return (
    <AccountPage
      title={t`Access keys`}
      description={<Trans>Programs use them instead of your password: for the API, and for Subversion.</Trans>}
      actions={(data?.total ?? 0) > 0 && create}
    >
      <Table
        label={t`Access keys`}
        rows={data?.items}
        error={error}
        onRetry={() => void refetch()}
        rowKey={key => key.id}
        empty={
          <EmptyState title={t`You have no access key`} action={create}>
            <Trans>A script, a build or a Subversion client signs in with a key, which you can limit and delete.</Trans>
          </EmptyState>
        }
        columns={[
          { id: 'description', header: t`Purpose`, isRowHeader: true, cell: key => <KeyName accessKey={key} /> },
          { id: 'scopes', header: t`Good for`, isSecondary: true, cell: key => <Scopes accessKey={key} /> },
          {
            id: 'used',
            header: t`Last used`,
            cell: key => <LastUse accessKey={key} />,
          },
          { id: 'expires', header: t`Ends`, isSecondary: true, cell: key => <Expiry accessKey={key} /> },
          {
            id: 'actions',
            header: '',
            isActions: true,
            cell: key => (
              <Button
                size="small"
                aria-label={t`Delete: ${key.description || `#${key.id}`}`}
                onPress={() => setDeleted(key)}
              >
                <Trans>Delete</Trans>
              </Button>
            ),
          },
        ]}
      />
      {data && <Pagination offset={offset} limit={PAGE_SIZE} total={data.total} onChange={setOffset} />}
      {isCreating && (
        <NewKeyDialog
          onClose={() => {
            setCreating(false)
            void refresh()
          }}
        />
      )}
      <ConfirmDialog
        title={t`Delete the key “${name}”?`}
        confirmLabel={t`Delete`}
        isOpen={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        onConfirm={remove}
      >
        <Trans>What uses it can no longer sign in. This cannot be undone.</Trans>
      </ConfirmDialog>
    </AccountPage>
  )
}

interface KeyProps {
  readonly accessKey: AccessKey
}

const KeyName = ({ accessKey: { description, creation_date } }: KeyProps) => (
  <>
    {description || (
      <span className="muted">
        <Trans>without a description</Trans>
      </span>
    )}
    <div className="muted small">
      <Trans>
        made <DateTime value={creation_date} as="day" />
      </Trans>
    </div>
  </>
)

const Scopes = ({ accessKey: { scopes, projects } }: KeyProps) => {
  const scopeText = useKeyScopeText()
  return (
    <>
      {scopes.map(scope => (
        <div key={scope.identifier}>{scopeText(scope.identifier).label}</div>
      ))}
      {projects && <div className="muted small">{projects.map(project => project.label).join(', ')}</div>}
    </>
  )
}

const LastUse = ({ accessKey: { last_used_on, last_used_by } }: KeyProps) =>
  last_used_on === null ? (
    <Trans>never</Trans>
  ) : (
    <>
      <DateTime value={last_used_on} as="relative" />
      {last_used_by !== null && <div className="muted small">{last_used_by}</div>}
    </>
  )

const Expiry = ({ accessKey: { expiration_date } }: KeyProps) => {
  if (expiration_date === null) return <Trans>never</Trans>
  if (new Date(expiration_date) > new Date()) return <DateTime value={expiration_date} as="day" />
  return (
    <Badge kind="warning">
      <Trans>ended</Trans>
    </Badge>
  )
}
