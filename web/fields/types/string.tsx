import { Trans } from '@lingui/react/macro'
import { defineFieldView, type EditProps, type ReadProps } from '../field-view.ts'
import { InputEditor } from '../shared/editor.tsx'
import { TextFilter } from '../filters/filters.tsx'
import { LinkedText } from '../shared/linked-text.tsx'
import { Nothing } from '../shared/nothing.tsx'
import type { StringValue } from '../shared/values.ts'

const Read = ({ value }: ReadProps<StringValue>) =>
  value === undefined || value.value === '' ? <Nothing /> : <LinkedText text={value.value} />

const Cell = ({ value }: ReadProps<StringValue>) => <bdi className="cut">{value?.value}</bdi>

const NEAR_LIMIT = 0.8

const Edit = (props: EditProps<StringValue>) => {
  const { field, value, onChange } = props
  const text = value?.value ?? ''
  const limit = maxChars(field.specific_properties)
  const left = limit - text.length
  return (
    <InputEditor
      {...props}
      text={text}
      {...(limit > 0 && { maxLength: limit })}
      onText={typed => onChange({ field_id: field.field_id, label: field.label, type: 'string', value: typed })}
    >
      {limit > 0 && text.length >= limit * NEAR_LIMIT && (
        <span className="meta" role="status">
          <Trans>{left} characters left</Trans>
        </span>
      )}
    </InputEditor>
  )
}

/** 0: no limit. */
const maxChars = (properties: unknown): number => {
  const { maxchars } = (properties ?? {}) as { readonly maxchars?: unknown }
  return Number(maxchars ?? 0) || 0
}

export const string = defineFieldView<StringValue>({
  type: 'string',
  Read,
  Cell,
  Edit,
  Filter: TextFilter,
  entryOf: ({ field_id, value }) => ({ field_id, value }),
  isEmpty: value => (value?.value ?? '') === '',
  toText: value => value?.value ?? '',
  fromText: (text, field) => ({
    value: {
      field_id: field.field_id,
      label: field.label,
      type: 'string',
      value: text.replace(/\s*[\r\n]+\s*/g, ' ').trim(),
    },
  }),
  same: (one, other) => (one?.value ?? '') === (other?.value ?? ''),
})
