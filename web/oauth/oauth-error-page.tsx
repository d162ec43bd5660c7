import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { LinkButton } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { Page } from '../design/layout/page.tsx'

const route = getRouteApi('/plain/oauth2/error')

/** For a faulty request whose fault cannot be reported to the application, because the address of the application is not verified. */
export const OauthErrorPage = () => {
  const { t } = useLingui()
  const { error } = route.useSearch()
  // The address contains a sentence, too, but anybody can put a sentence into a link: the page shows its own texts only.
  const reasons: Readonly<Record<string, string>> = {
    invalid_client: t`No such application is registered here, or it may not be used any more.`,
    invalid_request: t`The address that it wants you to go back to is not the one that is registered for it.`,
  }
  return (
    <Page title={t`The application cannot be let in`} isTitleHidden>
      <EmptyState
        title={t`The application cannot be let in`}
        action={
          <LinkButton to="/">
            <Trans>Go to the start page</Trans>
          </LinkButton>
        }
      >
        {reasons[error ?? ''] ?? t`Its request is not one that this platform answers.`}{' '}
        <Trans>You can do nothing about it: tell those who run the application.</Trans>
      </EmptyState>
    </Page>
  )
}
