import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Checkbox } from '../design/controls/checkbox.tsx'
import { CopyField } from '../design/controls/copy-field.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import { Form } from '../design/controls/form.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { TextArea, TextField } from '../design/controls/text-field.tsx'
import { toast } from '../design/feedback/toast.tsx'
import {
  applicationsKey,
  changeApplication,
  createApplication,
  type Application,
  type ApplicationCredentials,
  type ApplicationsOwner,
  type ApplicationValues,
} from './applications.ts'

/** A new application, or one to change. */
export const ApplicationDialog = ({
  owner,
  app,
  onClose,
  onCreated,
}: {
  readonly owner: ApplicationsOwner
  readonly app?: Application
  readonly onClose: () => void
  readonly onCreated: (credentials: ApplicationCredentials) => void
}) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [values, setValues] = useState({
    name: app?.name ?? '',
    redirectUris: app?.redirect_uris.join('\n') ?? '',
    use_pkce: app?.use_pkce ?? true,
    is_public: app?.is_public ?? false,
  })
  const sent = (): ApplicationValues => ({
    name: values.name,
    redirect_uris: values.redirectUris.split('\n').flatMap(line => (line.trim() === '' ? [] : [line.trim()])),
    use_pkce: values.use_pkce || values.is_public,
  })
  const save = useMutation({
    mutationFn: async (): Promise<ApplicationCredentials | undefined> => {
      if (!app) return createApplication(owner, { ...sent(), is_public: values.is_public })
      await changeApplication(app, sent())
      return undefined
    },
    onSuccess: async credentials => {
      await queries.invalidateQueries({ queryKey: applicationsKey(owner) })
      if (credentials) return onCreated(credentials)
      toast(t`Saved`)
      onClose()
    },
  })
  return (
    <Dialog
      title={app ? t`Edit “${app.name}”` : t`Register an application`}
      isOpen
      onClose={onClose}
      isKept={save.isPending}
    >
      <Form
        onSubmit={() => save.mutate()}
        isPending={save.isPending}
        error={save.error}
        submitLabel={app ? t`Save` : t`Register`}
        secondary={
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <TextField
          name="name"
          label={t`Name`}
          description={t`People see it when they are asked.`}
          maxLength={255}
          value={values.name}
          onChange={name => setValues({ ...values, name })}
          isRequired
          autoFocus
        />
        <TextArea
          name="redirect_uri"
          label={t`Redirect addresses`}
          description={t`Where browsers go with the code, one a line: https://…, http://localhost while it is being built, or http://127.0.0.1 for a program on the machine of its user.`}
          value={values.redirectUris}
          onChange={redirectUris => setValues({ ...values, redirectUris })}
          rows={2}
          isRequired
          isCode
        />
        {!app && (
          <Checkbox
            name="is_public"
            label={t`It cannot keep a secret`}
            description={t`A program on the machine of its user, such as an agent. It gets no secret, and needs PKCE.`}
            isSelected={values.is_public}
            onChange={is_public => setValues({ ...values, is_public })}
          />
        )}
        {!values.is_public && (
          <Checkbox
            name="use_pkce"
            label={t`Require PKCE`}
            description={t`Each request must prove that it began in the application. Turn it off only for an application that cannot.`}
            isSelected={values.use_pkce}
            onChange={use_pkce => setValues({ ...values, use_pkce })}
          />
        )}
      </Form>
    </Dialog>
  )
}

/** Shows the secret this one time. */
export const CredentialsDialog = ({
  credentials,
  onClose,
}: {
  readonly credentials: ApplicationCredentials
  readonly onClose: () => void
}) => {
  const { t } = useLingui()
  return (
    <Dialog
      title={credentials.client_secret === null ? t`The application is registered` : t`Secret of the application`}
      isOpen
      onClose={onClose}
      isKept
    >
      {credentials.client_secret !== null && (
        <Notice kind="warning">
          <Trans>Copy the secret now: it is not shown again.</Trans>
        </Notice>
      )}
      <CopyField label={t`Client identifier`} value={credentials.client_id} />
      {credentials.client_secret !== null && <CopyField label={t`Client secret`} value={credentials.client_secret} />}
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          <Trans>I have copied it</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
