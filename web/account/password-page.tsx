import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, done } from '../api/api.ts'
import { NewPasswordField } from '../auth/new-password-field.tsx'
import { Form } from '../design/controls/form.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { PasswordField } from '../design/controls/password-field.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { useSignedIn } from '../session/account.ts'
import { AccountPage } from './account-page.tsx'

export const PasswordPage = () => {
  const { t } = useLingui()
  const { user, has_password } = useSignedIn()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const save = useMutation({
    mutationFn: () => done(api.PUT('/account/password', { body: { current_password: current, new_password: next } })),
    onSuccess: () => {
      setCurrent('')
      setNext('')
      toast(t`The password is changed.`)
    },
    // A wrong password must not count as an ended session.
    meta: { isSignedOutFine: true },
  })
  return (
    <AccountPage
      title={t`Password`}
      description={
        <Trans>A new one signs you out everywhere but here, and ends what applications may do for you.</Trans>
      }
    >
      {has_password ? (
        <Form
          onSubmit={() => save.mutate()}
          isPending={save.isPending}
          error={save.error}
          submitLabel={t`Change the password`}
        >
          <input type="hidden" name="username" autoComplete="username" value={user.username} readOnly />
          <PasswordField
            name="current_password"
            label={t`Current password`}
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
            isRequired
          />
          <NewPasswordField value={next} onChange={setNext} />
        </Form>
      ) : (
        <Notice>
          <Trans>This account has no password here.</Trans>
        </Notice>
      )}
    </AccountPage>
  )
}
