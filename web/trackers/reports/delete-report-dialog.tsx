import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../../design/feedback/dialog.tsx'
import type { Report } from './report-queries.ts'
import { deleteReport } from './save-report.ts'

export interface DeleteReportDialogProps {
  readonly report: Report
  readonly onClose: () => void
  readonly onDeleted: () => Promise<void>
}

export const DeleteReportDialog = ({ report, onClose, onDeleted }: DeleteReportDialogProps) => {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      title={t`Delete the report “${report.label}”?`}
      confirmLabel={t`Delete`}
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await deleteReport(report.id)
        await onDeleted()
      }}
    >
      {report.is_public ? (
        <Trans>Nobody will find it any more. No artifact changes.</Trans>
      ) : (
        <Trans>Only you see this report. No artifact changes.</Trans>
      )}
    </ConfirmDialog>
  )
}
