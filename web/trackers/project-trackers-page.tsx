import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '../design/controls/button.tsx'
import { IconPlus } from '../design/icons.tsx'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { useRights } from '../projects/project-queries.ts'
import { TrackerList } from './tracker-list.tsx'

export const ProjectTrackersPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { is_administrator: isAdministrator } = useRights(project.id)
  return (
    <ProjectFrame
      title={t`Trackers`}
      actions={
        isAdministrator && (
          <LinkButton to="/projects/$project/trackers/new" params={{ project: name }}>
            <IconPlus /> <Trans>New tracker</Trans>
          </LinkButton>
        )
      }
    >
      <TrackerList projectId={project.id} projectName={name} />
    </ProjectFrame>
  )
}
