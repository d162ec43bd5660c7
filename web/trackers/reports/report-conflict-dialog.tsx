import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../design/controls/button.tsx'
import { Dialog, DialogActions } from '../../design/feedback/dialog.tsx'

export interface ReportConflictDialogProps {
  /** Name of the report. */
  readonly label: string
  readonly onMine: () => void
  readonly onTheirs: () => Promise<void>
  readonly onSaveAs: () => void
  readonly onClose: () => void
}

/** Two people changed the same report: the second one decides. */
export const ReportConflictDialog = ({ label, onMine, onTheirs, onSaveAs, onClose }: ReportConflictDialogProps) => {
  const { t } = useLingui()
  return (
    <Dialog title={t`“${label}” was saved by somebody else`} isOpen onClose={onClose} isAlert>
      <p>
        <Trans>
          The report is no longer as it was when you opened it. Nothing of yours is saved yet. Save over it, keep yours
          under a new name, or look at theirs: your changes go then.
        </Trans>
      </p>
      <DialogActions>
        <Button onPress={() => void onTheirs()}>
          <Trans>Show theirs</Trans>
        </Button>
        <Button onPress={onMine}>
          <Trans>Save mine over it</Trans>
        </Button>
        <Button variant="primary" autoFocus onPress={onSaveAs}>
          <Trans>Save as…</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
