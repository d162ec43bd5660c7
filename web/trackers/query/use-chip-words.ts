import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Field, FilterChip } from '../../fields/field-view.ts'
import { offeredChoices, textOfChoice } from '../../fields/shared/choices.ts'
import { isDateField, isNumberField } from '../table/columns.ts'
import type { Tracker } from '../tracker-queries.ts'

export interface ChipWords {
  readonly field: string
  readonly operator: string
  readonly values: string
}

/** The field of a comparison: `@status` stands for the field with that meaning. */
export const fieldOfChip = ({ fields, semantics }: Tracker, name: string): Field | undefined => {
  const meant: Readonly<Record<string, number | undefined>> = {
    '@title': semantics.title?.field_id,
    '@status': semantics.status?.field_id,
    '@assigned_to': semantics.contributor?.field_id,
  }
  return fields.find(field => (name.startsWith('@') ? field.field_id === meant[name] : field.name === name))
}

/** A comparison in the words of people: labels instead of names, sentences instead of signs. */
export const useChipWords = (tracker: Tracker): ((filter: FilterChip) => ChipWords) => {
  const { t } = useLingui()
  const listWords: Record<string, string> = {
    '=': t`is`,
    '!=': t`is not`,
    IN: t`is one of`,
    'NOT IN': t`is none of`,
  }
  const textWords: Record<string, string> = { '=': t`contains`, '!=': t`does not contain` }
  const dateWords: Record<string, string> = {
    '=': t`is on`,
    '!=': t`is not on`,
    '<': t`is before`,
    '<=': t`is until`,
    '>': t`is after`,
    '>=': t`is from`,
    BETWEEN: t`is between`,
  }
  const numberWords: Record<string, string> = { ...listWords, '<=': '≤', '>=': '≥', BETWEEN: t`is between` }
  const isNothing: Record<string, string> = { '=': t`is empty`, '!=': t`is not empty` }

  /** `NOW() - 2w` in words; undefined for anything else. */
  const momentOf = (value: string): string | undefined => {
    const [, sign, digits = '', unit = ''] = /^NOW\(\)(?:\s*([+-])\s*(\d+)([dwmy]))?$/i.exec(value) ?? []
    if (/^NOW\(\)$/i.test(value)) return t`today`
    if (sign === undefined) return undefined
    const count = Number(digits)
    const past: Record<string, string> = {
      d: plural(count, { one: '# day ago', other: '# days ago' }),
      w: plural(count, { one: '# week ago', other: '# weeks ago' }),
      m: plural(count, { one: '# month ago', other: '# months ago' }),
      y: plural(count, { one: '# year ago', other: '# years ago' }),
    }
    const future: Record<string, string> = {
      d: plural(count, { one: 'in # day', other: 'in # days' }),
      w: plural(count, { one: 'in # week', other: 'in # weeks' }),
      m: plural(count, { one: 'in # month', other: 'in # months' }),
      y: plural(count, { one: 'in # year', other: 'in # years' }),
    }
    return (sign === '-' ? past : future)[unit.toLowerCase()]
  }

  return ({ field: name, operator, values }) => {
    const field = fieldOfChip(tracker, name)
    const isList =
      field !== undefined && (field.bindings.type !== null || ['subby', 'luby', 'perm'].includes(field.type))
    const label = field?.label ?? { '@text': t`Any text`, '@comments': t`Comments` }[name] ?? name
    const nothing = isNothing[operator]
    if (!isList && nothing !== undefined && values.length === 1 && values[0] === '')
      return { field: label, operator: nothing, values: '' }
    const words =
      field && isDateField(field)
        ? dateWords
        : field && isNumberField(field)
          ? numberWords
          : isList
            ? listWords
            : textWords
    const choices = new Map(
      field ? offeredChoices(field).map(choice => [textOfChoice(choice).toLowerCase(), choice.label]) : [],
    )
    const wordOf = (value: string): string => {
      if (value === '') return t`None`
      if (/^MYSELF\(\)$/i.test(value)) return t`Me`
      if (/^OPEN\(\)$/i.test(value)) return t`Open`
      return choices.get(value.toLowerCase()) ?? momentOf(value) ?? value
    }
    const several = operator === 'BETWEEN' ? ' – ' : ', '
    // One value of a list reads as "is", however the query writes it.
    const shown =
      values.length === 1 && operator === 'IN' ? '=' : values.length === 1 && operator === 'NOT IN' ? '!=' : operator
    return { field: label, operator: words[shown] ?? shown, values: values.map(wordOf).join(several) }
  }
}
