import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Checkbox } from '../design/controls/checkbox.tsx'
import { CopyField } from '../design/controls/copy-field.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import { Form } from '../design/controls/form.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { TextField } from '../design/controls/text-field.tsx'
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
  const [values, setValues] = useState<ApplicationValues>({
    name: app?.name ?? '',
    redirect_uri: app?.redirect_uri ?? '',
    use_pkce: app?.use_pkce ?? true,
  })
  const save = useMutation({
    mutationFn: async (): Promise<ApplicationCredentials | undefined> => {
      if (!app) return createApplication(owner, values)
      await changeApplication(app, values)
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
        <TextField
          name="redirect_uri"
          label={t`Redirect address`}
          description={t`Where browsers go with the code: https://…, or http://localhost while it is being built.`}
          type="url"
          value={values.redirect_uri}
          onChange={redirect_uri => setValues({ ...values, redirect_uri })}
          isRequired
          isCode
        />
        <Checkbox
          name="use_pkce"
          label={t`Require PKCE`}
          description={t`Each request must prove that it began in the application. Turn it off only for an application that cannot.`}
          isSelected={values.use_pkce}
          onChange={use_pkce => setValues({ ...values, use_pkce })}
        />
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
    <Dialog title={t`Secret of the application`} isOpen onClose={onClose} isKept>
      <Notice kind="warning">
        <Trans>Copy the secret now: it is not shown again.</Trans>
      </Notice>
      <CopyField label={t`Client identifier`} value={credentials.client_id} />
      <CopyField label={t`Client secret`} value={credentials.client_secret} />
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          <Trans>I have copied it</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
