import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { roadmapQuery, tasksQuery } from './roadmap-queries.ts'
import { RoadmapView } from './roadmap-view.tsx'

const route = getRouteApi('/shell/projects/$project/roadmaps/$roadmap')

/** A roadmap: artifacts over time. */
export const RoadmapPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const id = Number(route.useParams().roadmap)
  const { scale } = route.useSearch()
  const read = useQuery(roadmapQuery(project.id, id))
  const tasks = useQuery(tasksQuery(project.id, id))
  // The address may name a roadmap of another project.
  const isHere = read.data?.roadmap.project.id === project.id
  const title = (isHere ? read.data?.roadmap.title : undefined) ?? t`Roadmap`
  return (
    <ProjectFrame title={title} width="full" hasOwnHeading>
      {read.data && isHere ? (
        <RoadmapView
          key={id}
          project={project}
          projectName={name}
          read={read.data}
          tasks={tasks}
          scale={scale ?? read.data.roadmap.default_time_scale}
        />
      ) : (
        <>
          <h1 className="visually-hidden">{title}</h1>
          {read.error ? (
            <ErrorState error={read.error} onRetry={() => void read.refetch()} />
          ) : read.data ? (
            <PageState title={t`This project has no such roadmap`} />
          ) : (
            <Skeleton lines={8} />
          )}
        </>
      )}
    </ProjectFrame>
  )
}
