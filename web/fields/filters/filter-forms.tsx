// Loaded when somebody filters.
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Checkbox, CheckboxGroup } from '../../design/controls/checkbox.tsx'
import { Select } from '../../design/controls/select.tsx'
import type { FilterChip, FilterProps } from '../field-view.ts'
import { isForEverybody, offeredChoices, textOfChoice } from '../shared/choices.ts'

type Operator = FilterChip['operator']

interface ComparisonFilterProps extends FilterProps {
  readonly inputMode: 'decimal' | 'date'
}

/** `<`, `=`, between …: for numbers and dates. */
const ComparisonFilter = ({ field, chip, onChange, inputMode }: ComparisonFilterProps) => {
  const { t } = useLingui()
  const [operator, setOperator] = useState<Operator>(chip?.operator ?? '=')
  const [values, setValues] = useState<readonly string[]>(chip?.values ?? [''])
  const names: Record<string, string> =
    inputMode === 'date'
      ? {
          '=': t`is on`,
          '<': t`is before`,
          '<=': t`is until`,
          '>': t`is after`,
          '>=': t`is from`,
          BETWEEN: t`is between`,
        }
      : { '=': t`is`, '!=': t`is not`, '<': '<', '<=': '≤', '>': '>', '>=': '≥', BETWEEN: t`is between` }
  const change = (next: Operator, written: readonly string[]): void => {
    setOperator(next)
    setValues(written)
    const used = next === 'BETWEEN' ? [written[0] ?? '', written[1] ?? ''] : [written[0] ?? '']
    if (next !== 'BETWEEN' || used.every(value => value !== ''))
      onChange({ field: field.name, operator: next, values: used })
  }
  const type = inputMode === 'date' ? ('date' as const) : ('text' as const)
  return (
    <div className="filter-fields-row">
      <Select
        label={t`Comparison`}
        isLabelHidden
        value={operator}
        onChange={next => change(next as Operator, values)}
        options={Object.entries(names).map(([value, label]) => ({ value, label }))}
      />
      <input
        className="field-input"
        aria-label={field.label}
        type={type}
        inputMode={inputMode === 'decimal' ? 'decimal' : undefined}
        value={values[0] ?? ''}
        onChange={event => change(operator, [event.target.value, values[1] ?? ''])}
      />
      {operator === 'BETWEEN' && (
        <input
          className="field-input"
          aria-label={t`and`}
          type={type}
          value={values[1] ?? ''}
          onChange={event => change(operator, [values[0] ?? '', event.target.value])}
        />
      )}
    </div>
  )
}

/** Words that must stand in a text. */
export const TextFilter = ({ field, chip, onChange }: FilterProps) => {
  const { t } = useLingui()
  const [operator, setOperator] = useState<Operator>(chip?.operator ?? '=')
  const [text, setText] = useState(chip?.values[0] ?? '')
  const change = (next: Operator, words: string): void => {
    setOperator(next)
    setText(words)
    onChange({ field: field.name, operator: next, values: [words] })
  }
  return (
    <div className="filter-fields-row">
      <Select
        label={t`Comparison`}
        isLabelHidden
        value={operator}
        onChange={next => change(next as Operator, text)}
        options={[
          { value: '=', label: t`contains` },
          { value: '!=', label: t`does not contain` },
        ]}
      />
      <input
        className="field-input"
        aria-label={field.label}
        dir="auto"
        value={text}
        onChange={event => change(operator, event.target.value)}
      />
    </div>
  )
}

export const NumberFilter = (props: FilterProps) => <ComparisonFilter {...props} inputMode="decimal" />

export const DateFilter = (props: FilterProps) => <ComparisonFilter {...props} inputMode="date" />

/** Any of the checked values, or none of them. */
export const ListFilter = ({ field, chip, onChange }: FilterProps) => {
  const { t } = useLingui()
  const [isNot, setNot] = useState(chip?.operator === 'NOT IN' || chip?.operator === '!=')
  const [values, setValues] = useState<readonly string[]>(chip?.values ?? [])
  const change = (not: boolean, next: readonly string[]): void => {
    setNot(not)
    setValues(next)
    if (next.length > 0) onChange({ field: field.name, operator: not ? 'NOT IN' : 'IN', values: next })
  }
  const toggle = (value: string, isOn: boolean): void =>
    change(isNot, isOn ? [...values, value] : values.filter(each => each !== value))
  const isPeople = field.bindings.type === 'users' || field.type === 'subby' || field.type === 'luby'
  const choices = offeredChoices(field)
  const isOpenList = field.type === 'tbl' && field.bindings.type !== 'ugroups'
  const hasMore = isForEverybody(field) || isOpenList
  // Values that somebody typed here, or that the query has.
  const others = values.filter(
    value => value !== '' && !/^\w+\(\)$/.test(value) && !choices.some(choice => textOfChoice(choice) === value),
  )
  return (
    <>
      <CheckboxGroup label={field.label} value={[...values]} onChange={next => change(isNot, next)}>
        <div className="filter-choices">
          {isPeople && <Checkbox value="MYSELF()" label={t`Me`} />}
          {field.type !== 'subby' && field.type !== 'luby' && <Checkbox value="" label={t`None`} />}
          {choices.map(choice => (
            <Checkbox key={choice.id} value={textOfChoice(choice)} label={choice.label} />
          ))}
          {others.map(value => (
            <Checkbox key={value} value={value} label={value} />
          ))}
        </div>
      </CheckboxGroup>
      {hasMore && (
        <input
          className="field-input"
          aria-label={isPeople ? t`Login of another person` : t`Another value`}
          placeholder={isPeople ? t`Login, then Enter` : t`Another value, then Enter`}
          dir="auto"
          onKeyDown={event => {
            const input = event.currentTarget
            const value = input.value.trim()
            if (event.key !== 'Enter' || value === '') return
            event.preventDefault()
            toggle(value, !values.includes(value))
            input.value = ''
          }}
        />
      )}
      <div className="filter-not">
        <Checkbox label={t`None of these`} isSelected={isNot} onChange={not => change(not, values)} />
      </div>
    </>
  )
}
