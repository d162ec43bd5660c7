import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { Page, Section } from '../design/layout/page.tsx'
import { ProjectMark } from '../design/layout/project-mark.tsx'
import { projectListQuery } from '../projects/project-queries.ts'
import { useAccount, usePlatformName, type Account } from '../session/account.ts'
import { MyWork } from './my-work.tsx'
import { sampleProjectQuery } from './sample-project.tsx'
import './work-list.css'

const FirstStart = lazyPart(() => import('./first-start.tsx'), 'FirstStart')

const MAX_PROJECTS_SHOWN = 50

/** The start page: the work of the reader, or the projects that are open to everybody. */
export const HomePage = () => {
  const account = useAccount()
  if (account === undefined) return <Waiting />
  if (account === null) return <Welcome />
  return account.is_site_administrator ? <HomeOfAdministrator account={account} /> : <MyWork account={account} />
}

const Waiting = () => (
  <div className="page">
    <Skeleton lines={6} />
  </div>
)

const HomeOfAdministrator = ({ account }: { readonly account: Account }) => {
  const projects = useQuery(projectListQuery({ limit: 1 }))
  const sample = useQuery({ ...sampleProjectQuery, enabled: projects.data?.total === 0 })
  if (projects.isPending || sample.isLoading) return <Waiting />
  return sample.data?.can_be_created === true && projects.data?.total === 0 ? (
    <Suspense fallback={<Waiting />}>
      <FirstStart account={account} />
    </Suspense>
  ) : (
    <MyWork account={account} />
  )
}

const Welcome = () => {
  const { t } = useLingui()
  const name = usePlatformName()
  return (
    <Page
      title={t`Welcome to ${name}`}
      description={
        <Trans>
          Projects with their trackers, artifacts, files and Subversion repositories. Programs use the{' '}
          <a href="/api/explorer/">API</a>.
        </Trans>
      }
    >
      <Section title={t`Public projects`}>
        <PublicProjects />
      </Section>
    </Page>
  )
}

const PublicProjects = () => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(projectListQuery({ limit: MAX_PROJECTS_SHOWN }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  if (data.items.length === 0)
    return (
      <EmptyState title={t`There is no public project`}>
        <Trans>Sign in to see the projects that you are a member of.</Trans>
      </EmptyState>
    )
  return (
    <ul className="work-list">
      {data.items.map(({ id, label, shortname }) => (
        <li key={id} className="work-row work-row-short">
          <ProjectMark label={label} id={id} />
          <Link to="/projects/$project" params={{ project: shortname }} className="row-link work-link cut" dir="auto">
            {label}
          </Link>
          <span className="work-number">{shortname}</span>
        </li>
      ))}
    </ul>
  )
}
