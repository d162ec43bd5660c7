import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accountsKey, listAccounts } from '../administration/accounts/accounts.ts'
import { LinkButton } from '../design/controls/button.tsx'
import { IconCheck, IconFolder, IconPlus, IconSearch, IconWarning } from '../design/icons.tsx'
import { Page } from '../design/layout/page.tsx'
import { Part } from '../design/layout/part.tsx'
import { platformQuery, type Account } from '../session/account.ts'
import './first-start.css'
import { CreateSampleProject } from './sample-project.tsx'

/** Replaces the work of the first administrator until the server has a project. */
export const FirstStart = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  return (
    <Page
      title={t`This server is new`}
      crumb={t`My work`}
      width="narrow"
      description={
        <Trans>
          Nobody has worked here yet. A project holds trackers and repositories for one team; you need one to begin.
        </Trans>
      }
    >
      <ul className="ways-in">
        <WayIn icon={<IconSearch />} title={t`Look around first`} action={<CreateSampleProject />}>
          <Trans>
            A project of a small team with three trackers, 150 artifacts and a repository shows what each part does. It
            takes some seconds, sends no mails, and goes with one command.
          </Trans>
        </WayIn>
        <WayIn
          icon={<IconPlus />}
          title={t`Begin empty`}
          action={
            <LinkButton to="/new-project">
              <Trans>New project</Trans>
            </LinkButton>
          }
        >
          <Trans>Name, who may see it, and a template whose trackers the project begins with.</Trans>
        </WayIn>
        <WayIn
          icon={<IconFolder />}
          title={t`Bring what you have`}
          action={
            <LinkButton to="/import-project">
              <Trans>Import a project</Trans>
            </LinkButton>
          }
        >
          <Trans>
            An archive of another Crocus or of Tuleap, completely or not at all. A rehearsal says before what arrives.
          </Trans>
        </WayIn>
      </ul>
      <BeforeOthersCome account={account} />
    </Page>
  )
}

interface WayInProps {
  readonly icon: ReactNode
  readonly title: string
  readonly action: ReactNode
  readonly children: ReactNode
}

const WayIn = ({ icon, title, action, children }: WayInProps) => (
  <li>
    {icon}
    <div>
      <h2>{title}</h2>
      <p className="muted">{children}</p>
    </div>
    <div className="way-in-action">{action}</div>
  </li>
)

interface Check {
  readonly id: string
  readonly isDone: boolean
  readonly label: string
  readonly state: ReactNode
  readonly link: LinkProps
}

const BeforeOthersCome = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  const platform = useQuery(platformQuery).data
  const accounts = useQuery({
    queryKey: [...accountsKey, 'size'],
    queryFn: ({ signal }) => listAccounts({}, 1, signal),
  }).data?.total
  const hasMails = platform?.can_reset_password
  const checks: readonly Check[] = [
    {
      id: 'address',
      isDone: account.user.email !== '',
      label: account.user.email === '' ? t`Your account has no e-mail address` : t`Your account has an e-mail address`,
      state: account.user.email === '' ? t`no mail reaches you` : account.user.email,
      link: { to: '/account/profile' },
    },
    ...(hasMails === undefined
      ? []
      : [
          {
            id: 'mails',
            isDone: hasMails,
            label: hasMails ? t`Mails are sent` : t`Mails are not set up`,
            state: hasMails ? '' : t`passwords cannot be reset`,
            link: { to: '/administration/health' } as const,
          },
        ]),
    ...(accounts === undefined
      ? []
      : [
          {
            id: 'people',
            isDone: accounts > 1,
            label: t`Invite people`,
            state: <Plural value={accounts} one="# account" other="# accounts" />,
            link: { to: '/administration/users' } as const,
          },
        ]),
  ]
  const done = checks.filter(({ isDone }) => isDone).length
  return (
    <Part
      title={t`Before others come`}
      note={
        <Trans>
          {done} of {checks.length}
        </Trans>
      }
    >
      <ul className="checks">
        {checks.map(({ id, isDone, label, state, link }) => (
          <li key={id}>
            {isDone ? <IconCheck /> : <IconWarning />}
            <Link {...link} className="row-link">
              {label}
            </Link>
            <span>{isDone && state === '' ? <Trans>done</Trans> : state}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
