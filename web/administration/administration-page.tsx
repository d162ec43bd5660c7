import { Trans, useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkButton } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { Page } from '../design/layout/page.tsx'
import { SideNavigation } from '../design/layout/side-navigation.tsx'
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
  const areas: readonly { readonly area: Area; readonly label: string; readonly link: LinkProps }[] = [
    { area: 'overview', label: t`Overview`, link: { to: '/administration', activeOptions: { exact: true } } },
    { area: 'users', label: t`Accounts`, link: { to: '/administration/users' } },
    { area: 'projects', label: t`Projects`, link: { to: '/administration/projects' } },
    { area: 'applications', label: t`Applications`, link: { to: '/administration/applications' } },
    { area: 'settings', label: t`Settings`, link: { to: '/administration/settings' } },
    { area: 'deletions', label: t`Deletions`, link: { to: '/administration/deletions' } },
    { area: 'jobs', label: t`Jobs`, link: { to: '/administration/jobs' } },
    { area: 'health', label: t`Health`, link: { to: '/administration/health' } },
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
