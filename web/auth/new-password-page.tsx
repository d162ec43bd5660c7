import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isApiError } from '../api/api-error.ts'
import { api, bodyOf, done } from '../api/api.ts'
import { LinkButton } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Form } from '../design/controls/form.tsx'
import { Page } from '../design/layout/page.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { NewPasswordField } from './new-password-field.tsx'

const route = getRouteApi('/plain/reset-password/$token')

/** The target of the mail's link: sets a new password without the old one. */
export const NewPasswordPage = () => {
  const { t } = useLingui()
  const { token } = route.useParams()
  const params = { path: { token } }
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const reset = useQuery({
    queryKey: ['password-reset', token],
    queryFn: ({ signal }) => bodyOf(api.GET('/password_resets/{token}', { params, signal })),
    staleTime: Infinity,
    meta: { isSignedOutFine: true },
  })
  const save = useMutation({
    mutationFn: () => done(api.PUT('/password_resets/{token}', { params, body: { new_password: password } })),
    meta: { isSignedOutFine: true },
    onSuccess: async () => {
      toast(t`The new password is set. Sign in with it.`)
      await navigate({ to: '/login' })
    },
  })
  if (isApiError(reset.error, 404) || isApiError(save.error, 404)) return <ExpiredLink />
  return (
    <Page title={t`New password`}>
      {reset.error ? <ErrorState error={reset.error} onRetry={() => void reset.refetch()} /> : null}
      {reset.isPending && <Skeleton lines={2} />}
      {reset.data && (
        <Form
          onSubmit={() => save.mutate()}
          isPending={save.isPending}
          error={save.error}
          submitLabel={t`Set the password`}
        >
          {/* For the password manager, which otherwise would not know the account of this password. */}
          <input type="hidden" name="username" autoComplete="username" value={reset.data.login} readOnly />
          <p className="muted">
            <Trans>
              For the account <strong>{reset.data.login}</strong>. All places where it is signed in will be signed out.
            </Trans>
          </p>
          <NewPasswordField value={password} onChange={setPassword} autoFocus />
        </Form>
      )}
      <p>
        <Link to="/login">
          <Trans>Back to signing in</Trans>
        </Link>
      </p>
    </Page>
  )
}

const ExpiredLink = () => {
  const { t } = useLingui()
  return (
    <Page title={t`New password`} isTitleHidden>
      <PageState
        title={t`This link is no longer good`}
        action={
          <LinkButton to="/reset-password" variant="primary">
            <Trans>Ask for a new one</Trans>
          </LinkButton>
        }
      >
        <Trans>It was used, or its time is over.</Trans>
      </PageState>
    </Page>
  )
}
