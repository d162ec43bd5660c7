import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, pageOf, responseOf } from '../api/api.ts'
import { Checkbox, CheckboxGroup } from '../design/controls/checkbox.tsx'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { Select } from '../design/controls/select.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { roadmapsKey, type Project } from '../projects/project-queries.ts'
import { trackersQuery } from '../trackers/tracker-queries.ts'
import type { Roadmap } from './roadmap-queries.ts'
import { TIME_SCALES, type TimeScale } from './time-axis.ts'
import { useScaleLabel } from './use-scale-label.ts'

export interface RoadmapDialogProps {
  readonly project: Pick<Project, 'id'>
  readonly projectName: string
  /** The roadmap to change, as it was read; absent: a new one. */
  readonly read?: { readonly roadmap: Roadmap; readonly etag: string | undefined }
  readonly onClose: () => void
}

const NONE = ''
const idOf = (chosen: string): number | null => (chosen === NONE ? null : Number(chosen))
const chosenOf = (object: { readonly id: number } | null | undefined): string => (object ? String(object.id) : NONE)

/** Makes a roadmap, or changes one. */
export const RoadmapDialog = ({ project, projectName, read, onClose }: RoadmapDialogProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const scaleLabel = useScaleLabel()
  const before = read?.roadmap
  const [title, setTitle] = useState(before?.title ?? '')
  const [trackerIds, setTrackerIds] = useState<readonly string[]>(before?.trackers.map(({ id }) => String(id)) ?? [])
  const [report, setReport] = useState(chosenOf(before?.report))
  const [level1, setLevel1] = useState(chosenOf(before?.level_1_tracker))
  const [level2, setLevel2] = useState(chosenOf(before?.level_2_tracker))
  const [scale, setScale] = useState<TimeScale>(before?.default_time_scale ?? 'month')
  const trackers = useQuery(trackersQuery(project.id)).data?.items ?? []
  const [onlyTracker] = trackerIds.length === 1 ? trackerIds : []
  const reports = useQuery({
    queryKey: ['trackers', Number(onlyTracker), 'public reports'],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/trackers/{id}/tracker_reports', {
          params: { path: { id: Number(onlyTracker) }, query: { limit: 50 } },
          signal,
        }),
      ),
    enabled: onlyTracker !== undefined,
  })
  const known = (reports.data?.items ?? []).filter(({ is_public }) => is_public)
  const save = useMutation({
    mutationFn: () => {
      const body = {
        title,
        tracker_ids: trackerIds.map(Number),
        report_id: onlyTracker === undefined ? null : idOf(report),
        level_1_tracker_id: idOf(level1),
        level_2_tracker_id: idOf(level2),
        default_time_scale: scale,
      }
      const headers = read?.etag === undefined ? {} : { 'If-Match': read.etag }
      return before
        ? responseOf(api.PUT('/roadmaps/{id}', { params: { path: { id: before.id } }, headers, body }))
        : responseOf(api.POST('/projects/{id}/roadmaps', { params: { path: { id: project.id } }, body }))
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: roadmapsKey(project.id) })
      toast(t`The roadmap is saved`)
      onClose()
      if (!before)
        await navigate({
          to: '/projects/$project/roadmaps/$roadmap',
          params: { project: projectName, roadmap: String(data.id) },
        })
    },
  })
  const trackerOptions = [
    { value: NONE, label: t`None` },
    ...trackers.map(({ id, label }) => ({ value: String(id), label })),
  ]
  return (
    <Dialog title={before ? t`Edit the roadmap` : t`New roadmap`} isOpen onClose={onClose} size="sheet">
      <Form
        submitLabel={t`Save`}
        onSubmit={() => save.mutate()}
        isPending={save.isPending}
        error={save.error}
        secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
      >
        <TextField label={t`Title`} value={title} onChange={setTitle} isRequired maxLength={255} />
        <CheckboxGroup
          label={t`Trackers`}
          description={t`Their artifacts are drawn. Each needs a title and a timeframe.`}
          value={[...trackerIds]}
          onChange={setTrackerIds}
        >
          {trackers.map(({ id, label }) => (
            <Checkbox key={id} value={String(id)} label={label} />
          ))}
        </CheckboxGroup>
        {onlyTracker !== undefined && (
          <Select
            label={t`Report`}
            description={t`Only artifacts that the report finds are drawn.`}
            value={known.some(({ id }) => String(id) === report) ? report : NONE}
            options={[
              { value: NONE, label: t`All artifacts` },
              ...known.map(({ id, label }) => ({ value: String(id), label })),
            ]}
            onChange={setReport}
          />
        )}
        <Select label={t`Iterations`} value={level1} options={trackerOptions} onChange={setLevel1} />
        <Select label={t`Iterations inside these`} value={level2} options={trackerOptions} onChange={setLevel2} />
        <Select
          label={t`Time scale`}
          value={scale}
          options={TIME_SCALES.map(value => ({ value, label: scaleLabel(value) }))}
          onChange={value => setScale(TIME_SCALES.find(one => one === value) ?? 'month')}
        />
      </Form>
    </Dialog>
  )
}
