import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api, pageOf } from '../api/api.ts'
import { LinkButton } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { IconPlus } from '../design/icons.tsx'
import { Page } from '../design/layout/page.tsx'
import { Pagination } from '../design/layout/pagination.tsx'
import { SearchBar } from '../design/controls/search-bar.tsx'
import { Table } from '../design/layout/table.tsx'
import { useAccount } from '../session/account.ts'
import { Switch } from '../design/controls/checkbox.tsx'
import './projects.css'
import { VisibilityBadge } from './visibility.tsx'

const route = getRouteApi('/shell/projects')
const LIMIT = 25

/** All projects that the reader may see, with a search. */
export const ProjectsPage = () => {
  const { t } = useLingui()
  const account = useAccount()
  const { q = '', mine = false, offset = 0 } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery({
    queryKey: ['projects', 'list', q, mine, offset],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/projects', {
          params: {
            query: {
              limit: LIMIT,
              offset,
              ...(q === '' ? {} : { text: q }),
              ...(mine ? { query: JSON.stringify({ is_member_of: true }) } : {}),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    meta: { isSignedOutFine: true },
  })
  const search = (next: { q?: string; mine?: boolean; offset?: number }) =>
    void navigate({
      search: { q: next.q || undefined, mine: next.mine || undefined, offset: next.offset || undefined },
    })
  return (
    <Page
      title={t`Projects`}
      actions={
        account?.can_create_projects && (
          <LinkButton to="/new-project" variant="primary">
            <IconPlus />
            <Trans>New project</Trans>
          </LinkButton>
        )
      }
    >
      <div className="list-tools">
        <SearchBar label={t`Search projects`} value={q} onSearch={text => search({ q: text, mine })} />
        {account && (
          <Switch
            label={t`Only those I am a member of`}
            isSelected={mine}
            onChange={isOn => search({ q, mine: isOn })}
          />
        )}
      </div>
      <Table
        label={t`Projects`}
        rows={data?.items}
        rowKey={project => project.id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          q !== '' || mine ? (
            <EmptyState title={t`No project is like that`}>
              <Trans>Try other words: each is looked for in the names and short names.</Trans>
            </EmptyState>
          ) : (
            <EmptyState title={t`There is no project to see`}>
              <Trans>Projects that are open to you, or that you are a member of, stand here.</Trans>
            </EmptyState>
          )
        }
        columns={[
          {
            id: 'label',
            header: t`Name`,
            isRowHeader: true,
            cell: project => (
              <Link to="/projects/$project" params={{ project: project.shortname }}>
                {project.label}
              </Link>
            ),
          },
          {
            id: 'description',
            header: t`Description`,
            isSecondary: true,
            cell: project => <span className="muted one-line">{project.description}</span>,
          },
          { id: 'access', header: t`Visibility`, cell: project => <VisibilityBadge access={project.access} /> },
        ]}
      />
      {data && (
        <Pagination
          offset={offset}
          limit={LIMIT}
          total={data.total}
          onChange={first => search({ q, mine, offset: first })}
        />
      )}
    </Page>
  )
}
