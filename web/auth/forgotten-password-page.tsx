import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../api/api.ts'
import { Form } from '../design/controls/form.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { Page } from '../design/layout/page.tsx'
import { TextField } from '../design/controls/text-field.tsx'

/** Requests the mail with the link to a new password. The page does not tell whether the account exists. */
export const ForgottenPasswordPage = () => {
  const { t } = useLingui()
  const [account, setAccount] = useState('')
  const request = useMutation({
    mutationFn: () => done(api.POST('/password_resets', { body: { login_or_email: account.trim() } })),
    meta: { isSignedOutFine: true },
  })
  return (
    <Page title={t`Forgotten password`}>
      {request.isSuccess ? (
        <div role="status">
          <Notice kind="success">
            <Trans>
              If there is such an account, a mail is on its way to it. Its link is good for a short time, and for one
              new password.
            </Trans>
          </Notice>
        </div>
      ) : (
        <Form
          onSubmit={() => request.mutate()}
          isPending={request.isPending}
          error={request.error}
          submitLabel={t`Send the mail`}
        >
          <p className="muted">
            <Trans>A mail will bring you a link to set a new password.</Trans>
          </p>
          <TextField
            name="login_or_email"
            label={t`Login name or e-mail address`}
            autoComplete="username"
            value={account}
            onChange={setAccount}
            isRequired
            isCode
            autoFocus
          />
        </Form>
      )}
      <p>
        <Link to="/login">
          <Trans>Back to signing in</Trans>
        </Link>
      </p>
    </Page>
  )
}
