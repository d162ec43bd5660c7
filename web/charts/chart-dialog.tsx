import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { Select } from '../design/controls/select.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { CHART_KINDS, type ChartKind, type ChartSettings } from '../trackers/chart-settings.ts'
import { hasTotal, TOTAL_KINDS } from '../trackers/table/totals.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { groupFields, groupingOf, isDated } from '../trackers/grouping/groupings.ts'
import { useMeasureWords } from './words.ts'

interface ChartDialogProps {
  readonly tracker: Tracker
  /** Undefined: a new one. */
  readonly chart: ChartSettings | undefined
  readonly onChart: (chart: ChartSettings) => void
  readonly onClose: () => void
}

/** Chooses form, fields and figure of a chart. */
export const ChartDialog = ({ tracker, chart, onChart, onClose }: ChartDialogProps) => {
  const { t } = useLingui()
  const measureWords = useMeasureWords(tracker)
  const fields = groupFields(tracker)
  const [kind, setKind] = useState<ChartKind>(chart?.kind ?? 'pie')
  const [first, setFirst] = useState(chart?.groups[0] ?? usualGroup(fields[0]))
  const [second, setSecond] = useState(chart?.groups[1] ?? usualGroup(fields[1] ?? fields[0]))
  const [measure, setMeasure] = useState(chart?.measure ?? 'count')
  const [title, setTitle] = useState(chart?.title ?? '')
  const kinds = { pie: t`Pie`, bar: t`Bars`, stacked: t`Stacked bars of two fields` }
  const isSame = kind === 'stacked' && first.split(':')[0] === second.split(':')[0]
  const measures = [
    'count',
    ...tracker.fields
      .filter(field => field.is_used && hasTotal(field))
      .flatMap(({ name }) => TOTAL_KINDS.map(figure => `${figure}:${name}`)),
  ]
  const submit = () => {
    if (isSame) return
    onChart({ kind, groups: kind === 'stacked' ? [first, second] : [first], measure, title: title.trim() })
    onClose()
  }
  return (
    <Dialog title={chart ? t`Edit the chart` : t`Add a chart`} isOpen onClose={onClose}>
      <Form
        onSubmit={submit}
        isPending={false}
        error={undefined}
        submitLabel={chart ? t`Apply` : t`Add`}
        secondary={
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <Select
          label={t`Form`}
          value={kind}
          options={CHART_KINDS.map(value => ({ value, label: kinds[value] }))}
          onChange={next => setKind(CHART_KINDS.find(each => each === next) ?? 'pie')}
        />
        <GroupSelect tracker={tracker} label={t`Parts by`} group={first} onGroup={setFirst} />
        {kind === 'stacked' && (
          <GroupSelect
            tracker={tracker}
            label={t`Each bar by`}
            group={second}
            onGroup={setSecond}
            {...(isSame && { error: t`Choose another field than for the bars.` })}
          />
        )}
        <Select
          label={t`Figure`}
          value={measure}
          options={measures.map(value => ({ value, label: measureWords(value) }))}
          onChange={setMeasure}
        />
        <TextField label={t`Title`} value={title} onChange={setTitle} isOptional maxLength={255} />
      </Form>
    </Dialog>
  )
}

const usualGroup = (field: ReturnType<typeof groupFields>[number] | undefined): string =>
  field === undefined ? '' : isDated(field) ? `${field.name}:week` : field.name

interface GroupSelectProps {
  readonly tracker: Tracker
  readonly label: string
  readonly group: string
  readonly onGroup: (group: string) => void
  readonly error?: string
}

/** A field, and of a date the period. */
const GroupSelect = ({ tracker, label, group, onGroup, error }: GroupSelectProps) => {
  const { t } = useLingui()
  const known = groupingOf(tracker, group)
  const units = { day: t`Day`, week: t`Week`, month: t`Month`, year: t`Year` }
  const fields = groupFields(tracker)
  return (
    <>
      <Select
        label={label}
        value={known?.field.name ?? ''}
        options={[
          ...(known ? [] : [{ value: '', label: '–', isDisabled: true }]),
          ...fields.map(field => ({ value: field.name, label: field.label })),
        ]}
        onChange={name => onGroup(usualGroup(fields.find(field => field.name === name)))}
        {...(error !== undefined && { error })}
      />
      {known?.unit !== undefined && (
        <Select
          label={t`Period`}
          value={known.unit}
          options={Object.entries(units).map(([value, words]) => ({ value, label: words }))}
          onChange={unit => onGroup(`${known.field.name}:${unit}`)}
        />
      )}
    </>
  )
}
