import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { IconPlus } from '../../design/icons.tsx'
import type { FieldScope, FilterChip } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'

const NewFilter = lazyPart(() => import('./filter-form.tsx'), 'NewFilter')

export interface AddFilterProps {
  readonly tracker: Tracker
  readonly scope: FieldScope
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onAdd: (chip: FilterChip) => void
}

/** The button that adds a comparison to the query. */
export const AddFilter = ({ tracker, scope, isOpen, onOpenChange, onAdd }: AddFilterProps) => {
  const { t } = useLingui()
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <AriaButton className="button button-quiet button-small">
        <IconPlus />
        <Trans>Filter</Trans>
      </AriaButton>
      <Popover className="menu-popover filter-popover" placement="bottom start">
        <Dialog aria-label={t`Add a filter`} className="filter-dialog">
          <Suspense fallback={null}>
            <NewFilter
              tracker={tracker}
              scope={scope}
              onDone={chip => {
                if (chip) onAdd(chip)
                onOpenChange(false)
              }}
            />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
