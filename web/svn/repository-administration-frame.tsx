import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { AdministrationFrame } from '../projects/administration/administration-frame.tsx'
import { repositoryQuery, type Repository, type RepositorySettings } from './svn-queries.ts'

export interface RepositoryPageProps {
  readonly repository: Repository
  readonly settings: RepositorySettings
  readonly projectName: string
}

const route = getRouteApi('/shell/projects/$project')

/** Loads the repository of the address with its settings, and shows a failure. */
export const RepositoryAdministrationFrame = ({
  title,
  isBelowSettings = false,
  actions,
  children,
}: {
  readonly title: (name: string) => string
  readonly isBelowSettings?: boolean
  readonly actions?: (props: RepositoryPageProps) => ReactNode
  readonly children: (props: RepositoryPageProps) => ReactNode
}) => {
  const { t } = useLingui()
  const { project: projectName } = route.useParams()
  const { repository: id = '' } = useParams({ strict: false })
  const { data: repository, error, refetch } = useQuery(repositoryQuery(Number(id)))
  const crumbs = [
    {
      label: t`Repositories`,
      link: { to: '/projects/$project/administration/svn', params: { project: projectName } } as const,
    },
    ...(isBelowSettings && repository
      ? [
          {
            label: repository.name,
            link: {
              to: '/projects/$project/administration/svn/$repository',
              params: { project: projectName, repository: id },
            } as const,
          },
        ]
      : []),
  ]
  const settings = repository?.settings
  const props = repository && settings && { repository, settings, projectName }
  return (
    <AdministrationFrame
      title={title(repository?.name ?? t`Repository`)}
      crumbs={crumbs}
      actions={props && actions?.(props)}
    >
      {props ? (
        children(props)
      ) : repository ? (
        <EmptyState title={t`You do not administer this repository`}>
          <Trans>Administrators of the project can give you the administration of its repositories.</Trans>
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </AdministrationFrame>
  )
}
