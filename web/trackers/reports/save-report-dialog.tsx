import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox, Radio, RadioGroup } from '../../design/controls/checkbox.tsx'
import { Form } from '../../design/controls/form.tsx'
import { TextField } from '../../design/controls/text-field.tsx'
import { Dialog } from '../../design/feedback/dialog.tsx'
import type { Tracker } from '../tracker-queries.ts'
import type { TrackerView } from '../view-state.ts'
import type { Report } from './report-queries.ts'
import { createReport } from './save-report.ts'

export interface SaveReportDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly tracker: Tracker
  readonly view: TrackerView
  readonly report: Report | undefined
  readonly isAdministrator: boolean
  readonly onSaved: (id: number) => Promise<void>
}

/** Saves query and columns under a new name. */
export const SaveReportDialog = (props: SaveReportDialogProps) => {
  const { t } = useLingui()
  return (
    <Dialog title={t`Save as a report`} isOpen={props.isOpen} onClose={props.onClose}>
      <SaveReportForm {...props} />
    </Dialog>
  )
}

const SaveReportForm = ({ onClose, tracker, view, report, isAdministrator, onSaved }: SaveReportDialogProps) => {
  const { t } = useLingui()
  const [label, setLabel] = useState('')
  const [audience, setAudience] = useState('mine')
  const [isDefault, setDefault] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      const is_public = audience === 'everybody'
      const name = { label: label.trim(), description: '', is_public, is_default: is_public && isDefault }
      await onSaved(await createReport(tracker, view, report, name))
    },
    onSuccess: onClose,
  })
  return (
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
      <TextField name="label" label={t`Name`} value={label} onChange={setLabel} isRequired autoFocus />
      <RadioGroup label={t`Who sees the report`} value={audience} onChange={setAudience}>
        <Radio value="mine" label={t`Only me`} />
        <Radio
          value="everybody"
          label={t`Everybody who sees the tracker`}
          isDisabled={!isAdministrator}
          {...(!isAdministrator && {
            description: t`Only administrators of the tracker save reports for everybody.`,
          })}
        />
      </RadioGroup>
      {audience === 'everybody' && (
        <Checkbox label={t`The tracker opens with this report`} isSelected={isDefault} onChange={setDefault} />
      )}
    </Form>
  )
}
