import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, pageOf } from '../api/api.ts'
import { Select } from '../design/controls/select.tsx'
import { myProjectsQuery } from '../projects/project-queries.ts'

const MAX_TRACKERS = 50

interface MoveTargetProps {
  /** Project of the artifacts that move. */
  readonly project: { readonly id: number; readonly label: string }
  /** Tracker of the artifacts that move. */
  readonly trackerId: number
  /** The chosen tracker. */
  readonly target: number | undefined
  readonly onTarget: (trackerId: number | undefined) => void
}

/** Chooses the tracker that artifacts move into, among those that the reader administers. */
export const MoveTarget = ({ project, trackerId, target, onTarget }: MoveTargetProps) => {
  const { t } = useLingui()
  const [projectId, setProjectId] = useState(project.id)
  const projects = useQuery(myProjectsQuery)
  const trackers = useQuery({
    queryKey: ['projects', projectId, 'administered trackers'],
    queryFn: async ({ signal }) =>
      (
        await pageOf(
          api.GET('/projects/{id}/trackers', {
            params: {
              path: { id: projectId },
              query: {
                representation: 'minimal',
                limit: MAX_TRACKERS,
                query: JSON.stringify({ is_tracker_admin: true }),
              },
            },
            signal,
          }),
        )
      ).items,
  })
  const mine = (projects.data?.items ?? []).map(({ id, label }) => ({ id, label }))
  const all = mine.some(({ id }) => id === project.id) ? mine : [project, ...mine]
  return (
    <>
      <Select
        label={t`Project`}
        value={String(projectId)}
        onChange={value => {
          setProjectId(Number(value))
          onTarget(undefined)
        }}
        options={all.map(({ id, label }) => ({ value: String(id), label }))}
      />
      <Select
        label={t`Tracker`}
        value={target === undefined ? '' : String(target)}
        onChange={value => onTarget(value === '' ? undefined : Number(value))}
        options={[
          { value: '', label: t`Choose a tracker that you administer` },
          ...(trackers.data ?? [])
            .filter(each => each.id !== trackerId)
            .map(each => ({ value: String(each.id), label: each.label })),
        ]}
      />
    </>
  )
}
