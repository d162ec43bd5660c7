import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { SearchList } from '../../design/controls/search-list.tsx'
import { includesText } from '../../design/includes-text.ts'
import type { Field, FieldScope, FilterChip } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { columnFields } from '../table/columns.ts'
import type { Tracker } from '../tracker-queries.ts'

export interface NewFilterProps {
  readonly tracker: Tracker
  readonly scope: FieldScope
  readonly onDone: (chip: FilterChip | undefined) => void
}

/** First the field, then its values. */
export const NewFilter = ({ tracker, scope, onDone }: NewFilterProps) => {
  const [field, setField] = useState<Field>()
  return field ? (
    <FilterForm key={field.field_id} field={field} scope={scope} chip={undefined} onDone={onDone} />
  ) : (
    <FieldList tracker={tracker} onChoose={setField} />
  )
}

const FieldList = ({ tracker, onChoose }: { readonly tracker: Tracker; readonly onChoose: (field: Field) => void }) => {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const title = tracker.fields.find(field => field.field_id === tracker.semantics.title?.field_id)
  const fields = [...(title ? [title] : []), ...columnFields(tracker)].filter(
    field => viewOf(field.type).Filter !== undefined && isQueryable(field),
  )
  return (
    <SearchList
      label={t`Find a field`}
      placeholder={t`Field…`}
      text={text}
      onText={setText}
      options={fields
        .filter(field => includesText(field.label, text))
        .map(field => ({ id: field.name, content: field.label }))}
      onChoose={name => {
        const found = fields.find(field => field.name === name)
        if (found) onChoose(found)
      }}
      empty={t`Nothing found`}
    />
  )
}

/** With `?with=query` the server says which comparisons a field takes. */
const isQueryable = (field: Field): boolean =>
  ((field as { readonly queryable?: readonly string[] }).queryable ?? ['=']).length > 0

interface FilterFormProps {
  readonly field: Field
  readonly scope: FieldScope
  readonly chip: FilterChip | undefined
  readonly onDone: (chip: FilterChip | undefined) => void
}

const FilterForm = ({ field, scope, chip, onDone }: FilterFormProps) => {
  const [value, setValue] = useState(chip)
  const { Filter } = viewOf(field.type)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onDone(value)
      }}
    >
      <div className="filter-popover-head">{field.label}</div>
      <Suspense fallback={null}>
        {Filter && <Filter field={field} scope={scope} chip={value} onChange={setValue} />}
      </Suspense>
      <div className="filter-popover-foot">
        <Button type="submit" variant="primary" size="small" isDisabled={value === undefined}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </form>
  )
}
