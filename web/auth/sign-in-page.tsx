import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api, bodyOf } from '../api/api.ts'
import { ApiError, isApiError } from '../api/api-error.ts'
import { Form } from '../design/controls/form.tsx'
import { Page } from '../design/layout/page.tsx'
import { PasswordField } from '../design/controls/password-field.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { platformQuery, useForgetEverything, usePlatformName } from '../session/account.ts'
import { CodeField, isAboutCode, isCodeMissing } from './code-field.tsx'
import { safeReturnTo } from '../session/return-to.ts'

const route = getRouteApi('/plain/login')

/** Signing in with login and password. */
export const SignInPage = () => {
  const { t } = useLingui()
  const { return_to } = route.useSearch()
  const router = useRouter()
  const forgetEverything = useForgetEverything()
  const platform = useQuery(platformQuery).data
  const name = usePlatformName()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const signIn = useMutation({
    mutationFn: () =>
      bodyOf(api.POST('/sessions', { body: { username, password, ...(code !== undefined && { code }) } })),
    onError: error => {
      if (isAboutCode(error)) setCode('')
    },
    meta: { isSignedOutFine: true },
    onSuccess: async () => {
      await forgetEverything()
      const target = safeReturnTo(return_to)
      // The server itself serves these addresses, such as the way back to an application, so the router cannot open them.
      if (target.startsWith('/oauth2/') || target.startsWith('/api/')) window.location.assign(target)
      else router.history.push(target)
    },
  })
  return (
    <Page title={t`Sign in to ${name}`}>
      <Form
        onSubmit={() => signIn.mutate()}
        isPending={signIn.isPending}
        error={
          isAboutCode(signIn.error)
            ? isCodeMissing(signIn.error)
              ? null
              : signIn.error
            : isApiError(signIn.error, 401)
              ? new ApiError(401, [t`The login name or the password is wrong.`])
              : signIn.error
        }
        submitLabel={t`Sign in`}
      >
        <TextField
          name="username"
          label={t`Login name`}
          autoComplete="username"
          value={username}
          onChange={name => {
            setUsername(name)
            setCode(undefined)
          }}
          isRequired
          autoFocus
          isCode
        />
        <PasswordField
          name="password"
          label={t`Password`}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
        />
        {code !== undefined && <CodeField value={code} onChange={setCode} />}
      </Form>
      {platform?.can_reset_password === true && (
        <p>
          <Link to="/reset-password">
            <Trans>Forgotten password?</Trans>
          </Link>
        </p>
      )}
    </Page>
  )
}
