import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { LinkButton } from '../design/controls/button.tsx'
import { SearchBar } from '../design/controls/search-bar.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { DateTime, FormattedNumber } from '../design/format.tsx'
import { IconPlus } from '../design/icons.tsx'
import { Page } from '../design/layout/page.tsx'
import { IconLock } from '../design/page-icons.tsx'
import { Pagination } from '../design/layout/pagination.tsx'
import { ProjectMark } from '../design/layout/project-mark.tsx'
import { Avatar } from '../design/values/avatar.tsx'
import { useAccount, type Account } from '../session/account.ts'
import { historyQuery } from '../session/history-query.ts'
import { administeredQuery, projectActivityQuery } from './project-list-queries.ts'
import { membersQuery, myProjectsQuery, projectListQuery, PROJECTS_PER_PAGE } from './project-queries.ts'
import './projects-page.css'
import { useVisibilityLabel } from './visibility.tsx'

const route = getRouteApi('/shell/projects')

type Project = Awaited<ReturnType<NonNullable<ReturnType<typeof projectListQuery>['queryFn']>>>['items'][number]

/** The projects of the reader, or all that the reader may see, with a search. Each row is one link. */
export const ProjectsPage = () => {
  const { t } = useLingui()
  const account = useAccount()
  const { q = '', mine, offset = 0 } = route.useSearch()
  const navigate = route.useNavigate()
  // A member comes for their own projects; a reader without a project sees all.
  const own = useQuery({ ...myProjectsQuery, enabled: Boolean(account) })
  const isUndecided = account === undefined || (account !== null && mine === undefined && own.isPending)
  const isMine = mine ?? (account !== null && (own.data?.total ?? 0) > 0)
  const { data, error, refetch } = useQuery({
    ...projectListQuery({ limit: PROJECTS_PER_PAGE, offset, text: q, isMine }),
    placeholderData: keepPreviousData,
    enabled: !isUndecided,
  })
  const visits = useVisits(account)
  const search = (next: { q?: string; mine?: boolean | undefined; offset?: number }) =>
    void navigate({ search: { q: next.q || undefined, mine: next.mine, offset: next.offset || undefined } })
  return (
    <Page
      title={t`Projects`}
      actions={
        account?.can_create_projects && (
          <>
            {account.is_site_administrator && (
              <LinkButton to="/import-project" variant="quiet">
                <Trans>Import</Trans>
              </LinkButton>
            )}
            <LinkButton to="/new-project" variant="primary">
              <IconPlus />
              <Trans>New project</Trans>
            </LinkButton>
          </>
        )
      }
    >
      <div className="list-tools">
        <SearchBar label={t`Search projects`} value={q} onSearch={text => search({ q: text, mine })} />
        {account && (
          <nav className="ways" aria-label={t`Which projects`}>
            <Link
              from="/projects"
              to="/projects"
              search={{ q: q || undefined, mine: true }}
              aria-current={isMine ? 'true' : undefined}
              className="way"
              activeOptions={{ exact: true, includeSearch: true }}
            >
              <Trans>Mine</Trans> {own.data && <FormattedNumber value={own.data.total} />}
            </Link>
            <Link
              from="/projects"
              to="/projects"
              search={{ q: q || undefined, mine: false }}
              aria-current={isMine ? undefined : 'true'}
              className="way"
              activeOptions={{ exact: true, includeSearch: true }}
            >
              <Trans>All</Trans>
            </Link>
          </nav>
        )}
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : data.items.length === 0 ? (
        <NoProjects isFiltered={q !== '' || isMine} />
      ) : (
        <ProjectRows projects={isMine ? lastUsedFirst(data.items, visits) : data.items} hasMembers={isMine} />
      )}
      {data && (
        <Pagination
          offset={offset}
          limit={PROJECTS_PER_PAGE}
          total={data.total}
          onChange={first => search({ q, mine, offset: first })}
        />
      )}
    </Page>
  )
}

const NoProjects = ({ isFiltered }: { readonly isFiltered: boolean }) => {
  const { t } = useLingui()
  return isFiltered ? (
    <EmptyState title={t`No project is like that`}>
      <Trans>Try other words: each is looked for in the names and short names.</Trans>
    </EmptyState>
  ) : (
    <EmptyState title={t`There is no project to see`}>
      <Trans>Projects that are open to you, or that you are a member of, stand here.</Trans>
    </EmptyState>
  )
}

/** When the reader last had an artifact of a project open, by id of the project. */
type Visits = ReadonlyMap<number, string>

const useVisits = (account: Account | null | undefined): Visits | undefined =>
  useQuery({
    ...historyQuery(account),
    select: entries => {
      const last = new Map<number, string>()
      for (const { project, visit_time: time } of entries) {
        if (Date.parse(time) > Date.parse(last.get(project.id) ?? '1970-01-01T00:00:00Z')) last.set(project.id, time)
      }
      return last
    },
  }).data

const lastUsedFirst = (projects: readonly Project[], visits: Visits | undefined): readonly Project[] => {
  const timeOf = ({ id }: Project): number => Date.parse(visits?.get(id) ?? '') || 0
  return projects.toSorted((one, other) => timeOf(other) - timeOf(one))
}

interface ProjectRowsProps {
  readonly projects: readonly Project[]
  /** Shows who is in each project: one request for each. */
  readonly hasMembers: boolean
}

const ProjectRows = ({ projects, hasMembers }: ProjectRowsProps) => {
  const { t } = useLingui()
  const account = useAccount()
  const activity = useQuery({
    ...projectActivityQuery(projects.map(({ id }) => id)),
    placeholderData: keepPreviousData,
  })
  const administered = useQuery({ ...administeredQuery, enabled: Boolean(account) }).data
  return (
    <div>
      {/* Each row says for itself what its figures are. */}
      <div className="project-row project-heads" aria-hidden="true">
        <span className="project-head-name">
          <Trans>Project</Trans>
        </span>
        <span className="project-row-members">{hasMembers && <Trans>Members</Trans>}</span>
        <span className="project-row-open">
          <Trans>Open</Trans>
        </span>
        <span className="project-row-fact">{account && <Trans>I am</Trans>}</span>
        <span className="project-row-time">
          <Trans>Last activity</Trans>
        </span>
      </div>
      <ul className="project-rows" aria-label={t`Projects`}>
        {projects.map(project => (
          <ProjectRow
            key={project.id}
            project={project}
            activity={activity.data?.get(project.id)}
            role={
              administered?.has(project.id) === true
                ? t`Administrator`
                : project.is_member_of
                  ? t`Member`
                  : account
                    ? t`Reader`
                    : ''
            }
            hasMembers={hasMembers}
          />
        ))}
      </ul>
    </div>
  )
}

interface ProjectRowProps {
  readonly project: Project
  readonly activity: { readonly open: number; readonly last_changed_on: string | null } | undefined
  readonly role: string
  readonly hasMembers: boolean
}

const ProjectRow = ({ project, activity, role, hasMembers }: ProjectRowProps) => {
  const visibility = useVisibilityLabel()
  const changedOn = activity?.last_changed_on ?? null
  return (
    <li className="project-row">
      <ProjectMark label={project.label} id={project.id} />
      <span className="project-row-name">
        <span className="project-row-title">
          <Link to="/projects/$project" params={{ project: project.shortname }} className="row-link">
            <bdi>{project.label}</bdi>
          </Link>
          {project.access !== 'public' && (
            <span className="project-row-lock" title={visibility(project.access)}>
              <IconLock />
              <span className="visually-hidden">{visibility(project.access)}</span>
            </span>
          )}
        </span>
        {project.description ? (
          <span className="project-row-more cut" dir="auto">
            {project.description}
          </span>
        ) : null}
      </span>
      <span className="project-row-members">{hasMembers && <Members projectId={project.id} />}</span>
      <span className="project-row-open">
        {activity && (
          <Trans>
            <strong>
              <FormattedNumber value={activity.open} />
            </strong>{' '}
            open
          </Trans>
        )}
      </span>
      <span className="project-row-fact">{role}</span>
      <span className="project-row-time">
        {changedOn !== null && (
          <>
            <span className="visually-hidden">
              <Trans>Last activity</Trans>{' '}
            </span>
            <DateTime value={changedOn} as="relative" />
          </>
        )}
      </span>
    </li>
  )
}

const MEMBERS_SHOWN = 3
const MEMBERS_STALE_MS = 5 * 60_000

/** The first members of a project, and the number of all. */
const Members = ({ projectId }: { readonly projectId: number }) => {
  const { data } = useQuery({ ...membersQuery(projectId, { limit: MEMBERS_SHOWN }), staleTime: MEMBERS_STALE_MS })
  if (!data) return null
  return (
    <>
      {data.items.map(member => (
        <span key={member.id} title={member.real_name ?? member.username ?? ''}>
          <Avatar user={member} size={20} />
        </span>
      ))}
      <span>
        <span aria-hidden="true">
          <FormattedNumber value={data.total} />
        </span>
        <span className="visually-hidden">
          <Plural value={data.total} one="# member" other="# members" />
        </span>
      </span>
    </>
  )
}
