import { Trans } from '@lingui/react/macro'
import { lazyPart } from '../../app/lazy-part.ts'
import { IconPlus } from '../../design/icons.tsx'
import { LateLayer } from '../../design/layout/late-layer.tsx'
import type { FieldScope } from '../../fields/field-view.ts'
import type { NewChip } from './chips.ts'
import type { Tracker } from '../tracker-queries.ts'

const NewFilterLayer = lazyPart(() => import('./filter-form.tsx'), 'NewFilterLayer')

export interface AddFilterProps {
  readonly tracker: Tracker
  readonly scope: FieldScope
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onAdd: (chip: NewChip) => void
}

/** The button that adds a comparison to the query. */
export const AddFilter = ({ tracker, scope, isOpen, onOpenChange, onAdd }: AddFilterProps) => (
  <LateLayer
    kind="dialog"
    className="button button-quiet button-small"
    isOpen={isOpen}
    onOpenChange={onOpenChange}
    layer={handle => (
      <NewFilterLayer
        {...handle}
        tracker={tracker}
        scope={scope}
        onDone={chip => {
          handle.close()
          if (chip) onAdd(chip)
        }}
      />
    )}
  >
    <IconPlus />
    <Trans>Filter</Trans>
  </LateLayer>
)
