import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, bodyOf } from '../api/api.ts'
import { ApiError, isApiError } from '../api/api-error.ts'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { PasswordField } from '../design/controls/password-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { accountQuery, type Account } from '../session/account.ts'
import { CodeField, isAboutCode, isCodeMissing } from './code-field.tsx'
import { answerSignIn } from '../session/sign-in-again.ts'

/** Over a page whose session has ended: the same account signs in, and the page goes on as if nothing had happened. */
export const SignInAgainDialog = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  const router = useRouter()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const { id, username, real_name: name } = account.user
  const signIn = useMutation({
    mutationFn: () =>
      bodyOf(api.POST('/sessions', { body: { username, password, ...(code !== undefined && { code }) } })),
    onError: error => {
      if (isAboutCode(error)) setCode('')
    },
    meta: { isSignedOutFine: true },
    onSuccess: ({ user }) => {
      // Nothing that one account typed is sent by another one.
      if (user.id === id) answerSignIn(true)
      else window.location.reload()
    },
  })
  const leave = async () => {
    await router.navigate({ to: '/login', search: { return_to: router.state.location.href } })
    queries.setQueryData(accountQuery.queryKey, null)
    answerSignIn(false)
  }
  useSignInElsewhere(id)
  return (
    <Dialog title={t`Sign in again`} isOpen isKept onClose={() => void leave()}>
      <Form
        onSubmit={() => signIn.mutate()}
        isPending={signIn.isPending}
        error={
          isCodeMissing(signIn.error)
            ? null
            : isApiError(signIn.error, 401) && !isAboutCode(signIn.error)
              ? new ApiError(401, [t`The password is wrong.`])
              : signIn.error
        }
        submitLabel={t`Sign in`}
        secondary={
          <Button onPress={() => void leave()}>
            <Trans>Leave the page</Trans>
          </Button>
        }
      >
        <p className="muted">
          <Trans>
            The session of <strong>{name}</strong> has ended. The page stays as it is, and what you changed is saved
            when you have signed in.
          </Trans>
        </p>
        {/* For the password manager, which otherwise would not know the account of this password. */}
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <PasswordField
          name="password"
          label={t`Password of ${username}`}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
          autoFocus
        />
        {code !== undefined && <CodeField value={code} onChange={setCode} />}
      </Form>
    </Dialog>
  )
}

/** Somebody who signs in in another tab needs no second password here. */
const useSignInElsewhere = (accountId: number): void => {
  useEffect(() => {
    const check = async () => {
      if (document.hidden) return
      const response = await fetch('/api/account', { headers: { accept: 'application/json' } }).catch(() => undefined)
      if (response?.ok !== true) {
        await response?.body?.cancel()
        return
      }
      const { user } = (await response.json()) as Account
      if (user.id === accountId) answerSignIn(true)
      else window.location.reload()
    }
    const onVisible = () => void check()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [accountId])
}
