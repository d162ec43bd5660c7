import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { LinkButton } from '../design/controls/button.tsx'
import { MembersList } from './members-list.tsx'
import { ProjectFrame, useCurrentProject } from './project-frame.tsx'
import { useRights } from './project-queries.ts'

const route = getRouteApi('/shell/projects/$project/members')

export const ProjectMembersPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { is_administrator } = useRights(project.id)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ProjectFrame
      title={t`Members`}
      actions={
        is_administrator && (
          <LinkButton to="/projects/$project/administration/members" params={{ project: name }}>
            <Trans>Manage members</Trans>
          </LinkButton>
        )
      }
    >
      <MembersList projectId={project.id} search={search} onSearch={next => void navigate({ search: next })} />
    </ProjectFrame>
  )
}
