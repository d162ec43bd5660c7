import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { SearchList } from '../../design/controls/search-list.tsx'
import { includesText } from '../../design/includes-text.ts'
import type { Field, FieldScope, FilterChip } from '../../fields/field-view.ts'
import { TextFilter } from '../../fields/filters/filters.tsx'
import { viewOf } from '../../fields/registry.ts'
import { columnFields } from '../table/columns.ts'
import type { Tracker } from '../tracker-queries.ts'
import { fieldOfChip, useChipWords } from './use-chip-words.ts'

export interface NewFilterProps {
  readonly tracker: Tracker
  readonly scope: FieldScope
  readonly onDone: (chip: FilterChip | undefined) => void
}

/** First the field, then its values; or words that stand in any text. */
export const NewFilter = ({ tracker, scope, onDone }: NewFilterProps) => {
  const [name, setName] = useState<string>()
  return name === undefined ? (
    <FieldList tracker={tracker} onChoose={setName} onDone={onDone} />
  ) : (
    <FilterForm key={name} tracker={tracker} scope={scope} name={name} chip={undefined} onDone={onDone} />
  )
}

interface FieldListProps {
  readonly tracker: Tracker
  readonly onChoose: (name: string) => void
  readonly onDone: (chip: FilterChip) => void
}

const FieldList = ({ tracker, onChoose, onDone }: FieldListProps) => {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const { title, status, contributor } = tracker.semantics
  const hasFilter = (field: Field): boolean => viewOf(field.type).Filter !== undefined && isQueryable(field)
  const titleField = tracker.fields.find(field => field.field_id === title?.field_id)
  const idField = tracker.fields.find(field => field.type === 'aid' && field.is_used)
  const fields = [titleField, ...columnFields(tracker), idField].filter(field => field !== undefined).filter(hasFilter)
  const words = text.trim()
  const ready: readonly { readonly id: string; readonly content: string; readonly chip: FilterChip }[] = [
    ...(status
      ? [{ id: '@open', content: t`Open`, chip: { field: '@status', operator: '=', values: ['OPEN()'] } as const }]
      : []),
    ...(contributor
      ? [
          {
            id: '@mine',
            content: t`Assigned to me`,
            chip: { field: '@assigned_to', operator: '=', values: ['MYSELF()'] } as const,
          },
        ]
      : []),
    ...(words === ''
      ? []
      : [
          {
            id: '@text',
            content: t`Any text contains “${words}”`,
            chip: { field: '@text', operator: '=', values: [words] } as const,
          },
        ]),
  ]
  const found = [
    ...ready.filter(({ id, content }) => id !== '@text' && includesText(content, text)),
    ...fields
      .filter(field => includesText(field.label, text))
      .map(field => ({ id: field.name, content: field.label, section: t`Fields` })),
    ...ready.filter(({ id }) => id === '@text').map(each => ({ ...each, section: t`Words` })),
  ]
  return (
    <SearchList
      label={t`Find a field`}
      placeholder={t`Field or words…`}
      text={text}
      onText={setText}
      options={found.map(({ id, content, ...rest }) => ({
        id,
        content,
        ...('section' in rest ? { section: rest.section } : {}),
      }))}
      onChoose={id => {
        const chip = ready.find(each => each.id === id)?.chip
        if (chip) onDone(chip)
        else onChoose(id)
      }}
      empty={t`Nothing found`}
    />
  )
}

/** With `?with=query` the server says which comparisons a field takes. */
const isQueryable = (field: Field): boolean =>
  ((field as { readonly queryable?: readonly string[] }).queryable ?? ['=']).length > 0

export interface FilterFormProps {
  readonly tracker: Tracker
  readonly scope: FieldScope
  /** Short name of the field, or metadata. */
  readonly name: string
  readonly chip: FilterChip | undefined
  readonly onDone: (chip: FilterChip | undefined) => void
  /** Edits the query as text, where no form fits. */
  readonly onText?: () => void
}

export const FilterForm = ({ tracker, scope, name, chip, onDone, onText }: FilterFormProps) => {
  const { t } = useLingui()
  const [value, setValue] = useState(chip)
  const label = useChipWords(tracker)(chip ?? { field: name, operator: '=', values: [] }).field
  const known = fieldOfChip(tracker, name)
  // `@text` and `@comments` are texts without a field.
  const field = known ?? ({ name, label } as Field)
  const Filter = known ? viewOf(known.type).Filter : TextFilter
  if (!Filter)
    return (
      <div className="filter-popover-foot">
        <Button variant="secondary" size="small" onPress={() => onText?.()}>
          <Trans>Edit as text</Trans>
        </Button>
      </div>
    )
  return (
    <form
      aria-label={t`Filter ${label}`}
      onSubmit={event => {
        event.preventDefault()
        onDone(value)
      }}
    >
      {/* The check boxes of a list have the label themselves. */}
      {(known?.bindings.type ?? null) === null && <div className="filter-popover-head">{label}</div>}
      <Suspense fallback={null}>
        <Filter field={field} scope={scope} chip={value} onChange={setValue} />
      </Suspense>
      <div className="filter-popover-foot">
        <Button type="submit" variant="primary" size="small" isDisabled={value === undefined}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </form>
  )
}
