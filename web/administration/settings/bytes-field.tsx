import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Select } from '../../design/controls/select.tsx'
import { TextField } from '../../design/controls/text-field.tsx'
import { amountOf, bytesOf, byteUnits, type ByteUnit } from './bytes.ts'
import { useByteUnits } from './use-byte-units.ts'

export interface BytesFieldProps {
  readonly name: string
  readonly label: string
  readonly description?: ReactNode
  /** In bytes. */
  readonly value: string
  readonly onChange: (bytes: string) => void
  readonly isDisabled?: boolean
}

/** A size, shown in the most suitable unit. */
export const BytesField = ({ name, label, description, value, onChange, isDisabled }: BytesFieldProps) => {
  const { t } = useLingui()
  const units = useByteUnits()
  const [written, setWritten] = useState(() => amountOf(value))
  // A partly typed "1." stays as it is; a value from the server is shown in its best unit.
  const amount = bytesOf(written) === value ? written : amountOf(value)
  const change = (next: typeof amount) => {
    setWritten(next)
    onChange(bytesOf(next))
  }
  return (
    <div className="bytes-field">
      <TextField
        name={name}
        label={label}
        description={description}
        inputMode="decimal"
        value={amount.text}
        onChange={text => change({ ...amount, text })}
        isDisabled={isDisabled}
        isRequired
      />
      <Select
        label={t`Unit`}
        value={amount.unit}
        onChange={unit => change({ ...amount, unit: unit as ByteUnit })}
        options={byteUnits.map(([unit]) => ({ value: unit, label: units[unit] }))}
        isDisabled={isDisabled}
      />
    </div>
  )
}
