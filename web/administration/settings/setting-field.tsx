import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox, Radio, RadioGroup } from '../../design/controls/checkbox.tsx'
import { useNumberFormat } from '../../design/format.tsx'
import { Select } from '../../design/controls/select.tsx'
import { TextField } from '../../design/controls/text-field.tsx'
import { zonesWith } from '../../design/time-zones.ts'
import { BytesField } from './bytes-field.tsx'
import { amountOf } from './bytes.ts'
import { useSettingText } from './setting-texts.ts'
import { kindOf, type Setting } from './settings.ts'
import { useByteUnits } from './use-byte-units.ts'

export interface SettingFieldProps {
  readonly setting: Setting
  /** The unsaved text; null: reset to the default; undefined: no change. */
  readonly draft: string | null | undefined
  readonly onChange: (draft: string | null) => void
  readonly isDisabled: boolean
  /** Additional information about the setting. */
  readonly children?: ReactNode
}

/** One setting: its control, and its default with a button to restore it. */
export const SettingField = ({ setting, draft, onChange, isDisabled, children }: SettingFieldProps) => {
  const { t } = useLingui()
  const { label } = useSettingText()(setting)
  const shownDefault = useShownValue()(setting, setting.default)
  const isDefault = draft === undefined ? setting.is_default : draft === null
  return (
    <div className="setting">
      <Control
        setting={setting}
        value={draft === undefined ? setting.value : (draft ?? setting.default)}
        onChange={onChange}
        isDisabled={isDisabled}
      />
      <div className="setting-default muted small">
        <span>
          <Trans>Default: {shownDefault}</Trans>
        </span>
        {!isDefault && !isDisabled && (
          <Button variant="quiet" size="small" aria-label={t`Use the default: ${label}`} onPress={() => onChange(null)}>
            <Trans>Use the default</Trans>
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}

const Control = ({
  setting,
  value,
  onChange,
  isDisabled,
}: {
  readonly setting: Setting
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isDisabled: boolean
}) => {
  const { label, description } = useSettingText()(setting)
  const modes = useAccessModes()
  const field = { name: setting.name, label, description, value, onChange, isDisabled }
  switch (kindOf(setting.name)) {
    case 'access':
      return (
        <RadioGroup {...field}>
          {Object.entries(modes).map(([mode, text]) => (
            <Radio key={mode} value={mode} {...text} />
          ))}
        </RadioGroup>
      )
    case 'flag':
      return (
        <Checkbox
          name={setting.name}
          label={label}
          description={description}
          isSelected={value === '1'}
          onChange={isOn => onChange(isOn ? '1' : '0')}
          isDisabled={isDisabled}
        />
      )
    case 'bytes':
      return <BytesField {...field} />
    case 'count':
      return <TextField {...field} inputMode="numeric" isRequired />
    case 'zone':
      return <Select {...field} options={zonesWith(value).map(zone => ({ value: zone, label: zone }))} />
    case 'text':
      return <TextField {...field} isRequired />
    case 'code':
      return <TextField {...field} isCode />
  }
}

const useAccessModes = () => {
  const { t } = useLingui()
  return {
    anonymous: {
      label: t`Everybody`,
      description: t`Whoever comes reads what is public, without signing in.`,
    },
    regular: { label: t`People who are signed in`, description: t`Nothing is seen without signing in.` },
    restricted: {
      label: t`People who are signed in, some restricted`,
      description: t`Restricted accounts see only their own projects, and those open to them.`,
    },
  }
}

/** A value in readable form. */
const useShownValue = (): ((setting: Setting, value: string) => string) => {
  const { t } = useLingui()
  const modes = useAccessModes()
  const units = useByteUnits()
  const format = useNumberFormat({ maximumFractionDigits: 20 })
  return (setting, value) => {
    if (value === '') return t`empty`
    switch (kindOf(setting.name)) {
      case 'access':
        return modes[value as keyof typeof modes]?.label ?? value
      case 'flag':
        return value === '1' ? t`yes` : t`no`
      case 'count':
        return format(Number(value))
      case 'bytes': {
        const { text, unit } = amountOf(value)
        return `${format(Number(text))} ${units[unit]}`
      }
      default:
        return value
    }
  }
}
