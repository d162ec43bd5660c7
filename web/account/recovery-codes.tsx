import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../design/controls/button.tsx'
import { CopyField } from '../design/controls/copy-field.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { saveFile } from '../design/save-file.ts'

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows new recovery codes this one time. */
export const RecoveryCodesDialog = ({ codes, onClose }: RecoveryCodesDialogProps) => {
  const { t } = useLingui()
  const text = codes.join('\n')
  return (
    <Dialog title={t`Your recovery codes`} isOpen isKept onClose={onClose}>
      <Notice kind="warning">
        <Trans>Keep them where you find them without your phone. They are not shown again, and each works once.</Trans>
      </Notice>
      <CopyField label={t`Recovery codes`} value={text} isBlock />
      <DialogActions>
        <Button onPress={() => saveFile('recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}>
          <Trans>Save as a file</Trans>
        </Button>
        <Button variant="primary" onPress={onClose}>
          <Trans>I have kept them</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
