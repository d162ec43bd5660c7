import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from './button.tsx'
import './copy-field.css'
import { IconCheck, IconCopy } from '../icons.tsx'

export interface CopyFieldProps {
  readonly label: string
  readonly value: string
  readonly description?: string
  /** For several lines: a sample of commands. */
  readonly isBlock?: boolean
}

/** Text to copy: a key that is shown once, an address, a sample. */
export const CopyField = ({ label, value, description, isBlock = false }: CopyFieldProps) => {
  const { t } = useLingui()
  const id = useId()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <div className="copy-field">
      <span id={id} className="field-label">
        {label}
      </span>
      <div className="copy-field-box">
        {/* Focusable, so that the keyboard can scroll and select text that is wider than the field. */}
        <code
          className={isBlock ? 'copy-field-block' : 'copy-field-line'}
          tabIndex={0}
          role="group"
          aria-labelledby={id}
        >
          {value}
        </code>
        <Button size="small" aria-label={t`Copy: ${label}`} onPress={() => void copy()}>
          {isCopied ? <IconCheck /> : <IconCopy />}
          {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
        </Button>
      </div>
      {description !== undefined && <span className="field-description">{description}</span>}
      <span className="visually-hidden" role="status">
        {isCopied && <Trans>Copied</Trans>}
      </span>
    </div>
  )
}
