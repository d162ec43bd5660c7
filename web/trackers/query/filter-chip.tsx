// Loaded when a query has filters.
import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { IconClose } from '../../design/icons.tsx'
import type { FieldScope, FilterChip } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'
import type { QueryChip } from './chips.ts'
import { useRelations } from './relations.ts'
import { useChipWords } from './use-chip-words.ts'

const FilterForm = lazyPart(() => import('./filter-form.tsx'), 'FilterForm')

export interface ChipProps {
  readonly tracker: Tracker
  readonly scope: FieldScope
  readonly chip: QueryChip
  readonly onChange: (filter: FilterChip) => void
  readonly onText: () => void
  readonly onRemove: () => void
}

export const Chip = ({ tracker, scope, chip, onChange, onText, onRemove }: ChipProps) => {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const wordsOf = useChipWords(tracker)
  const words = chip.filter && wordsOf(chip.filter)
  const relation = useRelations().find(chip.text)
  const field = words?.field ?? relation?.label ?? t`Advanced`
  return (
    <span className="chip">
      {chip.filter && words ? (
        <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <AriaButton className="chip-text">
            <span dir="auto">{words.field}</span> {words.operator}{' '}
            {words.values !== '' && (
              <b className="cut" dir="auto">
                {words.values}
              </b>
            )}
          </AriaButton>
          <Popover className="menu-popover filter-popover" placement="bottom start">
            <Dialog aria-label={t`Change the filter ${field}`} className="filter-dialog">
              <Suspense fallback={null}>
                <FilterForm
                  tracker={tracker}
                  scope={scope}
                  name={chip.filter.field}
                  chip={chip.filter}
                  onDone={filter => {
                    setOpen(false)
                    if (filter) onChange(filter)
                  }}
                  onText={() => {
                    setOpen(false)
                    onText()
                  }}
                />
              </Suspense>
            </Dialog>
          </Popover>
        </DialogTrigger>
      ) : (
        <button type="button" className="chip-text" onClick={onText} title={chip.text}>
          {relation ? (
            <b className="cut">{relation.label}</b>
          ) : (
            <>
              <span>{field}</span> <b className="cut chip-code">{chip.text}</b>
            </>
          )}
        </button>
      )}
      <button type="button" className="chip-close" aria-label={t`Remove the filter ${field}`} onClick={onRemove}>
        <IconClose />
      </button>
    </span>
  )
}
