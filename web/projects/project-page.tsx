import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LinkButton } from '../design/controls/button.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Badge } from '../design/feedback/badge.tsx'
import { Section } from '../design/layout/page.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { RepositoryList } from '../svn/repository-list.tsx'
import { TrackerList } from '../trackers/tracker-list.tsx'
import { Person } from './person.tsx'
import { ProjectFrame, useCurrentProject } from './project-frame.tsx'
import { membersQuery, useHasService, useRights, type Project } from './project-queries.ts'
import './projects.css'
import { StatusBadge, VisibilityBadge } from './visibility.tsx'

/** Overview of a project: description, content and members. */
export const ProjectPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { is_administrator } = useRights(project.id)
  const hasTrackers = useHasService(project.id, 'plugin_tracker')
  const hasRepositories = useHasService(project.id, 'plugin_svn')
  return (
    <ProjectFrame
      description={project.description || undefined}
      actions={
        is_administrator && (
          <LinkButton to="/projects/$project/administration" params={{ project: name }}>
            <Trans>Administration</Trans>
          </LinkButton>
        )
      }
    >
      <div className="project-overview">
        <div className="project-part">
          {hasTrackers && (
            <Section title={t`Trackers`}>
              <TrackerList projectId={project.id} projectName={name} />
            </Section>
          )}
          {hasRepositories && (
            <Section title={t`Repositories`}>
              <RepositoryList projectId={project.id} projectName={name} />
            </Section>
          )}
        </div>
        <div className="project-part">
          <About project={project} />
          <Section title={t`Members`}>
            <FirstMembers project={project} name={name} />
          </Section>
        </div>
      </div>
    </ProjectFrame>
  )
}

const About = ({ project }: { readonly project: Project }) => {
  const { t } = useLingui()
  const filled = project.additional_fields.filter(field => field.value !== '')
  return (
    <Section title={t`About`}>
      <dl className="facts">
        <div>
          <dt>
            <Trans>Visibility</Trans>
          </dt>
          <dd className="row">
            <VisibilityBadge access={project.access} />
            <StatusBadge status={project.status} />
            {project.is_template && (
              <Badge>
                <Trans>Template</Trans>
              </Badge>
            )}
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Short name</Trans>
          </dt>
          <dd>{project.shortname}</dd>
        </div>
        {filled.map(field => (
          <div key={field.name}>
            <dt>{field.name}</dt>
            <dd>{field.value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const MAX_MEMBERS_SHOWN = 12

const FirstMembers = ({ project, name }: { readonly project: Project; readonly name: string }) => {
  const { data, error, refetch } = useQuery(membersQuery(project.id, { limit: MAX_MEMBERS_SHOWN }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  const { total } = data
  return (
    <>
      <ul className="plain-list">
        {data.items.map(member => (
          <li key={member.id}>
            <Person user={member} mark={member.is_administrator && <AdministratorBadge />} />
          </li>
        ))}
      </ul>
      {total > MAX_MEMBERS_SHOWN && (
        <Link to="/projects/$project/members" params={{ project: name }}>
          <Plural value={total} one="The only member" other="All # members" />
        </Link>
      )}
    </>
  )
}

export const AdministratorBadge = () => (
  <Badge kind="accent">
    <Trans>Administrator</Trans>
  </Badge>
)
