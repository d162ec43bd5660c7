import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkButton } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { DateTime } from '../design/format.tsx'
import { Page, Section } from '../design/layout/page.tsx'
import { ProjectMark } from '../design/layout/project-mark.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { projectListQuery } from '../projects/project-queries.ts'
import { useAccount, usePlatformName, type Account } from '../session/account.ts'
import { historyQuery } from '../session/history-query.ts'
import { AssignedArtifacts } from './assigned-artifacts.tsx'
import './home-page.css'
import { SampleProjectOffer } from './sample-project-offer.tsx'
import { WorkList, WorkRow } from './work-list.tsx'

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
        <Section title={t`Assigned to me`}>
          <AssignedArtifacts />
        </Section>
        <div className="home-part">
          <Section title={t`Your projects`}>
            <ProjectRows
              isMine
              empty={
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
              }
            />
          </Section>
          <Section title={t`What you worked on`}>
            <RecentArtifacts account={account} />
          </Section>
        </div>
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
        <ProjectRows
          isMine={false}
          empty={
            <EmptyState title={t`There is no public project`}>
              <Trans>Sign in to see the projects that you are a member of.</Trans>
            </EmptyState>
          }
        />
      </Section>
    </Page>
  )
}

const ProjectRows = ({ isMine, empty }: { readonly isMine: boolean; readonly empty: ReactNode }) => {
  const { data, error, refetch } = useQuery(projectListQuery({ limit: MAX_PROJECTS_SHOWN, isMine }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  if (data.items.length === 0) return empty
  return (
    <WorkList>
      {data.items.map(({ id, label, shortname }) => (
        <li key={id}>
          <ProjectMark label={label} id={id} />
          <Link to="/projects/$project" params={{ project: shortname }} className="work-link cut" dir="auto">
            {label}
          </Link>
          <span className="work-place cut">{shortname}</span>
        </li>
      ))}
    </WorkList>
  )
}

const RecentArtifacts = ({ account }: { readonly account: Account }) => {
  const { data, error, refetch } = useQuery(historyQuery(account))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  if (data.length === 0)
    return (
      <p className="muted">
        <Trans>Artifacts that you create or change stand here.</Trans>
      </p>
    )
  return (
    <WorkList>
      {data.map(entry => (
        <WorkRow
          key={entry.per_type_id}
          id={entry.per_type_id}
          label={entry.title || (entry.xref ?? '')}
          colourName={entry.color_name}
        >
          <span className="work-place">
            <DateTime value={entry.visit_time} as="relative" />
          </span>
        </WorkRow>
      ))}
    </WorkList>
  )
}
