import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconButton } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { IconCopy } from '../design/icons.tsx'
import { IconBranch } from '../design/page-icons.tsx'
import { useCopy } from '../design/use-copy.ts'
import { repositoriesQuery } from './svn-queries.ts'
import './svn.css'

export interface RepositoryListProps {
  readonly projectId: number
  readonly projectName: string
}

/** The Subversion repositories of a project: each row is one link, with a button that copies the command to check it out. */
export const RepositoryList = ({ projectId, projectName }: RepositoryListProps) => {
  const { t } = useLingui()
  const copy = useCopy()
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
    <ul className="repository-list" aria-label={t`Repositories`}>
      {data.map(({ id, name, svn_url: url }) => (
        <li key={id} className="repository-row">
          <IconBranch />
          <span className="repository-name">
            <Link
              to="/projects/$project/svn/$repository"
              params={{ project: projectName, repository: String(id) }}
              className="row-link cut"
            >
              <bdi>{name}</bdi>
            </Link>
            <code className="repository-url cut">{url}</code>
          </span>
          <IconButton label={t`Copy: Check out ${name}`} size="small" onPress={() => copy(checkOutCommand(url))}>
            <IconCopy />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

export const checkOutCommand = (url: string): string => `svn checkout ${url}`
