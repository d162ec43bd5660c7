import { useLingui } from '@lingui/react/macro'
import { Radio, RadioGroup } from '../design/controls/checkbox.tsx'
import { useVisibilityLabel } from './visibility.tsx'

export interface VisibilityFieldProps {
  /** The visibilities that the platform allows, as values of the API. */
  readonly choices: readonly string[]
  readonly value: string
  readonly onChange: (access: string) => void
}

/** A field to choose who may see a project. */
export const VisibilityField = ({ choices, value, onChange }: VisibilityFieldProps) => {
  const { t } = useLingui()
  const label = useVisibilityLabel()
  const meaning = useVisibilityMeaning()
  return (
    <RadioGroup name="access" label={t`Visibility`} value={value} onChange={onChange}>
      {choices.map(choice => (
        <Radio key={choice} value={choice} label={label(choice)} description={meaning(choice)} />
      ))}
    </RadioGroup>
  )
}

const useVisibilityMeaning = (): ((access: string) => string) => {
  const { t } = useLingui()
  return access => {
    switch (access) {
      case 'public':
        return t`Everybody who may see the platform sees it.`
      case 'unrestricted':
        return t`Everybody who may see the platform sees it, restricted accounts too.`
      case 'private':
        return t`Only its members see it.`
      default:
        return t`Only its members see it, and restricted accounts cannot be members.`
    }
  }
}
