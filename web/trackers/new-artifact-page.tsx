import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { trackerIdQuery, trackerQuery } from './tracker-queries.ts'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/new')

export const NewArtifactPage = () => {
  const { tracker: name } = route.useParams()
  const { project } = useCurrentProject()
  const id = useSuspenseQuery(trackerIdQuery(project.id, name)).data
  const tracker = useSuspenseQuery(trackerQuery(id)).data
  return <ProjectFrame title={tracker.label}>{null}</ProjectFrame>
}
