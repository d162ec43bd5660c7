import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LinkButton } from '../design/button.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { Pagination } from '../design/pagination.tsx'
import { SearchBar } from '../design/search-bar.tsx'
import { Table } from '../design/table.tsx'
import { Person } from './person.tsx'
import { ProjectFrame, useCurrentProject } from './project-frame.tsx'
import { AdministratorBadge } from './project-page.tsx'
import { membersQuery, useRights } from './project-queries.ts'

const route = getRouteApi('/shell/projects/$project/members')
const LIMIT = 50

export const ProjectMembersPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { is_administrator } = useRights(project.id)
  const { q = '', offset = 0 } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery({
    ...membersQuery(project.id, { text: q, limit: LIMIT, offset }),
    placeholderData: keepPreviousData,
  })
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
      <SearchBar
        label={t`Search members`}
        value={q}
        onSearch={text => void navigate({ search: { q: text || undefined } })}
      />
      <Table
        label={t`Members`}
        rows={data?.items}
        rowKey={member => member.id ?? 0}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={q === '' ? t`Nobody is a member` : t`No member is called like that`} />}
        columns={[
          {
            id: 'name',
            header: t`Name`,
            isRowHeader: true,
            cell: member => <Person user={member} note={member.is_administrator && <AdministratorBadge />} />,
          },
        ]}
      />
      {data && (
        <Pagination
          offset={offset}
          limit={LIMIT}
          total={data.total}
          onChange={first => void navigate({ search: { q: q || undefined, offset: first || undefined } })}
        />
      )}
    </ProjectFrame>
  )
}
