// Loaded when a dialog about a report first opens.
import type { Tracker } from '../tracker-queries.ts'
import type { TrackerView } from '../view-state.ts'
import { DeleteReportDialog } from './delete-report-dialog.tsx'
import { ReportConflictDialog } from './report-conflict-dialog.tsx'
import type { Report } from './report-queries.ts'
import { SaveReportDialog } from './save-report-dialog.tsx'

export type ReportDialog = 'save' | 'delete' | 'conflict'

export interface ReportDialogsProps {
  readonly kind: ReportDialog
  readonly tracker: Tracker
  /** Undefined: all artifacts, without a report. */
  readonly report: Report | undefined
  readonly view: TrackerView
  readonly isAdministrator: boolean
  readonly onKind: (kind: ReportDialog | undefined) => void
  /** Shows a report as it is now; without an id the one that the tracker begins with. */
  readonly onShow: (search: { readonly report?: number }) => Promise<void>
  readonly onOverwrite: () => void
}

export const ReportDialogs = ({ kind, onKind, onShow, onOverwrite, ...about }: ReportDialogsProps) => {
  const close = () => onKind(undefined)
  const { report } = about
  if (kind === 'save')
    return <SaveReportDialog {...about} isOpen onClose={close} onSaved={id => onShow({ report: id })} />
  if (!report) return null
  if (kind === 'delete') return <DeleteReportDialog report={report} onClose={close} onDeleted={() => onShow({})} />
  return (
    <ReportConflictDialog
      label={report.label}
      onMine={onOverwrite}
      onTheirs={async () => {
        close()
        await onShow({ report: report.id })
      }}
      onSaveAs={() => onKind('save')}
      onClose={close}
    />
  )
}
