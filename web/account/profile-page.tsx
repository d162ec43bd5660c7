import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Form } from '../design/controls/form.tsx'
import { PasswordField } from '../design/controls/password-field.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { Avatar } from '../design/values/avatar.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { useSignedIn } from '../session/account.ts'
import { AccountPage } from './account-page.tsx'
import { useUpdateAccount } from './update-account.ts'

export const ProfilePage = () => {
  const { t } = useLingui()
  const { user, has_password } = useSignedIn()
  const [realName, setRealName] = useState(user.real_name)
  const [email, setEmail] = useState(user.email)
  const [password, setPassword] = useState('')
  const isNewEmail = email.trim() !== user.email
  const save = useUpdateAccount(() => {
    setPassword('')
    toast(t`Saved`)
  })
  const submit = () =>
    save.mutate({
      real_name: realName.trim(),
      ...(isNewEmail ? { email: email.trim(), ...(has_password ? { current_password: password } : {}) } : {}),
    })
  return (
    <AccountPage title={t`Profile`}>
      <div className="row">
        <Avatar user={user} size={56} />
        <div>
          <strong>{user.real_name}</strong>
          <div className="muted">
            @{user.username} · <Trans>what others see of you</Trans>
          </div>
        </div>
      </div>
      {user.email === '' && (
        <Notice kind="warning">
          <Trans>
            Without an e-mail address no mail about artifacts reaches you, and a forgotten password cannot be set anew.
          </Trans>
        </Notice>
      )}
      <Form onSubmit={submit} isPending={save.isPending} error={save.error} submitLabel={t`Save`}>
        <TextField
          name="real_name"
          label={t`Name`}
          autoComplete="name"
          value={realName}
          onChange={setRealName}
          isRequired
        />
        <TextField
          name="email"
          label={t`E-mail address`}
          type="email"
          autoComplete="email"
          description={t`Mails about artifacts go there, and the link when you forget your password.`}
          value={email}
          onChange={setEmail}
          isRequired
        />
        {isNewEmail && has_password && (
          <PasswordField
            name="current_password"
            label={t`Password`}
            description={t`A new address needs your password: whoever reads its mails can get into the account.`}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            isRequired
          />
        )}
      </Form>
    </AccountPage>
  )
}
