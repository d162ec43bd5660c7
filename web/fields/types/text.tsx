import { defineFieldView, type ReadProps } from '../field-view.ts'
import { WrittenText } from '../shared/written-text.tsx'
import { TextFilter } from '../filters/filters.tsx'
import { LongText } from '../shared/long-text.tsx'
import { lazyEdit } from '../shared/lazy-edit.tsx'
import { Nothing } from '../shared/nothing.tsx'
import { TaskText } from '../shared/task-text.tsx'
import type { TextValue } from '../shared/values.ts'

const isEmpty = (value: TextValue | undefined): boolean =>
  (value?.value ?? '').trim() === '' && (value?.commonmark ?? '').trim() === ''

const Read = ({ value, onChange }: ReadProps<TextValue>) =>
  value === undefined || isEmpty(value) ? (
    <Nothing />
  ) : (
    <LongText key={value.value.length}>
      {value.format === 'html' ? (
        <TaskText value={value} onChange={onChange} />
      ) : (
        <WrittenText html={value.post_processed_value} className="plain-text" />
      )}
    </LongText>
  )

/** The first line, without marks. */
const Cell = ({ value }: ReadProps<TextValue>) => <bdi className="cut">{firstLine(value)}</bdi>

const MAX_CELL = 300

const firstLine = (value: TextValue | undefined): string => {
  if (!value) return ''
  if (value.format !== 'html') return value.value.slice(0, MAX_CELL)
  return (
    value.commonmark ??
    new DOMParser().parseFromString(value.value.slice(0, 4 * MAX_CELL), 'text/html').body.textContent
  ).slice(0, MAX_CELL)
}

const Edit = lazyEdit(async () => (await import('./text-edit.tsx')).TextEdit)

export const text = defineFieldView<TextValue>({
  type: 'text',
  isLong: true,
  Read,
  Cell,
  Edit,
  Filter: TextFilter,
  // Markdown goes back as its source: the rendered HTML would replace it.
  entryOf: ({ field_id, value, format, commonmark }) => ({
    field_id,
    value: commonmark === undefined ? { content: value, format } : { content: commonmark, format: 'commonmark' },
  }),
  isEmpty,
  toText: value => value?.commonmark ?? value?.value ?? '',
  fromText: (content, field) => ({
    value: {
      field_id: field.field_id,
      label: field.label,
      type: 'text',
      format: 'html',
      value: '',
      post_processed_value: '',
      commonmark: content,
    },
  }),
  same: (one, other) =>
    one?.commonmark !== undefined || other?.commonmark !== undefined
      ? (one?.commonmark ?? one?.value ?? '') === (other?.commonmark ?? other?.value ?? '')
      : (one?.value ?? '') === (other?.value ?? ''),
})
