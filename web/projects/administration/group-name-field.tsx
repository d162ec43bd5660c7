import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../design/controls/text-field.tsx'
import { GROUP_NAME } from './group-queries.ts'

interface GroupNameFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The name of a static user group; the first field of its form. */
export const GroupNameField = ({ value, onChange }: GroupNameFieldProps) => {
  const { t } = useLingui()
  return (
    <TextField
      name="short_name"
      label={t`Name`}
      description={t`Letters without accents, digits, - and _.`}
      value={value}
      onChange={onChange}
      isRequired
      autoFocus
      pattern={GROUP_NAME}
      isCode
    />
  )
}
