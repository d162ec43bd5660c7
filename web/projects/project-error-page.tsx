import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isApiError } from '../api/api-error.ts'
import { ErrorPage } from '../app/error-page.tsx'
import { LinkButton } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { useFaults } from '../design/feedback/error-state.tsx'
import { Page } from '../design/layout/page.tsx'
import { useAccount } from '../session/account.ts'

/** Replaces a project that the reader may not see: shows the server's message and links to other pages. */
export const ProjectErrorPage = (props: ErrorComponentProps): ReactNode => {
  const { t } = useLingui()
  const faults = useFaults()
  const account = useAccount()
  const href = useRouterState({ select: state => state.location.href })
  if (!isApiError(props.error, 403) && !isApiError(props.error, 401)) return <ErrorPage {...props} />
  return (
    <Page title={t`No access to this project`} isTitleHidden>
      <PageState
        title={t`No access to this project`}
        action={
          account === null ? (
            <LinkButton to="/login" search={{ return_to: href }} variant="primary">
              <Trans>Sign in</Trans>
            </LinkButton>
          ) : (
            <LinkButton to="/projects">
              <Trans>Go to the projects</Trans>
            </LinkButton>
          )
        }
      >
        {faults(props.error).join(' ')}{' '}
        {account === null ? (
          <Trans>If you are a member, sign in to see it.</Trans>
        ) : (
          <Trans>Only its members see it; one of its administrators can add you.</Trans>
        )}
      </PageState>
    </Page>
  )
}
