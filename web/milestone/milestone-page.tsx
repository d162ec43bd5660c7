import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { milestoneQuery } from '../planning/planning-queries.ts'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { MilestoneView } from './milestone-view.tsx'

const route = getRouteApi('/shell/projects/$project/milestones/$milestone')

/** A milestone to be read: its goal, its progress, its charts and its content. */
export const MilestonePage = () => {
  const { t } = useLingui()
  const { milestone: id } = route.useParams()
  const { project, name } = useCurrentProject()
  const { data: milestone, error, refetch } = useQuery(milestoneQuery({ projectId: project.id }, Number(id)))
  const parent = useQuery({
    ...milestoneQuery({ projectId: project.id }, milestone?.parent?.id ?? 0),
    enabled: (milestone?.parent ?? null) !== null,
  }).data
  const planning = {
    label: t`Planning`,
    link: { to: '/projects/$project/planning', params: { project: name } } as const,
  }
  const inside = parent && {
    label: parent.label,
    link: {
      to: '/projects/$project/milestones/$milestone',
      params: { project: name, milestone: String(parent.id) },
    } as const,
  }
  return (
    <ProjectFrame
      title={milestone?.label || t`Milestone`}
      crumbs={inside ? [planning, inside] : [planning]}
      width="full"
      hasOwnHeading
    >
      {milestone ? (
        <MilestoneView key={milestone.id} milestone={milestone} projectName={name} />
      ) : (
        <>
          <h1 className="visually-hidden">{t`Milestone`}</h1>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
        </>
      )}
    </ProjectFrame>
  )
}
