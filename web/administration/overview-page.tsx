import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, bodyOf } from '../api/api.ts'
import { Badge } from '../design/feedback/badge.tsx'
import { Bytes, FormattedNumber } from '../design/format.tsx'
import { platformQuery, useSignedIn } from '../session/account.ts'
import { accountsKey, listAccounts } from './accounts/accounts.ts'
import { AdministrationPage } from './administration-page.tsx'
import { canSee, type Area } from './areas.ts'
import { deletionsQuery } from './projects/deletions.ts'
import { Facts } from './facts.tsx'
import { healthQuery } from './health/health.ts'
import { listProjects, projectsKey } from './projects/projects.ts'

/** The state of the platform at a glance; each figure links to its page. */
export const OverviewPage = () => {
  const { t } = useLingui()
  const account = useSignedIn()
  const platform = useQuery(platformQuery).data
  const shown = (area: Area): boolean => canSee(account, area)
  const modes = {
    anonymous: t`Everybody reads what is public`,
    regular: t`Only people who are signed in`,
    restricted: t`Only people who are signed in, some restricted`,
  }
  return (
    <AdministrationPage
      area="overview"
      title={t`Site administration`}
      description={<Trans>What there is, and what wants attention.</Trans>}
    >
      <ul className="tiles">
        {shown('users') && <AccountsTile />}
        {shown('projects') && <ProjectsTile />}
        {shown('jobs') && <JobsTile />}
        {shown('deletions') && <DeletionsTile />}
        {shown('health') && <HealthTile />}
      </ul>
      {platform && (
        <Facts
          items={[
            [t`Name`, platform.name],
            [t`Public address`, platform.public_url],
            [t`Who may read`, modes[platform.access_mode]],
            [t`Version`, platform.version],
            [t`Mails`, platform.can_reset_password ? t`are sent` : t`no mail server: they are kept in a folder`],
          ]}
        />
      )}
    </AdministrationPage>
  )
}

const Tile = ({
  label,
  link,
  value,
  note,
}: {
  readonly label: string
  readonly link: LinkProps
  /** undefined: loading. */
  readonly value: ReactNode
  readonly note?: ReactNode
}) => (
  <li>
    <Link {...link} className="card tile">
      <span className="tile-label">{label}</span>
      <span className="tile-value">{value ?? '…'}</span>
      {note}
    </Link>
  </li>
)

const AccountsTile = () => {
  const { t } = useLingui()
  const all = useQuery({ queryKey: [...accountsKey, 'size'], queryFn: ({ signal }) => listAccounts({}, 1, signal) })
  const waiting = useQuery({
    queryKey: [...accountsKey, 'pending'],
    queryFn: ({ signal }) => listAccounts({ status: 'P' }, 1, signal),
  })
  const pending = waiting.data?.total ?? 0
  return (
    <Tile
      label={t`Accounts`}
      link={{ to: '/administration/users' }}
      value={all.data && <FormattedNumber value={all.data.total} />}
      note={
        pending > 0 && (
          <span>
            <Badge kind="accent">
              <Trans>
                <FormattedNumber value={pending} /> pending
              </Trans>
            </Badge>
          </span>
        )
      }
    />
  )
}

const ProjectsTile = () => {
  const { t } = useLingui()
  const { data } = useQuery({
    queryKey: [...projectsKey, 'size'],
    queryFn: ({ signal }) => listProjects({ status: 'active' }, 1, signal),
  })
  return (
    <Tile
      label={t`Active projects`}
      link={{ to: '/administration/projects', search: { status: 'active' } }}
      value={data && <FormattedNumber value={data.total} />}
    />
  )
}

const JobsTile = () => {
  const { t } = useLingui()
  const { data } = useQuery({
    queryKey: ['site', 'jobs', 'size'],
    queryFn: ({ signal }) => bodyOf(api.GET('/site/jobs', { params: { query: { limit: 1 } }, signal })),
  })
  return (
    <Tile
      label={t`Jobs waiting`}
      link={{ to: '/administration/jobs' }}
      value={data && <FormattedNumber value={data.waiting + data.running} />}
      note={
        data &&
        data.failed > 0 && (
          <span>
            <Badge kind="danger">
              <Trans>
                <FormattedNumber value={data.failed} /> failed
              </Trans>
            </Badge>
          </span>
        )
      }
    />
  )
}

const DeletionsTile = () => {
  const { t } = useLingui()
  const { data } = useQuery(deletionsQuery)
  const isUsedUp = data?.accounts.some(({ remaining }) => remaining === 0) ?? false
  return (
    <Tile
      label={t`Artifacts deleted in 24 hours`}
      link={{ to: '/administration/deletions' }}
      value={data && <FormattedNumber value={data.total} />}
      note={
        isUsedUp && (
          <span>
            <Badge kind="warning">
              <Trans>limit reached</Trans>
            </Badge>
          </span>
        )
      }
    />
  )
}

const HealthTile = () => {
  const { t } = useLingui()
  const { data } = useQuery(healthQuery)
  const isFailing = data?.event_log.some(({ failures }) => failures > 0) ?? false
  return (
    <Tile
      label={t`Free on the disk`}
      link={{ to: '/administration/health' }}
      value={
        data && <Bytes value={Math.min(data.data_folder.free_bytes, data.shared_folder?.free_bytes ?? Infinity)} />
      }
      note={
        isFailing && (
          <span>
            <Badge kind="danger">
              <Trans>events fail</Trans>
            </Badge>
          </span>
        )
      }
    />
  )
}
