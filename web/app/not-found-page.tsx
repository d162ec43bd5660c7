import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { LinkButton } from '../design/controls/button.tsx'
import { Page } from '../design/layout/page.tsx'

/** For an address that is no page, and for things that are not there or not for this person: the server tells no difference. */
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
