import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { reportOf, reportsQuery } from './reports/report-queries.ts'
import { trackerIdQuery, trackerQuery } from './tracker-queries.ts'
import { TrackerView } from './tracker-view.tsx'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker')

/** A tracker as a table: the report of the address, else the default one, else all artifacts. */
export const TrackerPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { tracker: name } = route.useParams()
  const search = route.useSearch()
  const { project, name: projectName } = useCurrentProject()
  const id = useSuspenseQuery(trackerIdQuery(project.id, name)).data
  const tracker = useSuspenseQuery(trackerQuery(id)).data
  const reports = useSuspenseQuery(reportsQuery(id)).data
  const report = reportOf(reports, search.report)

  // An address by number becomes the address by name, without an entry in the history.
  useEffect(() => {
    if (name !== tracker.item_name)
      void navigate({
        to: '/projects/$project/trackers/$tracker',
        params: { project: projectName, tracker: tracker.item_name },
        search,
        replace: true,
      })
  }, [name, tracker.item_name, projectName, search, navigate])

  const isGone = search.report !== undefined && report === undefined
  return (
    <ProjectFrame title={tracker.label} width="full" hasOwnHeading>
      <TrackerView
        key={tracker.id}
        project={project}
        projectName={projectName}
        tracker={tracker}
        reports={reports}
        report={report}
        search={search}
        notice={
          isGone ? t`The report of this address is gone, or you may not see it. All artifacts are shown.` : undefined
        }
      />
    </ProjectFrame>
  )
}
