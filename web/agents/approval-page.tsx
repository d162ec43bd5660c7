import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isApiError } from '../api/api-error.ts'
import { Button, LinkButton } from '../design/controls/button.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { ErrorState, FaultList } from '../design/feedback/error-state.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { DateTime } from '../design/format.tsx'
import { Breadcrumbs } from '../design/layout/breadcrumbs.tsx'
import { Page } from '../design/layout/page.tsx'
import { useAccount } from '../session/account.ts'
import { inboxKey } from '../inbox/inbox-count.ts'
import { ApprovalChanges } from './approval-changes.tsx'
import { approvalQuery, approvalsKey, decide, type Approval, type Decision } from './approvals.ts'
import { useApprovalTitle } from './use-approval-title.ts'
import './approval-page.css'

const route = getRouteApi('/shell/signed-in/approvals/$id')

/** A write of an agent, which the account allows or refuses. */
export const ApprovalPage = () => {
  const { t } = useLingui()
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(approvalQuery(Number(id)))
  const titleOf = useApprovalTitle()
  if (data)
    return (
      <Page
        title={titleOf(data)}
        width="narrow"
        breadcrumbs={
          <Breadcrumbs items={[{ label: t`Applications and agents`, link: { to: '/account/applications' } }]} />
        }
        crumb={t`Approval`}
        description={<Place approval={data} />}
      >
        <div className="approval">
          <ApprovalChanges approval={data} />
          <Decide approval={data} />
        </div>
      </Page>
    )
  return (
    <Page title={t`Approval`} isTitleHidden>
      {isApiError(error, 404) ? (
        <PageState
          title={t`This approval is not there`}
          action={
            <LinkButton to="/account/applications">
              <Trans>Applications and agents</Trans>
            </LinkButton>
          }
        >
          <Trans>It is for another account, or what it is about is gone.</Trans>
        </PageState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Page>
  )
}

const Place = ({ approval: { project, tracker, artifact, asked_on: asked } }: { readonly approval: Approval }) => (
  <>
    {project.label} ·{' '}
    {artifact ? (
      <Link to="/artifacts/$id" params={{ id: String(artifact.id) }}>
        {artifact.xref}
      </Link>
    ) : (
      tracker.label
    )}{' '}
    · <DateTime value={asked} as="relative" />
  </>
)

/** The buttons, or what became of it. */
const Decide = ({ approval }: { readonly approval: Approval }) => {
  const account = useAccount()
  if (approval.state !== 'waiting') return <Result approval={approval} />
  const { real_name: name, username } = approval.user
  const person = name || username
  if (account?.user.id !== approval.user.id)
    return (
      <Notice>
        <Trans>It waits for {person}, whose rights the agent uses.</Trans>
      </Notice>
    )
  return <DecisionForm approval={approval} />
}

const DecisionForm = ({ approval: { id, agent, expires_on: expires } }: { readonly approval: Approval }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [comment, setComment] = useState('')
  const send = useMutation({
    mutationFn: (decision: Decision) => decide(id, decision, comment.trim()),
    onSuccess: decided => queries.setQueryData(approvalQuery(id).queryKey, decided),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: approvalsKey }),
        queries.invalidateQueries({ queryKey: inboxKey }),
      ]),
  })
  const answer = (decision: Decision, label: string) => (
    <Button
      isPending={send.isPending && send.variables === decision}
      isDisabled={send.isPending && send.variables !== decision}
      onPress={() => send.mutate(decision)}
    >
      {label}
    </Button>
  )
  return (
    <section className="approval-decision" aria-label={t`Decision`}>
      {send.error ? <FaultList error={send.error} /> : null}
      <TextField
        name="comment"
        label={t`Your comment`}
        description={t`It stays with the approval.`}
        maxLength={2000}
        value={comment}
        onChange={setComment}
        isOptional
      />
      <div className="approval-answers">
        {answer('refuse', t`Refuse`)}
        {answer('allow', t`Allow`)}
      </div>
      <p className="muted small">
        <Trans>
          If you allow it, it is done now, in your name by {agent}. Without an answer it is over{' '}
          <DateTime value={expires} as="relative" />.
        </Trans>
      </p>
    </section>
  )
}

const Result = ({ approval }: { readonly approval: Approval }) => {
  const { state, comment, result, failure, decided_on: decided } = approval
  const made = result?.artifact_id
  return (
    <div role="status">
      {state === 'done' && (
        <Notice kind="success">
          <Trans>It was allowed, and it is done.</Trans>{' '}
          {typeof made === 'number' && (
            <Link to="/artifacts/$id" params={{ id: String(made) }}>
              <Trans>Open the artifact</Trans>
            </Link>
          )}
        </Notice>
      )}
      {state === 'refused' && (
        <Notice>
          <Trans>It was refused, and nothing was changed.</Trans>
        </Notice>
      )}
      {state === 'expired' && (
        <Notice>
          <Trans>Nobody decided in seven days, and nothing was changed.</Trans>
        </Notice>
      )}
      {state === 'failed' && (
        <Notice kind="warning">
          {failure?.reason === 'precondition.changed' ? (
            <Trans>
              It was allowed, but somebody had changed the artifact since the agent asked. Nothing was changed: the
              agent must ask again.
            </Trans>
          ) : (
            <Trans>It was allowed, but could not be done: {failure?.message}</Trans>
          )}
        </Notice>
      )}
      {decided !== null && (
        <p className="muted small approval-note">
          <DateTime value={decided} />
          {comment !== '' && <> · {comment}</>}
        </p>
      )}
    </div>
  )
}
