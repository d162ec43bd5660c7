import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api, pageOf } from '../api/api.ts'
import { LinkButton } from '../design/button.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { ErrorState } from '../design/error-state.tsx'
import { Page, Section } from '../design/page.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { useAccount, usePlatformName, type Account } from '../session/account.ts'
import './home-page.css'

const SHOWN = 50

/** Where everybody begins: their own projects, or those that are open to all. */
export const HomePage = () => {
  const account = useAccount()
  if (account === undefined) return <Skeleton />
  return account === null ? <Welcome /> : <MyProjects account={account} />
}

const MyProjects = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  return (
    <Page title={t`Hello, ${account.user.real_name}`}>
      <Section title={t`Your projects`}>
        <ProjectCards
          isMine
          empty={
            <EmptyState title={t`You are in no project yet`}>
              <Trans>Projects that you are a member of stand here.</Trans>
            </EmptyState>
          }
        />
      </Section>
    </Page>
  )
}

const Welcome = () => {
  const { t } = useLingui()
  const name = usePlatformName()
  return (
    <Page
      title={t`Welcome to ${name}`}
      description={<Trans>Projects with their trackers, artifacts, files and Subversion repositories.</Trans>}
      actions={
        <LinkButton to="/login" variant="primary">
          <Trans>Sign in</Trans>
        </LinkButton>
      }
    >
      <Section title={t`Public projects`}>
        <ProjectCards
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

const ProjectCards = ({ isMine, empty }: { readonly isMine: boolean; readonly empty: React.ReactNode }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['projects', 'cards', isMine],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/projects', {
          params: { query: { limit: SHOWN, ...(isMine ? { query: JSON.stringify({ is_member_of: true }) } : {}) } },
          signal,
        }),
      ),
    meta: { isSignedOutFine: true },
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
