import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { Button } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { IconPlus } from '../design/icons.tsx'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { roadmapsQuery, useRights } from '../projects/project-queries.ts'
import './roadmaps.css'

const RoadmapDialog = lazyPart(() => import('./roadmap-dialog.tsx'), 'RoadmapDialog')

/** The roadmaps of a project. A single one is shown itself. */
export const RoadmapsPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { is_administrator } = useRights(project.id)
  const { data, error, refetch } = useQuery(roadmapsQuery(project.id))
  const [isMaking, setMaking] = useState(false)
  const [only, ...others] = data?.items ?? []
  if (only && others.length === 0)
    return (
      <Navigate
        to="/projects/$project/roadmaps/$roadmap"
        params={{ project: name, roadmap: String(only.id) }}
        replace
      />
    )
  const make = is_administrator && (
    <Button variant="primary" onPress={() => setMaking(true)}>
      <IconPlus />
      <Trans>New roadmap</Trans>
    </Button>
  )
  return (
    <ProjectFrame title={t`Roadmaps`} {...(data && data.items.length > 0 && make ? { actions: make } : {})}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : data.items.length === 0 ? (
        <PageState title={t`This project has no roadmap`} action={make}>
          <Trans>
            A roadmap draws the artifacts of trackers over time, with what they wait for. The trackers need a title and
            a timeframe.
          </Trans>
        </PageState>
      ) : (
        <ul className="roadmap-list">
          {data.items.map(({ id, title, trackers }) => (
            <li key={id}>
              <Link
                to="/projects/$project/roadmaps/$roadmap"
                params={{ project: name, roadmap: String(id) }}
                dir="auto"
              >
                {title}
              </Link>
              <span className="muted small">{trackers.map(({ label }) => label).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {isMaking && <RoadmapDialog project={project} projectName={name} onClose={() => setMaking(false)} />}
    </ProjectFrame>
  )
}
