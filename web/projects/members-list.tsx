import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListSearch } from '../app/list-search.ts'
import { Badge } from '../design/feedback/badge.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { Pagination } from '../design/layout/pagination.tsx'
import { SearchBar } from '../design/controls/search-bar.tsx'
import { Table, type Column } from '../design/layout/table.tsx'
import { PersonName } from '../design/values/person.tsx'
import { membersQuery, type Member } from './project-queries.ts'

const LIMIT = 50

export interface MembersListProps {
  readonly projectId: number
  /** The search words and the page in the address. */
  readonly search: ListSearch
  readonly onSearch: (search: { q: string | undefined; offset?: number | undefined }) => void
  /** Actions of the viewer on each member. */
  readonly actions?: Column<Member>
}

/** All members of the project, with a search. */
export const MembersList = ({ projectId, search, onSearch, actions }: MembersListProps) => {
  const { t } = useLingui()
  const { q = '', offset = 0 } = search
  const { data, error, refetch } = useQuery({
    ...membersQuery(projectId, { text: q, limit: LIMIT, offset }),
    placeholderData: keepPreviousData,
  })
  // Null for readers who may not know them.
  const hasGroups = data?.items.some(({ user_groups }) => user_groups !== null && user_groups.length > 0) ?? false
  return (
    <>
      <SearchBar label={t`Search members`} value={q} onSearch={text => onSearch({ q: text || undefined })} />
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
            cell: ({ id, real_name, username }) => <PersonName name={real_name || (username ?? '')} id={id} />,
          },
          {
            id: 'login',
            header: t`Login name`,
            isSecondary: true,
            cell: ({ username }) => <span className="muted">@{username}</span>,
          },
          {
            id: 'role',
            header: t`Role`,
            cell: member =>
              member.is_administrator ? (
                <AdministratorBadge />
              ) : (
                <span className="muted">
                  <Trans>Member</Trans>
                </span>
              ),
          },
          ...(hasGroups
            ? [
                {
                  id: 'groups',
                  header: t`User groups`,
                  isSecondary: true,
                  cell: ({ user_groups }: Member) => (
                    <bdi className="muted">{user_groups?.map(({ label }) => label).join(', ')}</bdi>
                  ),
                },
              ]
            : []),
          ...(actions ? [actions] : []),
        ]}
      />
      {data && (
        <Pagination
          offset={offset}
          limit={LIMIT}
          total={data.total}
          onChange={first => onSearch({ q: q || undefined, offset: first || undefined })}
        />
      )}
    </>
  )
}

const AdministratorBadge = () => (
  <Badge kind="accent">
    <Trans>Administrator</Trans>
  </Badge>
)
