import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { LinkButton } from '../design/controls/button.tsx'
import { Page } from '../design/layout/page.tsx'

/** For an unknown address, and for things that do not exist or that the reader may not see: the server does not distinguish them. */
export const NotFoundPage = (): ReactNode => {
  const { t } = useLingui()
  return (
    <Page title={t`Not found`} isTitleHidden>
      <EmptyState
        title={t`There is nothing at this address`}
        action={
          <LinkButton to="/">
            <Trans>Go to the start page</Trans>
          </LinkButton>
        }
      >
        <Trans>It may have been moved or deleted, or you may not be allowed to see it.</Trans>
      </EmptyState>
    </Page>
  )
}
