import { useLingui } from '@lingui/react/macro'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { TrackerList } from './tracker-list.tsx'

export const ProjectTrackersPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  return (
    <ProjectFrame title={t`Trackers`}>
      <TrackerList projectId={project.id} projectName={name} />
    </ProjectFrame>
  )
}
