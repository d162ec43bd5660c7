import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PolicyDialog } from '../agents/policy-dialog.tsx'
import { policiesQuery, type Policy } from '../agents/policies.ts'
import { usePolicyWords } from '../agents/use-policy-words.ts'
import { WaitingApprovals } from '../agents/waiting-approvals.tsx'
import { api, bodyOf, done } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { ConfirmDialog } from '../design/feedback/dialog.tsx'
import { DateTime } from '../design/format.tsx'
import { Section } from '../design/layout/page.tsx'
import { Table, type Column } from '../design/layout/table.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { useScopeText } from '../oauth/scope-text.ts'
import { AccountPage } from './account-page.tsx'

const queryKey = ['account-applications']
/** Scope of tokens with which an application changes artifacts over MCP. */
const WRITES_AS_AGENT = 'write:mcp'

const readAuthorizations = (signal: AbortSignal) =>
  bodyOf(api.GET('/users/{id}/oauth2_authorizations', { params: { path: { id: 'self' } }, signal }))

type Authorization = Awaited<ReturnType<typeof readAuthorizations>>[number]

/** A program that acts for the account: an application, or whatever has one of its access keys. */
interface Program {
  readonly name: string
  /** Undefined: the access keys. */
  readonly authorization: Authorization | undefined
  /** Undefined: it changes nothing over MCP. */
  readonly policy: Policy | undefined
}

/** Programs that act for the account, and the conditions of their writes. */
export const ApplicationsPage = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [revoked, setRevoked] = useState<{ readonly id: number; readonly name: string }>()
  const [edited, setEdited] = useState<Program>()
  const authorizations = useQuery({ queryKey, queryFn: ({ signal }) => readAuthorizations(signal) })
  const policies = useQuery(policiesQuery)
  const revoke = async () => {
    if (!revoked) return
    const path = { id: 'self', app_id: revoked.id } as const
    await done(api.DELETE('/users/{id}/oauth2_authorizations/{app_id}', { params: { path } }))
    await Promise.all([queries.invalidateQueries({ queryKey }), queries.invalidateQueries(policiesQuery)])
    toast(t`The application has no access any more.`)
  }
  const columns = useColumns(setEdited, setRevoked)
  const name = revoked?.name ?? ''
  const retry = () => void Promise.all([authorizations.refetch(), policies.refetch()])
  return (
    <AccountPage
      title={t`Applications and agents`}
      description={<Trans>Programs that act for you, and what they may change by themselves.</Trans>}
    >
      <WaitingApprovals />
      <Section title={t`Programs`}>
        <Table
          label={t`Applications and agents`}
          rows={authorizations.data && policies.data && programsOf(t`Access keys`, authorizations.data, policies.data)}
          error={authorizations.error ?? policies.error}
          onRetry={retry}
          rowKey={program => program.authorization?.app.id ?? 0}
          columns={columns}
        />
      </Section>
      {edited?.policy && (
        <PolicyDialog policy={edited.policy} name={edited.name} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        title={t`Revoke the access of “${name}”?`}
        confirmLabel={t`Revoke`}
        isOpen={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        onConfirm={revoke}
      >
        <Trans>It can do nothing for you from now on. When you use it again, it will ask you again.</Trans>
      </ConfirmDialog>
    </AccountPage>
  )
}

const programsOf = (
  keys: string,
  authorizations: readonly Authorization[],
  policies: readonly Policy[],
): readonly Program[] => {
  const policyOf = (appId: number | undefined) => policies.find(({ app }) => app?.id === appId)
  return [
    ...authorizations.map(authorization => {
      const { app, scopes } = authorization
      const policy = scopes.includes(WRITES_AS_AGENT) ? policyOf(app.id) : undefined
      return { name: app.name, authorization, policy }
    }),
    { name: keys, authorization: undefined, policy: policyOf(undefined) },
  ]
}

const useColumns = (
  onEdit: (program: Program) => void,
  onRevoke: (app: { readonly id: number; readonly name: string }) => void,
): readonly Column<Program>[] => {
  const { t } = useLingui()
  const scopeText = useScopeText()
  return [
    {
      id: 'name',
      header: t`Program`,
      isRowHeader: true,
      cell: ({ name, authorization }) => (
        <>
          {name}
          {authorization?.app.project && <div className="muted small">{authorization.app.project.label}</div>}
          {!authorization && (
            <div className="muted small">
              <Trans>Agents that you gave a key</Trans>
            </div>
          )}
        </>
      ),
    },
    {
      id: 'scopes',
      header: t`May`,
      isSecondary: true,
      cell: ({ authorization }) =>
        authorization ? (
          authorization.scopes.map(scope => <div key={scope}>{scopeText(scope)}</div>)
        ) : (
          <Link to="/account/keys">
            <Trans>what each key may</Trans>
          </Link>
        ),
    },
    { id: 'writes', header: t`Writes as an agent`, cell: ({ policy }) => policy && <PolicySummary policy={policy} /> },
    {
      id: 'used',
      header: t`Last used`,
      isSecondary: true,
      cell: ({ authorization }) =>
        authorization &&
        (authorization.last_used_on === null ? (
          <Trans>never</Trans>
        ) : (
          <DateTime value={authorization.last_used_on} as="relative" />
        )),
    },
    {
      id: 'actions',
      header: '',
      isActions: true,
      cell: program => (
        <>
          {program.policy && (
            <Button size="small" aria-label={t`Rules for ${program.name}`} onPress={() => onEdit(program)}>
              <Trans>Rules</Trans>
            </Button>
          )}{' '}
          {program.authorization && (
            <Button
              size="small"
              aria-label={t`Revoke: ${program.name}`}
              onPress={() => program.authorization && onRevoke(program.authorization.app)}
            >
              <Trans>Revoke</Trans>
            </Button>
          )}
        </>
      ),
    },
  ]
}

const PolicySummary = ({ policy }: { readonly policy: Policy }) => {
  const { modes, limitsOf } = usePolicyWords()
  return (
    <>
      {modes[policy.mode]}
      {limitsOf(policy).map(limit => (
        <div key={limit} className="muted small">
          {limit}
        </div>
      ))}
    </>
  )
}
