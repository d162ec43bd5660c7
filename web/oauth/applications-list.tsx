import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../design/feedback/badge.tsx'
import { Button } from '../design/controls/button.tsx'
import { ConfirmDialog } from '../design/feedback/dialog.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { DateTime } from '../design/format.tsx'
import { IconMore, IconPlus } from '../design/icons.tsx'
import { Menu, MenuItem, MenuSection } from '../design/layout/menu.tsx'
import { Section } from '../design/layout/page.tsx'
import { Pagination } from '../design/layout/pagination.tsx'
import { Table, type Column } from '../design/layout/table.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { ApplicationDialog, CredentialsDialog } from './application-dialogs.tsx'
import './applications-list.css'
import {
  APPLICATIONS_LIMIT,
  applicationsKey,
  deleteApplication,
  listApplications,
  renewSecret,
  type Application,
  type ApplicationCredentials,
  type ApplicationsOwner,
} from './applications.ts'

export interface ApplicationsListProps {
  readonly title: string
  readonly owner: ApplicationsOwner
  readonly mayChange: boolean
}

type OpenDialog = { readonly is: 'new' } | { readonly is: 'edit' | 'secret' | 'delete'; readonly app: Application }

/** The OAuth2 applications of a project or of the platform, for their administrators. */
export const ApplicationsList = ({ title, owner, mayChange }: ApplicationsListProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [open, setOpen] = useState<OpenDialog>()
  const [credentials, setCredentials] = useState<ApplicationCredentials>()
  const [offset, setOffset] = useState(0)
  const queryKey = applicationsKey(owner)
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, offset],
    queryFn: ({ signal }) => listApplications(owner, offset, signal),
    placeholderData: keepPreviousData,
  })
  const close = () => setOpen(undefined)
  const refresh = () => queries.invalidateQueries({ queryKey })
  const renew = async (app: Application) => setCredentials(await renewSecret(app))
  const showCreated = (made: ApplicationCredentials) => {
    close()
    setCredentials(made)
  }
  const remove = async (app: Application) => {
    await deleteApplication(app)
    await refresh()
    toast(t`The application ${app.name} is deleted.`)
  }
  const columns = useApplicationColumns(mayChange, setOpen)
  const add = (
    <Button variant="primary" onPress={() => setOpen({ is: 'new' })}>
      <IconPlus />
      <Trans>Register an application</Trans>
    </Button>
  )
  return (
    <Section title={title} actions={mayChange && data && data.items.length > 0 ? add : undefined}>
      <Table
        label={title}
        rows={data?.items}
        error={error}
        onRetry={() => void refetch()}
        rowKey={app => app.id}
        empty={
          <EmptyState title={t`No application is registered`} action={mayChange ? add : undefined}>
            <Trans>A registered application can sign people in by OAuth2 and OpenID Connect, and act for them.</Trans>
          </EmptyState>
        }
        columns={columns}
      />
      {data && <Pagination offset={offset} limit={APPLICATIONS_LIMIT} total={data.total} onChange={setOffset} />}
      {open?.is === 'new' && <ApplicationDialog owner={owner} onClose={close} onCreated={showCreated} />}
      {open?.is === 'edit' && (
        <ApplicationDialog owner={owner} app={open.app} onClose={close} onCreated={showCreated} />
      )}
      {credentials && <CredentialsDialog credentials={credentials} onClose={() => setCredentials(undefined)} />}
      {open && <ApplicationConfirmation open={open} onClose={close} onRenew={renew} onRemove={remove} />}
    </Section>
  )
}

const useApplicationColumns = (
  mayChange: boolean,
  onOpen: (dialog: OpenDialog) => void,
): readonly Column<Application>[] => {
  const { t } = useLingui()
  return [
    {
      id: 'name',
      header: t`Application`,
      isRowHeader: true,
      cell: app => (
        <>
          {app.name}
          {app.is_self_registered && (
            <>
              {' '}
              <Badge kind="warning">
                <Trans>registered itself</Trans>
              </Badge>
            </>
          )}
          {app.redirect_uris.map(uri => (
            <div key={uri} className="muted small application-address">
              {uri}
            </div>
          ))}
        </>
      ),
    },
    { id: 'client', header: t`Client identifier`, isSecondary: true, cell: app => <code>{app.client_id}</code> },
    {
      id: 'pkce',
      header: t`PKCE`,
      isSecondary: true,
      cell: app =>
        app.is_public ? (
          <Badge kind="success">
            <Trans>required, no secret</Trans>
          </Badge>
        ) : app.use_pkce ? (
          <Badge kind="success">
            <Trans>required</Trans>
          </Badge>
        ) : (
          <span className="muted">
            <Trans>optional</Trans>
          </span>
        ),
    },
    {
      id: 'created',
      header: t`Registered`,
      isSecondary: true,
      cell: app => (
        <>
          <DateTime value={app.created_on} as="day" />
          {app.last_token_on !== null && (
            <div className="muted small">
              <Trans>
                last used <DateTime value={app.last_token_on} as="day" />
              </Trans>
            </div>
          )}
        </>
      ),
    },
    ...(mayChange
      ? [
          {
            id: 'actions',
            header: '',
            isActions: true,
            cell: (app: Application) => (
              <Menu label={t`Actions for ${app.name}`} icon={<IconMore />}>
                <MenuSection label={t`Application`} isLabelHidden>
                  <MenuItem onAction={() => onOpen({ is: 'edit', app })}>{t`Edit`}</MenuItem>
                  {app.is_public ? null : (
                    <MenuItem onAction={() => onOpen({ is: 'secret', app })}>{t`New secret`}</MenuItem>
                  )}
                </MenuSection>
                <MenuSection label={t`Cannot be undone`} isLabelHidden>
                  <MenuItem isDanger onAction={() => onOpen({ is: 'delete', app })}>{t`Delete`}</MenuItem>
                </MenuSection>
              </Menu>
            ),
          },
        ]
      : []),
  ]
}

interface ApplicationConfirmationProps {
  readonly open: OpenDialog
  readonly onClose: () => void
  readonly onRenew: (app: Application) => Promise<void>
  readonly onRemove: (app: Application) => Promise<void>
}

const ApplicationConfirmation = ({ open, onClose, onRenew, onRemove }: ApplicationConfirmationProps) => {
  const { t } = useLingui()
  return (
    <>
      {open.is === 'secret' && (
        <ConfirmDialog
          title={t`Give “${open.app.name}” a new secret?`}
          confirmLabel={t`New secret`}
          isOpen
          onClose={onClose}
          onConfirm={() => onRenew(open.app)}
        >
          <Trans>The secret that it has is good for nothing from then on. What people allowed it stays.</Trans>
        </ConfirmDialog>
      )}
      {open.is === 'delete' && (
        <ConfirmDialog
          title={t`Delete “${open.app.name}”?`}
          confirmLabel={t`Delete`}
          isOpen
          onClose={onClose}
          onConfirm={() => onRemove(open.app)}
        >
          <Trans>Nobody can sign in with it any more, and what people allowed it is gone. This cannot be undone.</Trans>
        </ConfirmDialog>
      )}
    </>
  )
}
