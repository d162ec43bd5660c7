import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, done } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox } from '../../design/controls/checkbox.tsx'
import { Form } from '../../design/controls/form.tsx'
import { Dialog } from '../../design/feedback/dialog.tsx'
import { reportsQuery } from '../../trackers/reports/report-queries.ts'
import type { Kanban } from '../kanban-queries.ts'
import { useKanbanReports } from '../report-choice.tsx'

interface FiltersDialogProps {
  readonly kanban: Kanban
  readonly onDone: () => Promise<unknown>
  readonly onClose: () => void
}

/** Chooses the reports that filter the kanban. */
export const FiltersDialog = ({ kanban, onDone, onClose }: FiltersDialogProps) => {
  const { t } = useLingui()
  const reports = (useQuery(reportsQuery(kanban.tracker_id)).data ?? []).filter(({ is_public }) => is_public)
  const present = useKanbanReports(kanban)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(present.map(({ id }) => id)))
  const save = useMutation({
    mutationFn: async () => {
      const body = { tracker_report_ids: reports.map(({ id }) => id).filter(id => chosen.has(id)) }
      await done(api.PUT('/kanban/{id}/tracker_reports', { params: { path: { id: kanban.id } }, body }))
      await onDone()
    },
    onSuccess: onClose,
  })
  const toggle = (id: number): void =>
    setChosen(known => new Set(known.has(id) ? [...known].filter(each => each !== id) : [...known, id]))
  return (
    <Dialog title={t`Reports of the kanban`} isOpen onClose={onClose}>
      <Form
        onSubmit={() => save.mutate()}
        isPending={save.isPending}
        error={save.error}
        submitLabel={t`Save`}
        secondary={
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <p className="muted">
          {reports.length === 0
            ? t`The tracker has no public report.`
            : t`Everybody may narrow the kanban to the artifacts of one of these public reports.`}
        </p>
        {reports.map(({ id, label }) => (
          <Checkbox key={id} label={label} isSelected={chosen.has(id)} onChange={() => toggle(id)} />
        ))}
      </Form>
    </Dialog>
  )
}
