import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CopyField } from '../design/controls/copy-field.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { repositoriesQuery } from './svn-queries.ts'
import './svn.css'

/** The Subversion repositories of a project, each with the command that checks it out. */
export const RepositoryList = ({
  projectId,
  projectName,
}: {
  readonly projectId: number
  readonly projectName: string
}) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(repositoriesQuery(projectId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  if (data.length === 0)
    return (
      <EmptyState title={t`There is no repository yet`}>
        <Trans>Administrators of the project create Subversion repositories in its administration.</Trans>
      </EmptyState>
    )
  return (
    <ul className="repository-list">
      {data.map(repository => (
        <li key={repository.id} className="card stack">
          <strong>
            <Link
              to="/projects/$project/svn/$repository"
              params={{ project: projectName, repository: String(repository.id) }}
            >
              {repository.name}
            </Link>
          </strong>
          <CopyField label={t`Check out ${repository.name}`} value={checkOutCommand(repository.svn_url)} />
        </li>
      ))}
    </ul>
  )
}

export const checkOutCommand = (url: string): string => `svn checkout ${url}`
