import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, bodyOf, pageOf } from '../api/api.ts'
import { LinkButton } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { DateTime } from '../design/format.tsx'
import { Page, Section } from '../design/layout/page.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { useAccount, usePlatformName, type Account } from '../session/account.ts'
import { AssignedArtifacts } from './assigned-artifacts.tsx'
import './home-page.css'
import { SampleProjectOffer } from './sample-project-offer.tsx'

const MAX_PROJECTS_SHOWN = 50

/** The start page: the reader's own projects and recent work, or the projects that are open to everybody. */
export const HomePage = () => {
  const account = useAccount()
  if (account === undefined) {
    return (
      <div className="page">
        <Skeleton lines={6} />
      </div>
    )
  }
  return account === null ? <Welcome /> : <MyProjects account={account} />
}

const MyProjects = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  return (
    <Page title={t`My work`}>
      {account.is_site_administrator && <SampleProjectOffer />}
      <div className="home">
        <div className="home-part">
          <Section title={t`Assigned to me`}>
            <AssignedArtifacts />
          </Section>
          <Section title={t`What you worked on`}>
            <RecentArtifacts userId={account.user.id} />
          </Section>
        </div>
        <Section title={t`Your projects`}>
          <ProjectCards
            isMine
            empty={
              <div className="card">
                <EmptyState
                  title={t`You are in no project yet`}
                  action={
                    account.can_create_projects && (
                      <LinkButton to="/new-project" variant="primary">
                        <Trans>New project</Trans>
                      </LinkButton>
                    )
                  }
                >
                  <Trans>Projects that you are a member of stand here.</Trans>
                </EmptyState>
              </div>
            }
          />
        </Section>
      </div>
    </Page>
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
        <ProjectCards
          isMine={false}
          empty={
            <div className="card">
              <EmptyState title={t`There is no public project`}>
                <Trans>Sign in to see the projects that you are a member of.</Trans>
              </EmptyState>
            </div>
          }
        />
      </Section>
    </Page>
  )
}

const ProjectCards = ({ isMine, empty }: { readonly isMine: boolean; readonly empty: ReactNode }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['projects', 'cards', isMine],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/projects', {
          params: {
            query: { limit: MAX_PROJECTS_SHOWN, ...(isMine ? { query: JSON.stringify({ is_member_of: true }) } : {}) },
          },
          signal,
        }),
      ),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  if (data.items.length === 0) return empty
  return (
    <ul className="project-cards">
      {data.items.map(project => (
        <li key={project.id}>
          <a className="project-card" href={`/projects/${project.shortname}`}>
            <strong>{project.label}</strong>
            <span className="muted small">{project.shortname}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const RecentArtifacts = ({ userId }: { readonly userId: number }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['history', userId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/users/{id}/history', { params: { path: { id: String(userId) } }, signal })),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  if (data.entries.length === 0) {
    return (
      <div className="card muted">
        <Trans>Artifacts that you create or change stand here.</Trans>
      </div>
    )
  }
  return (
    <ul className="recent">
      {data.entries.map(entry => (
        <li key={entry.per_type_id}>
          <a href={entry.html_url}>{entry.title || entry.xref}</a>
          <span className="muted small">
            {entry.xref} · {entry.project.label} · <DateTime value={entry.visit_time} as="relative" />
          </span>
        </li>
      ))}
    </ul>
  )
}
