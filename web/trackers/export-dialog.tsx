import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Checkbox, Radio, RadioGroup } from '../design/controls/checkbox.tsx'
import { Form } from '../design/controls/form.tsx'
import { Select } from '../design/controls/select.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { formatSort } from './table/columns.ts'
import type { Tracker } from './tracker-queries.ts'
import type { TrackerView } from './view-state.ts'

export interface ExportDialogProps {
  readonly tracker: Tracker
  readonly view: TrackerView
  readonly total: number | undefined
  readonly onClose: () => void
}

/** The list as a file: the browser downloads it, so that no script holds the content. */
export const ExportDialog = (props: ExportDialogProps) => {
  const { t } = useLingui()
  return (
    <Dialog title={t`Export`} isOpen onClose={props.onClose}>
      <ExportForm {...props} />
    </Dialog>
  )
}

const ExportForm = ({ tracker, view, total, onClose }: ExportDialogProps) => {
  const { t } = useLingui()
  const [format, setFormat] = useState('csv')
  const [columns, setColumns] = useState('shown')
  const [separator, setSeparator] = useState('comma')
  const [hasBom, setBom] = useState(true)
  const [dates, setDates] = useState('shown')
  const isSheet = format === 'csv'
  // A report with criteria that TQL cannot say is exported as a whole.
  const isWhole = view.tql === '' && view.criteria !== ''
  const shown = [
    tracker.fields.find(field => field.type === 'aid' && field.is_used)?.name,
    tracker.fields.find(field => field.field_id === tracker.semantics.title?.field_id)?.name,
    ...view.columns.map(({ field }) => field.name),
  ].filter(name => name !== undefined)
  const address = (): string => {
    const query = new URLSearchParams({
      format,
      ...(view.tql !== '' && { tql: view.tql }),
      ...(view.sort.length > 0 && { sort: formatSort(view.sort) }),
      ...(columns === 'shown' && { columns: [...new Set(shown)].join(',') }),
      ...(isSheet && { separator, bom: String(hasBom), dates }),
    })
    return `/api/trackers/${tracker.id}/export?${query.toString()}`
  }
  const download = () => {
    const link = document.createElement('a')
    link.href = address()
    link.download = ''
    link.click()
    onClose()
  }
  return (
    <Form
      onSubmit={download}
      submitLabel={t`Download`}
      secondary={
        <Button onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      {total !== undefined && !isWhole && (
        <p className="muted small">
          <Plural value={total} one="# artifact of this list" other="# artifacts of this list, in its order" />
        </p>
      )}
      {isWhole && (
        <Notice kind="warning">
          <Trans>The filters of this report cannot be exported: the file holds all artifacts.</Trans>
        </Notice>
      )}
      <RadioGroup label={t`Format`} value={format} onChange={setFormat}>
        <Radio value="csv" label={t`Sheet (CSV)`} />
        <Radio value="ndjson" label={t`Lines of JSON`} description={t`For programs, and to import it again.`} />
      </RadioGroup>
      <RadioGroup label={t`Columns`} value={columns} onChange={setColumns}>
        <Radio value="shown" label={t`Those of the table`} />
        <Radio value="all" label={t`All that I may read`} />
      </RadioGroup>
      {isSheet && (
        <>
          <Select
            label={t`Between cells`}
            value={separator}
            onChange={setSeparator}
            options={[
              { value: 'comma', label: t`Comma` },
              { value: 'semicolon', label: t`Semicolon` },
              { value: 'tab', label: t`Tab` },
            ]}
          />
          <Select
            label={t`Dates`}
            value={dates}
            onChange={setDates}
            options={[
              { value: 'shown', label: t`As date and time` },
              { value: 'iso', label: t`ISO 8601, with the time zone` },
            ]}
          />
          <Checkbox
            label={t`Mark the file as UTF-8`}
            description={t`Excel shows accents correctly only with the mark.`}
            isSelected={hasBom}
            onChange={setBom}
          />
        </>
      )}
    </Form>
  )
}
