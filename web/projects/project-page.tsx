import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../design/feedback/badge.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { FormattedNumber } from '../design/format.tsx'
import { Part } from '../design/layout/part.tsx'
import { ProjectMark } from '../design/layout/project-mark.tsx'
import { Avatar } from '../design/values/avatar.tsx'
import { IconLock } from '../design/page-icons.tsx'
import { RepositoryList } from '../svn/repository-list.tsx'
import { TrackerList } from '../trackers/tracker-list.tsx'
import { trackerSizesQuery } from '../trackers/tracker-queries.ts'
import { bannerQuery } from './banner-query.ts'
import { ProjectFrame, useCurrentProject } from './project-frame.tsx'
import { DatesAhead } from './project-dates.tsx'
import { LatelyList } from './project-lately.tsx'
import { NextSteps } from './project-next-steps.tsx'
import { membersQuery, useHasService, useRights, type Project } from './project-queries.ts'
import './project-page.css'
import './projects.css'
import { StatusBadge, useVisibilityLabel } from './visibility.tsx'

/** Overview of a project: trackers, what happened lately, who is in it, what to do next. */
export const ProjectPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const hasTrackers = useHasService(project.id, 'plugin_tracker')
  const hasRepositories = useHasService(project.id, 'plugin_svn')
  return (
    <ProjectFrame hasOwnHeading>
      <Banner projectId={project.id} />
      <ProjectHead project={project} />
      <div className="project-overview">
        <div className="project-part">
          {hasTrackers && (
            <Part
              title={t`Trackers`}
              tools={<span className="part-count weeks-label">{t`New each week, eight weeks`}</span>}
            >
              <TrackerList projectId={project.id} projectName={name} />
            </Part>
          )}
          {hasTrackers && (
            <Part title={t`Lately`}>
              <LatelyList projectId={project.id} />
            </Part>
          )}
        </div>
        <div className="project-part">
          <NextSteps project={project} name={name} />
          {hasTrackers && <DatesAhead projectId={project.id} />}
          <People project={project} name={name} />
          {hasRepositories && (
            <Part title={t`Repositories`}>
              <RepositoryList projectId={project.id} projectName={name} />
            </Part>
          )}
        </div>
      </div>
    </ProjectFrame>
  )
}

const Banner = ({ projectId }: { readonly projectId: number }) => {
  const banner = useQuery(bannerQuery(projectId)).data
  return banner ? (
    <Notice>
      <p className="project-banner" dir="auto">
        {banner}
      </p>
    </Notice>
  ) : null
}

const ProjectHead = ({ project }: { readonly project: Project }) => {
  const visibility = useVisibilityLabel()
  const fields = project.additional_fields.filter(field => field.value !== '')
  return (
    <div className="project-head">
      <div className="project-title">
        <ProjectMark label={project.label} id={project.id} />
        <h1>
          <bdi>{project.label}</bdi>
        </h1>
      </div>
      {project.description ? (
        <p className="project-description" dir="auto">
          {project.description}
        </p>
      ) : null}
      <ul className="project-facts">
        <li className="project-access">
          {project.access !== 'public' && <IconLock />}
          {visibility(project.access)}
        </li>
        <OpenArtifacts projectId={project.id} />
        <li>
          <code>{project.shortname}</code>
        </li>
        {project.is_template && (
          <li>
            <Badge>
              <Trans>Template</Trans>
            </Badge>
          </li>
        )}
        {project.status !== null && project.status !== 'active' && (
          <li>
            <StatusBadge status={project.status} />
          </li>
        )}
        {fields.map(field => (
          <li key={field.name}>
            <bdi>{field.name}</bdi>: <bdi>{field.value}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many artifacts of the project are open; nothing while it has none. */
const OpenArtifacts = ({ projectId }: { readonly projectId: number }) => {
  const hasTrackers = useHasService(projectId, 'plugin_tracker')
  const sizes = [...(useQuery({ ...trackerSizesQuery(projectId), enabled: hasTrackers }).data?.values() ?? [])]
  const total = sizes.reduce((sum, { artifacts }) => sum + artifacts, 0)
  const open = sizes.reduce((sum, size) => sum + size.open, 0)
  if (total === 0) return null
  return (
    <li>
      <Trans>
        <FormattedNumber value={open} /> open of <FormattedNumber value={total} />
      </Trans>
    </li>
  )
}

const MAX_MEMBERS_SHOWN = 12

const People = ({ project, name }: { readonly project: Project; readonly name: string }) => {
  const { t } = useLingui()
  const { is_administrator } = useRights(project.id)
  const { data, error, refetch } = useQuery(membersQuery(project.id, { limit: MAX_MEMBERS_SHOWN }))
  return (
    <Part
      title={t`Members`}
      count={data?.total}
      tools={
        is_administrator && (
          <Link to="/projects/$project/administration/members" params={{ project: name }} className="part-link">
            <Trans>Add</Trans>
          </Link>
        )
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={4} /> : null}
      {data && (
        <ul className="people">
          {data.items.map(member => (
            <li key={member.id}>
              <Avatar user={member} />
              <span className="cut" title={`@${member.username}`}>
                <bdi>{member.real_name || member.username}</bdi>
              </span>
              <span className="people-role cut">
                {member.is_administrator ? (
                  <Trans>administers</Trans>
                ) : (
                  <bdi>{member.user_groups?.map(({ label }) => label).join(', ')}</bdi>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > MAX_MEMBERS_SHOWN && (
        <Link to="/projects/$project/members" params={{ project: name }} className="part-more">
          <Plural value={data.total} one="The only member" other="All # members" />
        </Link>
      )}
    </Part>
  )
}
