import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox, Radio, RadioGroup } from '../../design/controls/checkbox.tsx'
import { Dialog } from '../../design/feedback/dialog.tsx'
import { Form } from '../../design/controls/form.tsx'
import { PasswordField } from '../../design/controls/password-field.tsx'
import { TextField } from '../../design/controls/text-field.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { platformQuery } from '../../session/account.ts'
import { SHORTEST_PASSWORD } from '../../session/password.ts'
import { accountsKey, type AdministeredAccount } from './accounts.ts'

const CancelButton = ({ onClose }: { readonly onClose: () => void }) => (
  <Button onPress={onClose}>
    <Trans>Cancel</Trans>
  </Button>
)

interface AccountNames {
  readonly username: string
  readonly real_name: string
  readonly email: string
}

const NameFields = ({
  names,
  onChange,
}: {
  readonly names: AccountNames
  readonly onChange: (names: AccountNames) => void
}) => {
  const { t } = useLingui()
  return (
    <>
      <TextField
        name="username"
        label={t`Login name`}
        description={t`3 to 30 letters, digits, hyphens, underscores and dots.`}
        autoComplete="off"
        minLength={3}
        maxLength={30}
        value={names.username}
        onChange={username => onChange({ ...names, username })}
        isRequired
        autoFocus
        isCode
      />
      <TextField
        name="real_name"
        label={t`Name`}
        autoComplete="off"
        value={names.real_name}
        onChange={real_name => onChange({ ...names, real_name })}
        isRequired
      />
      <TextField
        name="email"
        type="email"
        label={t`E-mail`}
        autoComplete="off"
        value={names.email}
        onChange={email => onChange({ ...names, email })}
        isRequired
      />
    </>
  )
}

export const NewAccountDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const platform = useQuery(platformQuery).data
  const isRestrictedInUse = platform?.access_mode === 'restricted'
  // Without a mail server no link reaches the owner.
  const canMail = platform?.can_reset_password === true
  const [entry, setEntry] = useState<'mail' | 'password'>()
  const byMail = (entry ?? 'mail') === 'mail' && canMail
  const [names, setNames] = useState<AccountNames>({ username: '', real_name: '', email: '' })
  const [password, setPassword] = useState('')
  const [isRestricted, setRestricted] = useState(false)
  const create = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/site/users', {
          body: { ...names, ...(!byMail && { password }), ...(isRestricted && { is_restricted: true }) },
        }),
      ),
    onSuccess: async ({ username }) => {
      await queries.invalidateQueries({ queryKey: accountsKey })
      toast(t`The account ${username} is there.`)
      onClose()
    },
  })
  return (
    <Dialog title={t`New account`} isOpen onClose={onClose} isKept={create.isPending}>
      <Form
        onSubmit={() => create.mutate()}
        isPending={create.isPending}
        error={create.error}
        submitLabel={t`Create the account`}
        secondary={<CancelButton onClose={onClose} />}
      >
        <NameFields names={names} onChange={setNames} />
        {canMail && (
          <RadioGroup
            label={t`How to get in`}
            value={byMail ? 'mail' : 'password'}
            onChange={value => setEntry(value === 'mail' ? 'mail' : 'password')}
          >
            <Radio
              value="mail"
              label={t`By a link in a mail`}
              description={t`It leads to a page to choose a password, within seven days. Afterwards “Forgotten password?” sends another one.`}
            />
            <Radio value="password" label={t`With a password that you choose`} />
          </RadioGroup>
        )}
        {!byMail && (
          <PasswordField
            name="password"
            label={t`Password`}
            description={t`At least 8 characters. Tell it in a safe way; it can be changed in the account.`}
            autoComplete="new-password"
            minLength={SHORTEST_PASSWORD}
            value={password}
            onChange={setPassword}
            isRequired
          />
        )}
        {isRestrictedInUse && (
          <Checkbox
            name="is_restricted"
            label={t`Restricted`}
            description={t`Sees only the projects that it is a member of, and those open to restricted accounts.`}
            isSelected={isRestricted}
            onChange={setRestricted}
          />
        )}
      </Form>
    </Dialog>
  )
}

export const EditAccountDialog = ({
  account,
  onClose,
}: {
  readonly account: AdministeredAccount
  readonly onClose: () => void
}) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { username, real_name, email } = account
  const [names, setNames] = useState<AccountNames>({ username, real_name, email })
  const save = useMutation({
    mutationFn: () => bodyOf(api.PATCH('/users/{id}', { params: { path: { id: account.id } }, body: names })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: accountsKey })
      await queries.invalidateQueries({ queryKey: ['account'] })
      toast(t`Saved`)
      onClose()
    },
  })
  return (
    <Dialog title={t`Edit ${username}`} isOpen onClose={onClose} isKept={save.isPending}>
      <Form
        onSubmit={() => save.mutate()}
        isPending={save.isPending}
        error={save.error}
        submitLabel={t`Save`}
        secondary={<CancelButton onClose={onClose} />}
      >
        <NameFields names={names} onChange={setNames} />
      </Form>
    </Dialog>
  )
}
