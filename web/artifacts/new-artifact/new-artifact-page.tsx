import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ProjectFrame, useCurrentProject } from '../../projects/project-frame.tsx'
import { trackerIdQuery, trackerQuery } from '../../trackers/tracker-queries.ts'
import { newArtifactSearch } from './new-artifact-search.ts'
import { Instructions, TrackerForm } from './new-artifact-parts.tsx'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/new')

/** The form of a new artifact as a page. */
export const NewArtifactPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { tracker: name } = route.useParams()
  const search = newArtifactSearch(route.useSearch())
  const { project, name: projectName } = useCurrentProject()
  const id = useSuspenseQuery(trackerIdQuery(project.id, name)).data
  const tracker = useSuspenseQuery(trackerQuery(id)).data
  const list = {
    to: '/projects/$project/trackers/$tracker',
    params: { project: projectName, tracker: tracker.item_name },
  } as const
  return (
    <ProjectFrame
      title={t`New ${tracker.item_name}`}
      width="narrow"
      description={<Instructions tracker={tracker} />}
      crumbs={[{ label: tracker.label, link: list }]}
    >
      <TrackerForm
        key={`${tracker.id} ${search.copy ?? ''} ${search.parent ?? ''}`}
        tracker={tracker}
        search={search}
        onCreated={(_id, isOpened) => {
          if (!isOpened) void navigate(list)
        }}
      />
    </ProjectFrame>
  )
}
