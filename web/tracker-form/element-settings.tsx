import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Checkbox } from '../design/controls/checkbox.tsx'
import { Select } from '../design/controls/select.tsx'
import { TextArea, TextField } from '../design/controls/text-field.tsx'
import { withFlag, type ElementDefinition } from '../tracker-settings/model/definition.ts'

export interface ElementSettingsProps {
  readonly element: ElementDefinition
  readonly onChange: (element: ElementDefinition) => void
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The settings of the type of an element, and the value that new artifacts have. */
export const ElementSettings = ({ element, onChange }: ElementSettingsProps) => {
  const { t } = useLingui()
  const { settings = {}, type } = element
  const set = (members: Readonly<Record<string, unknown>>) =>
    onChange({ ...element, settings: { ...settings, ...members } })
  const text = (name: string) => textOf(settings[name])
  const number = (name: string, byDefault: number) => {
    const value = settings[name]
    return { value: typeof value === 'number' ? value : byDefault, onChange: (next: number) => set({ [name]: next }) }
  }
  switch (type) {
    case 'string':
      return (
        <>
          <TextField
            label={t`Default`}
            value={text('default_value')}
            onChange={value => set({ default_value: value })}
          />
          <CountField label={t`Most characters`} description={t`0: any number`} {...number('maxchars', 0)} />
        </>
      )
    case 'text':
      return (
        <>
          <TextArea
            label={t`Default`}
            rows={3}
            value={text('default_value')}
            onChange={value => set({ default_value: value })}
          />
          <CountField label={t`Lines of the editor`} {...number('rows', 10)} />
        </>
      )
    case 'int':
    case 'float':
      return (
        <>
          <NumberField
            label={t`Default`}
            isWhole={type === 'int'}
            value={text('default_value')}
            onChange={value => set({ default_value: value })}
          />
          <CountField label={t`Most characters`} description={t`0: any number`} {...number('maxchars', 0)} />
        </>
      )
    case 'date':
      return <DateSettings settings={settings} onChange={set} />
    case 'computed':
      return (
        <>
          <TextField
            label={t`Short name of the summed field`}
            description={t`Children of an artifact have the field; their values are added up.`}
            isCode
            value={text('target_field_name')}
            onChange={value => set({ target_field_name: value })}
          />
          <NumberField
            label={t`Value that new artifacts have instead`}
            value={settings['default_value'] === null ? '' : text('default_value')}
            onChange={value => set({ default_value: value === '' ? null : Number(value) })}
          />
        </>
      )
    case 'sb':
    case 'rb':
      return <DefaultValue element={element} onChange={onChange} />
    case 'msb':
      return <CountField label={t`Lines that the box shows`} {...number('size', 7)} />
    case 'tbl':
      return (
        <TextField label={t`Words in the empty box`} value={text('hint')} onChange={value => set({ hint: value })} />
      )
    case 'art_link':
      return (
        <Checkbox
          label={t`The form offers links from other artifacts`}
          isSelected={settings['can_edit_reverse_links'] !== 0}
          onChange={isSet => set({ can_edit_reverse_links: isSet ? 1 : 0 })}
        />
      )
    case 'staticrichtext':
      return (
        <TextArea
          label={t`Text`}
          description={t`HTML; what could harm readers is left out when it is shown.`}
          rows={6}
          value={text('static_value')}
          onChange={value => set({ static_value: value })}
        />
      )
    default:
      return null
  }
}

interface CountFieldProps {
  readonly label: string
  readonly description?: string
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A whole number from 0. The edits hold the last one that was written right. */
const CountField = ({ label, description, value, onChange }: CountFieldProps) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string>()
  const isRight = (text: string) => /^\d{1,9}$/.test(text.trim())
  return (
    <TextField
      label={label}
      description={description}
      inputMode="numeric"
      value={typed ?? String(value)}
      onChange={text => {
        setTyped(text)
        if (isRight(text)) onChange(Number(text))
      }}
      onBlur={() => typed !== undefined && isRight(typed) && setTyped(undefined)}
      {...(typed !== undefined && !isRight(typed) && { error: t`A whole number from 0 is needed.` })}
    />
  )
}

interface NumberFieldProps {
  readonly label: string
  /** '' is no number. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isWhole?: boolean
}

const NumberField = ({ label, value, onChange, isWhole = false }: NumberFieldProps) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string>()
  const isRight = (text: string) => (isWhole ? /^(-?\d+)?$/ : /^(-?\d+(\.\d+)?)?$/).test(text.trim())
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={typed ?? value}
      onChange={text => {
        setTyped(text)
        if (isRight(text)) onChange(text.trim())
      }}
      onBlur={() => typed !== undefined && isRight(typed) && setTyped(undefined)}
      {...(typed !== undefined &&
        !isRight(typed) && {
          error: isWhole ? t`A whole number is needed.` : t`A number is needed, with a point before its fraction.`,
        })}
    />
  )
}

interface DateSettingsProps {
  readonly settings: Readonly<Record<string, unknown>>
  readonly onChange: (members: Readonly<Record<string, unknown>>) => void
}

const DateSettings = ({ settings, onChange }: DateSettingsProps) => {
  const { t } = useLingui()
  const given = textOf(settings['default_value'])
  const isToday = settings['default_value_type'] !== 1
  const [isFixed, setFixed] = useState(!isToday && given !== '')
  const hasTime = settings['display_time'] === 1
  const choose = (choice: string) => {
    setFixed(choice === 'fixed')
    onChange(
      choice === 'today' ? { default_value_type: 0, default_value: '' } : { default_value_type: 1, default_value: '' },
    )
  }
  return (
    <>
      <Checkbox
        label={t`With the time of the day`}
        isSelected={hasTime}
        onChange={isSet => onChange({ display_time: isSet ? 1 : 0, default_value: '' })}
      />
      <Select
        label={t`Default`}
        value={isToday ? 'today' : isFixed ? 'fixed' : 'none'}
        onChange={choose}
        options={[
          { value: 'none', label: t`No date` },
          { value: 'today', label: t`The day of the creation` },
          { value: 'fixed', label: t`One date` },
        ]}
      />
      {isFixed && !isToday && (
        <TextField
          label={t`Date of new artifacts`}
          type={hasTime ? 'datetime-local' : 'date'}
          value={given.replace(' ', 'T')}
          onChange={value => onChange({ default_value_type: 1, default_value: value.replace('T', ' ') })}
        />
      )}
    </>
  )
}

/** The default of a list of which an artifact has one value. */
const DefaultValue = ({ element, onChange }: ElementSettingsProps) => {
  const { t } = useLingui()
  const { bind } = element
  if (bind?.type !== 'static') return null
  const values = bind.values ?? []
  const index = values.findIndex(value => value.is_default === true)
  return (
    <Select
      label={t`Default`}
      value={index < 0 ? '' : String(index)}
      onChange={chosen =>
        onChange({
          ...element,
          bind: {
            ...bind,
            values: values.map((value, at) => withFlag(value, 'is_default', String(at) === chosen)),
          },
        })
      }
      options={[{ value: '', label: t`None` }, ...values.map(({ label }, at) => ({ value: String(at), label }))]}
    />
  )
}
