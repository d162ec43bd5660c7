import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, bodyOf, done, pageOf } from '../../api/api.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Checkbox } from '../../design/checkbox.tsx'
import { CopyField } from '../../design/copy-field.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../../design/dialog.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Form } from '../../design/form.tsx'
import { IconMore, IconPlus } from '../../design/icons.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Notice } from '../../design/notice.tsx'
import { Pagination } from '../../design/pagination.tsx'
import { Table } from '../../design/table.tsx'
import { TextField } from '../../design/text-field.tsx'
import { toast } from '../../design/toast.tsx'
import '../projects.css'
import { useCurrentProject } from '../project-frame.tsx'
import { AdministrationFrame } from './administration-frame.tsx'

const route = getRouteApi('/shell/projects/$project/administration/applications')
const LIMIT = 50

const applicationsQuery = (projectId: number, offset: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'applications', offset],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/projects/{id}/oauth2_apps', {
          params: { path: { id: projectId }, query: { limit: LIMIT, offset } },
          signal,
        }),
      ),
  })
type Application = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof applicationsQuery>['queryFn']>>>['items'][number]
>

/** What is shown once and never again. */
interface Secret {
  readonly client_id: string
  readonly client_secret: string
}

type Doing =
  | { readonly what: 'register' }
  | { readonly what: 'edit' | 'renew' | 'delete'; readonly application: Application }
  | { readonly what: 'show'; readonly secret: Secret }

/** Programs that people let act for them by OAuth2. */
export const ApplicationsPage = () => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const queries = useQueryClient()
  const { offset = 0 } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery({
    ...applicationsQuery(project.id, offset),
    placeholderData: keepPreviousData,
  })
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const again = () => queries.invalidateQueries({ queryKey: ['projects', project.id, 'applications'] })
  const register = (
    <Button variant="primary" onPress={() => setDoing({ what: 'register' })}>
      <IconPlus />
      <Trans>Register an application</Trans>
    </Button>
  )
  const { application } = { application: undefined, ...doing }
  const named = application?.name ?? ''
  return (
    <AdministrationFrame
      title={t`Applications`}
      description={<Trans>Programs that people can let act for them, by OAuth2 and OpenID Connect.</Trans>}
      actions={register}
    >
      <Table
        label={t`Applications`}
        rows={data?.items}
        rowKey={each => each.id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState title={t`No application is registered`}>
            <Trans>A program that wants to sign people in here needs an identifier and a secret.</Trans>
          </EmptyState>
        }
        columns={[
          { id: 'name', header: t`Name`, isRowHeader: true, cell: each => each.name },
          { id: 'client', header: t`Client identifier`, cell: each => <code>{each.client_id}</code> },
          {
            id: 'redirect',
            header: t`Redirect address`,
            isSecondary: true,
            cell: each => <span className="address">{each.redirect_uri}</span>,
          },
          {
            id: 'pkce',
            header: t`PKCE`,
            isSecondary: true,
            cell: each =>
              each.use_pkce ? (
                <Badge kind="success">
                  <Trans>Required</Trans>
                </Badge>
              ) : (
                <Badge>
                  <Trans>Optional</Trans>
                </Badge>
              ),
          },
          {
            id: 'actions',
            header: t`Actions`,
            isActions: true,
            cell: each => (
              <Menu label={t`Actions for ${each.name}`} icon={<IconMore />}>
                <MenuItem onAction={() => setDoing({ what: 'edit', application: each })}>{t`Edit`}</MenuItem>
                <MenuItem onAction={() => setDoing({ what: 'renew', application: each })}>{t`New secret`}</MenuItem>
                <MenuItem isDanger onAction={() => setDoing({ what: 'delete', application: each })}>
                  {t`Delete`}
                </MenuItem>
              </Menu>
            ),
          },
        ]}
      />
      {data && (
        <Pagination
          offset={offset}
          limit={LIMIT}
          total={data.total}
          onChange={first => void navigate({ search: { offset: first || undefined } })}
        />
      )}
      <Dialog title={t`Register an application`} isOpen={doing?.what === 'register'} onClose={close}>
        <ApplicationForm
          submitLabel={t`Register`}
          onClose={close}
          onSave={async body => {
            const secret = await bodyOf(
              api.POST('/projects/{id}/oauth2_apps', { params: { path: { id: project.id } }, body }),
            )
            setDoing({ what: 'show', secret })
            await again()
          }}
        />
      </Dialog>
      <Dialog title={t`Edit ${named}`} isOpen={doing?.what === 'edit'} onClose={close}>
        {application && (
          <ApplicationForm
            application={application}
            submitLabel={t`Save`}
            onClose={close}
            onSave={async body => {
              await bodyOf(api.PATCH('/oauth2_apps/{id}', { params: { path: { id: application.id } }, body }))
              toast(t`The application was saved`)
              close()
              await again()
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        title={t`Make a new secret for ${named}?`}
        confirmLabel={t`Make a new secret`}
        isOpen={doing?.what === 'renew'}
        // The answer opens the next dialog: closing this one must not close that.
        onClose={() => setDoing(now => (now?.what === 'show' ? now : undefined))}
        onConfirm={async () => {
          const id = application?.id ?? 0
          const secret = await bodyOf(api.POST('/oauth2_apps/{id}/secret', { params: { path: { id } } }))
          setDoing({ what: 'show', secret })
        }}
      >
        <Trans>The old secret is good for nothing from then on: the application must be given the new one.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        title={t`Delete the application ${named}?`}
        confirmLabel={t`Delete`}
        isOpen={doing?.what === 'delete'}
        onClose={close}
        onConfirm={async () => {
          await done(api.DELETE('/oauth2_apps/{id}', { params: { path: { id: application?.id ?? 0 } } }))
          toast(t`The application was deleted`)
          await again()
        }}
      >
        <Trans>
          It can no longer act for anybody: its tokens and what people allowed it are gone. This cannot be undone.
        </Trans>
      </ConfirmDialog>
      <Dialog title={t`The secret of the application`} isOpen={doing?.what === 'show'} onClose={close} isKept>
        {doing?.what === 'show' && (
          <>
            <Notice kind="warning">
              <Trans>Copy the secret now: it is never shown again.</Trans>
            </Notice>
            <CopyField label={t`Client identifier`} value={doing.secret.client_id} />
            <CopyField label={t`Client secret`} value={doing.secret.client_secret} />
            <DialogActions>
              <Button variant="primary" onPress={close}>
                <Trans>I have copied it</Trans>
              </Button>
            </DialogActions>
          </>
        )}
      </Dialog>
    </AdministrationFrame>
  )
}

interface ApplicationBody {
  name: string
  redirect_uri: string
  use_pkce: boolean
}

interface ApplicationFormProps {
  readonly application?: Application
  readonly submitLabel: string
  readonly onSave: (body: ApplicationBody) => Promise<void>
  readonly onClose: () => void
}

const ApplicationForm = ({ application, submitLabel, onSave, onClose }: ApplicationFormProps) => {
  const { t } = useLingui()
  const [name, setName] = useState(application?.name ?? '')
  const [redirectUri, setRedirectUri] = useState(application?.redirect_uri ?? '')
  const [usesPkce, setUsesPkce] = useState(application?.use_pkce ?? true)
  const save = useMutation({
    mutationFn: () => onSave({ name: name.trim(), redirect_uri: redirectUri.trim(), use_pkce: usesPkce }),
  })
  return (
    <Form
      onSubmit={() => save.mutate()}
      isPending={save.isPending}
      error={save.error}
      submitLabel={submitLabel}
      secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
    >
      <TextField
        name="name"
        label={t`Name`}
        description={t`People see it when they are asked to let the application act for them.`}
        value={name}
        onChange={setName}
        isRequired
        maxLength={255}
        autoFocus
      />
      <TextField
        name="redirect_uri"
        label={t`Redirect address`}
        description={t`Where browsers return to: https, or http://localhost. Without a fragment (#).`}
        value={redirectUri}
        onChange={setRedirectUri}
        isRequired
        inputMode="url"
        isCode
      />
      <Checkbox
        name="use_pkce"
        label={t`Require PKCE`}
        description={t`A code that was stolen is then worth nothing. Leave it on unless the application cannot do it.`}
        isSelected={usesPkce}
        onChange={setUsesPkce}
      />
    </Form>
  )
}
