import { useLingui } from '@lingui/react/macro'
import { isApiError } from '../api/api-error.ts'
import { TextField } from '../design/controls/text-field.tsx'

/** Whether the server refused the sign-in because a code is missing or wrong. */
export const isAboutCode = (error: unknown): boolean =>
  isApiError(error) && error.reasons.some(({ reason }) => reason?.startsWith('second_factor.'))

/** Whether a code was missing: nothing is wrong yet. */
export const isCodeMissing = (error: unknown): boolean =>
  isApiError(error) && error.reasons.some(({ reason }) => reason === 'second_factor.required')

interface CodeFieldProps {
  readonly value: string
  readonly onChange: (code: string) => void
  /** Recovery codes are no help where a new app is confirmed. */
  readonly isOfApp?: boolean
}

/** A code of an authenticator app or a recovery code. */
export const CodeField = ({ value, onChange, isOfApp = false }: CodeFieldProps) => {
  const { t } = useLingui()
  return (
    <TextField
      name="code"
      label={isOfApp ? t`Code that the app shows` : t`Code of your second factor`}
      description={isOfApp ? t`Six digits.` : t`The six digits that your authenticator app shows, or a recovery code.`}
      autoComplete="one-time-code"
      inputMode={isOfApp ? 'numeric' : 'text'}
      value={value}
      onChange={onChange}
      isRequired
      autoFocus
      isCode
    />
  )
}
