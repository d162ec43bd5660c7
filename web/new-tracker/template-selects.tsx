import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Select } from '../design/controls/select.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { SITE_TEMPLATE_ID, templatesQuery } from '../projects/new-project-queries.ts'
import { useCurrentProject } from '../projects/project-frame.tsx'
import { trackerQuery } from '../trackers/tracker-queries.ts'
import { projectTrackersQuery, type ProjectTracker } from '../tracker-settings/model/project-trackers.ts'

export type Template = Pick<ProjectTracker, 'id' | 'label' | 'item_name' | 'color_name'>

export interface TemplateSelectsProps {
  /** A tracker that is chosen at first. */
  readonly initialId: number | undefined
  readonly onChange: (template: Template | undefined) => void
}

/** Chooses a tracker of a template, of this project, or of a project that the person administers. */
export const TemplateSelects = ({ initialId, onChange }: TemplateSelectsProps) => {
  const initial = useQuery({ ...trackerQuery(initialId ?? 0), enabled: initialId !== undefined })
  const projects = useQuery(templatesQuery)
  if (projects.error) return <ErrorState error={projects.error} onRetry={() => void projects.refetch()} />
  if (!projects.data || (initialId !== undefined && initial.isPending)) return <Skeleton lines={2} />
  return <Selects projects={projects.data} initial={initial.data} onChange={onChange} />
}

interface SelectsProps {
  readonly projects: Readonly<Record<'templates' | 'own', readonly { readonly id: number; readonly label: string }[]>>
  readonly initial: { readonly id: number; readonly project: { readonly id: number } } | undefined
  readonly onChange: (template: Template | undefined) => void
}

const Selects = ({ projects, initial, onChange }: SelectsProps) => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const [projectId, setProjectId] = useState(initial?.project.id ?? SITE_TEMPLATE_ID)
  const [trackerId, setTrackerId] = useState(initial?.id)
  const trackers = useQuery(projectTrackersQuery(projectId))
  const chosen = trackers.data?.find(({ id }) => id === trackerId) ?? trackers.data?.[0]
  const tell = useEffectEvent(onChange)
  useEffect(() => tell(chosen), [chosen])
  const known = [
    { id: SITE_TEMPLATE_ID, label: t`The usual trackers of the platform` },
    { id: project.id, label: t`${project.label} (this project)` },
    ...projects.templates,
    ...projects.own,
  ]
  const options = known.filter(({ id }, index) => known.findIndex(each => each.id === id) === index)
  return (
    <>
      <Select
        label={t`Project`}
        value={String(projectId)}
        onChange={id => {
          setProjectId(Number(id))
          setTrackerId(undefined)
        }}
        options={options.map(({ id, label }) => ({ value: String(id), label }))}
      />
      {trackers.error ? (
        <ErrorState error={trackers.error} onRetry={() => void trackers.refetch()} />
      ) : (
        <Select
          label={t`Tracker`}
          value={String(chosen?.id ?? '')}
          onChange={id => setTrackerId(Number(id))}
          isDisabled={!chosen}
          options={
            trackers.data?.length === 0
              ? [{ value: '', label: t`This project has no tracker` }]
              : (trackers.data ?? []).map(({ id, label }) => ({ value: String(id), label }))
          }
        />
      )}
    </>
  )
}
