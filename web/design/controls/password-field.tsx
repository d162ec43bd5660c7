import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from './button.tsx'
import { TextField, type TextInputProps } from './text-field.tsx'
import './password-field.css'

/** A password that its owner can make visible while typing. */
export const PasswordField = (props: Omit<TextInputProps, 'type' | 'isCode'>) => {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  return (
    <div className="password-field">
      <TextField {...props} type={isShown ? 'text' : 'password'} isCode />
      <span className="password-field-toggle">
        <Button
          size="small"
          variant="quiet"
          aria-label={isShown ? t`Hide: ${props.label}` : t`Show: ${props.label}`}
          onPress={() => setShown(!isShown)}
        >
          {isShown ? t`Hide` : t`Show`}
        </Button>
      </span>
    </div>
  )
}
