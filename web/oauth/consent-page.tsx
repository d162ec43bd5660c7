import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { api, done } from '../api/api.ts'
import { isApiError } from '../api/api-error.ts'
import { Badge } from '../design/feedback/badge.tsx'
import { Avatar } from '../design/values/avatar.tsx'
import { Button, LinkButton } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { ErrorState, FaultList } from '../design/feedback/error-state.tsx'
import { IconCheck } from '../design/icons.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { Page } from '../design/layout/page.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { toastError } from '../design/feedback/toast.tsx'
import { useForgetEverything } from '../session/account.ts'
import './consent-page.css'
import { decideInteraction, readInteraction, type Decision, type Interaction } from './interaction.ts'
import { useScopeText } from './scope-text.ts'

const route = getRouteApi('/plain/oauth2/consent/$uid')

/** Asks whether an application may act for the account. */
export const ConsentPage = () => {
  const { t } = useLingui()
  const { uid } = route.useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['oauth-interaction', uid],
    queryFn: () => readInteraction(uid),
    // The request must not change while the user reads it.
    staleTime: Infinity,
  })
  if (data) return <Question uid={uid} interaction={data} />
  if (isApiError(error, 404)) return <NothingToDecide />
  return (
    <Page title={t`An application asks for access`} isTitleHidden>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />}
    </Page>
  )
}

const NothingToDecide = () => {
  const { t } = useLingui()
  return (
    <Page title={t`Nothing to decide`} isTitleHidden>
      <PageState
        title={t`This request is not there any more`}
        action={
          <LinkButton to="/">
            <Trans>Go to the start page</Trans>
          </LinkButton>
        }
      >
        <Trans>
          It was answered already, it is too old, or it was made for another account. Go back to the application and
          begin again from there.
        </Trans>
      </PageState>
    </Page>
  )
}

const Question = ({ uid, interaction }: { readonly uid: string; readonly interaction: Interaction }) => {
  const { t } = useLingui()
  const { app, redirect_host: host, scopes } = interaction
  const scopeText = useScopeText()
  const decide = useMutation({
    mutationFn: (decision: Decision) => decideInteraction(uid, decision),
    onSuccess: ({ redirect_to }) => window.location.assign(redirect_to),
  })
  if (decide.data) return <RedirectNotice host={host} address={decide.data.redirect_to} />
  // If all scopes are new, marking them as new is useless.
  const isSomethingKnown = scopes.some(scope => !scope.is_new)
  const answer = (decision: Decision, label: string) => (
    <Button
      isPending={decide.isPending && decide.variables === decision}
      isDisabled={decide.isPending && decide.variables !== decision}
      onPress={() => decide.mutate(decision)}
    >
      {label}
    </Button>
  )
  return (
    <Page
      title={t`${app.name} asks for access`}
      description={
        app.project ? (
          <Trans>An application of the project {app.project.label}.</Trans>
        ) : app.is_self_registered ? (
          <Trans>A program that registered itself.</Trans>
        ) : (
          <Trans>An application that the administrators of this platform registered.</Trans>
        )
      }
    >
      <div className="consent">
        {decide.error ? <FaultList error={decide.error} /> : null}
        {app.is_self_registered && (
          <Notice kind="warning">
            <Trans>
              Nobody here has checked this program: its name can be a false one. Allow it only if you have just started
              it yourself, and know <strong>{host}</strong>, where you go next.
            </Trans>
          </Notice>
        )}
        <SignedInAs interaction={interaction} />
        <div>
          <h2 id="scopes">
            <Trans>If you allow it, it may</Trans>
          </h2>
          <ul className="consent-scopes" aria-labelledby="scopes">
            {scopes.map(({ identifier, is_new }) => (
              <li key={identifier}>
                <IconCheck />
                <span>{scopeText(identifier)}</span>
                {is_new && isSomethingKnown && (
                  <Badge kind="accent">
                    <Trans>new</Trans>
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        </div>
        <p className="muted small">
          <Trans>
            Whatever you answer, you then go to <strong>{host}</strong>. What you allow you can take back in your
            account, under Applications and agents.
          </Trans>
        </p>
        <div className="consent-answers">
          {answer('deny', t`Deny`)}
          {answer('allow', t`Allow`)}
        </div>
      </div>
    </Page>
  )
}

const SignedInAs = ({ interaction: { account, request_path } }: { readonly interaction: Interaction }) => {
  const router = useRouter()
  const forgetEverything = useForgetEverything()
  const signOut = useMutation({
    mutationFn: () => done(api.DELETE('/sessions/{id}', { params: { path: { id: 'current' } } })),
    onSuccess: async () => {
      await router.navigate({ to: '/login', search: { return_to: request_path } })
      await forgetEverything()
    },
    onError: toastError,
  })
  return (
    <div className="consent-account">
      <Avatar user={account} />
      <div>
        <div>{account.real_name || account.username}</div>
        <div className="muted small">@{account.username}</div>
      </div>
      <Button variant="quiet" size="small" isPending={signOut.isPending} onPress={() => signOut.mutate()}>
        <Trans>Use another account</Trans>
      </Button>
    </div>
  )
}

/** Shown until the browser leaves the page; the application may be slow, or not running. */
const RedirectNotice = ({ host, address }: { readonly host: string; readonly address: string }) => {
  const { t } = useLingui()
  return (
    <Page title={t`Back to the application`} isTitleHidden>
      <div className="state" role="status">
        <h2>
          <Trans>You are sent back to {host}</Trans>
        </h2>
        <p className="muted">
          <Trans>If nothing happens, follow the link.</Trans>
        </p>
        <a className="button button-secondary button-normal" href={address}>
          <Trans>Go to {host}</Trans>
        </a>
      </div>
    </Page>
  )
}
