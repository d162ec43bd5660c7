import { Trans, useLingui } from '@lingui/react/macro'
import { useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'
import { openPalette } from '../commands/palette-state.ts'
import { Button, LinkButton } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { useAccount } from '../session/account.ts'

/** Says that there is nothing, and offers the ways on. */
export const NotFound = () => {
  const { t } = useLingui()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const account = useAccount()
  const href = useRouterState({ select: state => state.location.href })
  return (
    <PageState
      title={t`There is nothing at this address`}
      action={
        <>
          {account === null && (
            <LinkButton to="/login" search={{ return_to: href }} variant="primary">
              <Trans>Sign in</Trans>
            </LinkButton>
          )}
          {canGoBack && (
            <Button onPress={() => router.history.back()}>
              <Trans>Back</Trans>
            </Button>
          )}
          <Button onPress={openPalette}>
            <Trans>Search</Trans>
          </Button>
          <LinkButton to="/">
            <Trans>Go to the start page</Trans>
          </LinkButton>
        </>
      }
    >
      {account === null ? (
        <Trans>It may have been moved or deleted, or be only for people who are signed in.</Trans>
      ) : (
        <Trans>It may have been moved or deleted, or you may not be allowed to see it.</Trans>
      )}
    </PageState>
  )
}
