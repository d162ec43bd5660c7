// Loaded on a phone, when somebody filters.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Dialog, DialogActions } from '../../design/feedback/dialog.tsx'

export interface FilterSheetProps {
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The filters of the list, over the whole screen. The list behind follows each change. */
export const FilterSheet = ({ onClose, children }: FilterSheetProps) => {
  const { t } = useLingui()
  return (
    <Dialog title={t`Filters`} isOpen onClose={onClose} size="sheet">
      <div className="filter-sheet" role="search" aria-label={t`Filters`}>
        {children}
      </div>
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          <Trans>Show the list</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
