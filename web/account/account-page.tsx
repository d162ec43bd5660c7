import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Page } from '../design/layout/page.tsx'
import { SideNavigation } from '../design/layout/side-navigation.tsx'
import {
  IconAppearance,
  IconApplications,
  IconDevice,
  IconKey,
  IconPerson,
  IconShield,
} from '../design/navigation-icons.tsx'
import { IconLock } from '../design/page-icons.tsx'

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
            { label: t`Profile`, icon: <IconPerson />, link: { to: '/account/profile' } },
            { label: t`Password`, icon: <IconLock />, link: { to: '/account/password' } },
            { label: t`Second factors`, icon: <IconShield />, link: { to: '/account/second-factors' } },
            { label: t`Appearance`, icon: <IconAppearance />, link: { to: '/account/appearance' } },
            { label: t`Access keys`, icon: <IconKey />, link: { to: '/account/keys' } },
            { label: t`Sessions`, icon: <IconDevice />, link: { to: '/account/sessions' } },
            { label: t`Applications`, icon: <IconApplications />, link: { to: '/account/applications' } },
          ]}
        />
      }
    >
      {children}
    </Page>
  )
}
