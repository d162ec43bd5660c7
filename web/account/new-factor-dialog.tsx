import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import type { components } from '../../client/index.ts'
import { api, bodyOf } from '../api/api.ts'
import { CodeField } from '../auth/code-field.tsx'
import { Button } from '../design/controls/button.tsx'
import { CopyField } from '../design/controls/copy-field.tsx'
import { Form } from '../design/controls/form.tsx'
import { PasswordField } from '../design/controls/password-field.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { useSignedIn } from '../session/account.ts'
import './new-factor-dialog.css'

type NewFactor = components['schemas']['NewSecondFactor']

interface NewFactorDialogProps {
  readonly onClose: () => void
  /** `recoveryCodes` is empty for an account that has its codes. */
  readonly onAdded: (recoveryCodes: readonly string[]) => void
}

/** Sets up an authenticator app: password, secret, first code. */
export const NewFactorDialog = ({ onClose, onAdded }: NewFactorDialogProps) => {
  const { t } = useLingui()
  const [factor, setFactor] = useState<NewFactor>()
  return (
    <Dialog title={t`Add an authenticator app`} isOpen isKept={factor !== undefined} onClose={onClose}>
      {factor ? (
        <Confirmation factor={factor} onClose={onClose} onAdded={onAdded} />
      ) : (
        <Beginning onBegun={setFactor} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface BeginningProps {
  readonly onBegun: (factor: NewFactor) => void
  readonly onClose: () => void
}

const Beginning = ({ onBegun, onClose }: BeginningProps) => {
  const { t } = useLingui()
  const { user } = useSignedIn()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const begin = useMutation({
    mutationFn: () => bodyOf(api.POST('/account/second_factors', { body: { name, current_password: password } })),
    onSuccess: onBegun,
  })
  return (
    <Form
      onSubmit={() => begin.mutate()}
      isPending={begin.isPending}
      error={begin.error}
      submitLabel={t`Continue`}
      secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
    >
      <TextField
        name="name"
        label={t`Name`}
        description={t`So that you know it again: “my phone”.`}
        value={name}
        onChange={setName}
        maxLength={80}
        isRequired
        autoFocus
      />
      <input type="hidden" name="username" autoComplete="username" value={user.username} readOnly />
      <PasswordField
        name="current_password"
        label={t`Current password`}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
      />
    </Form>
  )
}

const Confirmation = ({ factor, onClose, onAdded }: NewFactorDialogProps & { readonly factor: NewFactor }) => {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/account/second_factors/{id}/confirmation', { params: { path: { id: factor.id } }, body: { code } }),
      ),
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
  })
  return (
    <Form
      onSubmit={() => confirm.mutate()}
      isPending={confirm.isPending}
      error={confirm.error}
      submitLabel={t`Add`}
      secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
    >
      <p>
        <Trans>Scan the code with an authenticator app, or type the secret into it.</Trans>
      </p>
      <QrCode text={factor.uri} label={t`QR code of the secret`} />
      <CopyField label={t`Secret`} value={factor.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
      <CodeField value={code} onChange={setCode} isOfApp />
    </Form>
  )
}

/** Modules of white around the code, which cameras need. */
const QUIET = 2

const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
