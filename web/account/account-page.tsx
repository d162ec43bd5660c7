import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Page } from '../design/layout/page.tsx'
import { SideNavigation } from '../design/layout/side-navigation.tsx'

interface AccountPageProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of a page about the caller's own account. */
export const AccountPage = ({ children, ...props }: AccountPageProps) => {
  const { t } = useLingui()
  return (
    <Page
      {...props}
      navigation={
        <SideNavigation
          label={t`Account`}
          items={[
            { label: t`Profile`, link: { to: '/account/profile' } },
            { label: t`Password`, link: { to: '/account/password' } },
            { label: t`Appearance`, link: { to: '/account/appearance' } },
            { label: t`Access keys`, link: { to: '/account/keys' } },
            { label: t`Sessions`, link: { to: '/account/sessions' } },
            { label: t`Applications`, link: { to: '/account/applications' } },
          ]}
        />
      }
    >
      {children}
    </Page>
  )
}
