import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { Button } from '../../design/controls/button.tsx'
import { SearchList, type SearchOption } from '../../design/controls/search-list.tsx'
import { includesText } from '../../design/includes-text.ts'
import type { Field, FieldScope, FilterChip } from '../../fields/field-view.ts'
import { TextFilter } from '../../fields/filters/filters.tsx'
import { viewOf } from '../../fields/registry.ts'
import type { LayerHandle } from '../../design/layout/late-layer.tsx'
import { useFieldOptions } from '../table/field-kinds.tsx'
import { columnFields } from '../table/columns.ts'
import type { Tracker } from '../tracker-queries.ts'
import type { NewChip } from './chips.ts'
import { typedArtifact, useRelations } from './relations.ts'
import { fieldOfChip, useChipWords } from './use-chip-words.ts'

export interface NewFilterProps {
  readonly tracker: Tracker
  readonly scope: FieldScope
  readonly onDone: (chip: NewChip | undefined) => void
}

/** Beside the button that opens it. */
export const NewFilterLayer = ({ trigger, close, ...props }: NewFilterProps & LayerHandle) => {
  const { t } = useLingui()
  return (
    <Popover
      className="menu-popover filter-popover"
      placement="bottom start"
      triggerRef={trigger}
      isOpen
      onOpenChange={isOpen => !isOpen && close()}
    >
      <Dialog aria-label={t`Add a filter`} className="filter-dialog">
        <NewFilter {...props} />
      </Dialog>
    </Popover>
  )
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

/** A choice that is a whole filter: it needs no values. */
interface ReadyChip {
  readonly id: string
  readonly content: string
  readonly chip: NewChip
}

interface FieldListProps {
  readonly tracker: Tracker
  readonly onChoose: (name: string) => void
  readonly onDone: (chip: NewChip) => void
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
  const relations = useRelations()
  const artifact = typedArtifact(text)
  const common: readonly ReadyChip[] = [
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
  ].filter(({ content }) => includesText(content, text))
  const related: readonly ReadyChip[] = [
    ...relations.plain.filter(({ label }) => includesText(label, text)),
    ...(artifact === undefined ? [] : relations.withArtifact(artifact)),
  ].map(({ text: chip, label: content }) => ({ id: `@relation ${chip}`, content, chip }))
  const worded: readonly ReadyChip[] =
    words === ''
      ? []
      : [
          {
            id: '@text',
            content: t`Any text contains “${words}”`,
            chip: { field: '@text', operator: '=', values: [words] },
          },
        ]
  const optionsOf = useFieldOptions()
  const found: readonly SearchOption[] = [
    ...common,
    ...optionsOf(fields, text),
    ...related.map(each => ({ ...each, section: t`Relations` })),
    ...worded.map(each => ({ ...each, section: t`Words` })),
  ]
  return (
    <SearchList
      label={t`Find a field`}
      placeholder={t`Field or words…`}
      text={text}
      onText={setText}
      options={found}
      onChoose={id => {
        const chip = [...common, ...related, ...worded].find(each => each.id === id)?.chip
        if (chip) onDone(chip)
        else onChoose(id)
      }}
      empty={t`Nothing found`}
    />
  )
}

const isQueryable = (field: Field): boolean => (field.queryable ?? []).length > 0

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
