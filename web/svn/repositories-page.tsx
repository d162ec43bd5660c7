import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '../design/controls/button.tsx'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { useRights } from '../projects/project-queries.ts'
import { RepositoryList } from './repository-list.tsx'

export const RepositoriesPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { administers_repositories } = useRights(project.id)
  return (
    <ProjectFrame
      title={t`Repositories`}
      actions={
        administers_repositories && (
          <LinkButton to="/projects/$project/administration/svn" params={{ project: name }}>
            <Trans>Manage repositories</Trans>
          </LinkButton>
        )
      }
    >
      <RepositoryList projectId={project.id} projectName={name} />
    </ProjectFrame>
  )
}
