import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LinkButton } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { IconFolder, IconHome, IconSettings, IconTrash } from '../design/icons.tsx'
import { Page } from '../design/layout/page.tsx'
import { SideNavigation, type NavigationItem } from '../design/layout/side-navigation.tsx'
import { IconApplications, IconAudit, IconHealth, IconWebhook } from '../design/navigation-icons.tsx'
import { IconClock, IconPeople } from '../design/page-icons.tsx'
import { useSignedIn } from '../session/account.ts'
import './administration.css'
import { canSee, canSeeAny, type Area } from './areas.ts'

export interface AdministrationPageProps {
  readonly area: Area
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of the site administration with the navigation of all its pages; a reader without the right gets a message. */
export const AdministrationPage = ({ area, title, children, ...rest }: AdministrationPageProps) => {
  const account = useSignedIn()
  if (!canSee(account, area)) return <NotForYou hasOtherPages={canSeeAny(account)} />
  return (
    <Page title={title} navigation={<Areas />} {...rest}>
      {children}
    </Page>
  )
}

const Areas = () => {
  const { t } = useLingui()
  const account = useSignedIn()
  const areas: readonly (NavigationItem & { readonly area: Area })[] = [
    {
      area: 'overview',
      label: t`Overview`,
      icon: <IconHome />,
      link: { to: '/administration', activeOptions: { exact: true } },
    },
    { area: 'users', label: t`Accounts`, icon: <IconPeople />, link: { to: '/administration/users' } },
    { area: 'projects', label: t`Projects`, icon: <IconFolder />, link: { to: '/administration/projects' } },
    {
      area: 'applications',
      label: t`Applications`,
      icon: <IconApplications />,
      link: { to: '/administration/applications' },
    },
    { area: 'settings', label: t`Settings`, icon: <IconSettings />, link: { to: '/administration/settings' } },
    { area: 'webhooks', label: t`Webhooks`, icon: <IconWebhook />, link: { to: '/administration/webhooks' } },
    { area: 'audit', label: t`Audit`, icon: <IconAudit />, link: { to: '/administration/audit' } },
    { area: 'deletions', label: t`Deletions`, icon: <IconTrash />, link: { to: '/administration/deletions' } },
    { area: 'jobs', label: t`Jobs`, icon: <IconClock />, link: { to: '/administration/jobs' } },
    { area: 'health', label: t`Health`, icon: <IconHealth />, link: { to: '/administration/health' } },
  ]
  return <SideNavigation label={t`Site administration`} items={areas.filter(({ area }) => canSee(account, area))} />
}

const NotForYou = ({ hasOtherPages }: { readonly hasOtherPages: boolean }) => {
  const { t } = useLingui()
  return (
    <Page title={t`Not for this account`} isTitleHidden navigation={hasOtherPages ? <Areas /> : undefined}>
      <PageState
        title={t`This page is for site administrators`}
        action={
          <LinkButton to="/">
            <Trans>Go to the start page</Trans>
          </LinkButton>
        }
      >
        <Trans>Your account does not administer this platform. If it should, ask one of those who do.</Trans>
      </PageState>
    </Page>
  )
}
