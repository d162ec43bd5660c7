import { useLingui } from '@lingui/react/macro'
import { PasswordField } from '../design/controls/password-field.tsx'
import { SHORTEST_PASSWORD } from '../session/password.ts'

export interface NewPasswordFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoFocus?: boolean
}

/** A field to choose a password. */
export const NewPasswordField = (props: NewPasswordFieldProps) => {
  const { t } = useLingui()
  return (
    <PasswordField
      {...props}
      name="new_password"
      label={t`New password`}
      description={t`At least ${SHORTEST_PASSWORD} characters.`}
      autoComplete="new-password"
      minLength={SHORTEST_PASSWORD}
      isRequired
    />
  )
}
