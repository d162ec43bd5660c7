import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isApiError } from '../api/api-error.ts'
import { LinkButton } from '../design/controls/button.tsx'
import { CopyField } from '../design/controls/copy-field.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { DateTime } from '../design/format.tsx'
import { Section } from '../design/layout/page.tsx'
import { Pagination } from '../design/layout/pagination.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { Table } from '../design/layout/table.tsx'
import { ProjectFrame } from '../projects/project-frame.tsx'
import { useAccount } from '../session/account.ts'
import { checkOutCommand } from './repository-list.tsx'
import './svn.css'
import { repositoryQuery, revisionsQuery, type Repository } from './svn-queries.ts'

const route = getRouteApi('/shell/projects/$project/svn/$repository')

/** The address of a repository, and its latest commits. */
export const RepositoryPage = () => {
  const { t } = useLingui()
  const { project: name, repository: id } = route.useParams()
  const { data: repository, error, refetch } = useQuery(repositoryQuery(Number(id)))
  const crumbs = [
    { label: t`Repositories`, link: { to: '/projects/$project/svn', params: { project: name } } as const },
  ]
  if (!repository)
    return (
      <ProjectFrame title={t`Repository`} crumbs={crumbs}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={5} />}
      </ProjectFrame>
    )
  return (
    <ProjectFrame
      title={repository.name}
      crumbs={crumbs}
      actions={
        repository.settings && (
          <LinkButton to="/projects/$project/administration/svn/$repository" params={{ project: name, repository: id }}>
            <Trans>Settings</Trans>
          </LinkButton>
        )
      }
    >
      <CopyField
        label={t`Check out`}
        value={checkOutCommand(repository.svn_url)}
        description={t`Sign in with your login and your password, or with an access key of the scope for Subversion.`}
      />
      <Revisions repository={repository} />
    </ProjectFrame>
  )
}

const LIMIT = 25

const Revisions = ({ repository }: { readonly repository: Repository }) => {
  const { t } = useLingui()
  const account = useAccount()
  const { offset = 0 } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery({
    ...revisionsQuery(repository.id, { limit: LIMIT, offset }),
    enabled: account !== null,
    placeholderData: keepPreviousData,
  })
  return (
    <Section title={t`Revisions`}>
      {account === null || isApiError(error, 403) ? (
        <EmptyState title={t`The revisions are not shown to you`}>
          <Trans>They are for people who are signed in and may read everything in the repository.</Trans>
        </EmptyState>
      ) : (
        <>
          <Table
            label={t`Revisions`}
            rows={data?.items}
            rowKey={revision => revision.revision}
            error={error}
            onRetry={() => void refetch()}
            empty={
              <EmptyState title={t`Nothing was committed yet`}>
                <Trans>Check the repository out, add something and commit it.</Trans>
              </EmptyState>
            }
            columns={[
              { id: 'revision', header: t`Revision`, isRowHeader: true, cell: ({ revision }) => `r${revision}` },
              {
                id: 'message',
                header: t`Message`,
                cell: ({ message }) => <span className="message">{message}</span>,
              },
              {
                id: 'author',
                header: t`Author`,
                cell: ({ author, author_login }) => author?.display_name ?? author_login,
                isSecondary: true,
              },
              {
                id: 'date',
                header: t`Date`,
                cell: ({ committed_on }) => committed_on !== null && <DateTime value={committed_on} as="relative" />,
                isSecondary: true,
              },
            ]}
          />
          {data && (
            <Pagination
              offset={offset}
              limit={LIMIT}
              total={data.total}
              onChange={first => void navigate({ search: { offset: first || undefined } })}
            />
          )}
        </>
      )}
    </Section>
  )
}
