import { useLingui } from '@lingui/react/macro'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isApiError } from '../api/api-error.ts'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Page } from '../design/layout/page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** Replaces a page that failed. */
export const ErrorPage = ({ error, reset }: ErrorComponentProps): ReactNode => {
  const { t } = useLingui()
  const router = useRouter()
  if (isApiError(error, 404)) return <NotFoundPage />
  return (
    <Page title={t`Something went wrong`} isTitleHidden>
      <ErrorState
        error={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Page>
  )
}
