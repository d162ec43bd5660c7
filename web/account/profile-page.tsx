import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Form } from '../design/controls/form.tsx'
import { PasswordField } from '../design/controls/password-field.tsx'
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
    <AccountPage title={t`Profile`} description={<Trans>What others see of you.</Trans>}>
      <div className="row">
        <img className="avatar" src={user.avatar_url} alt="" width={56} height={56} />
        <div>
          <strong>{user.real_name}</strong>
          <div className="muted">@{user.username}</div>
        </div>
      </div>
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
