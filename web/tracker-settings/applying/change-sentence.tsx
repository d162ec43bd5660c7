import { Trans, useLingui } from '@lingui/react/macro'
import type { DefinitionChange } from '../model/settings-queries.ts'

/** One difference of two definitions as a sentence. */
export const ChangeSentence = ({ change }: { readonly change: DefinitionChange }) => {
  const { t } = useLingui()
  const value = useValueWords()
  const member = useMemberWords()
  const kind = useKindWords()[change.kind]
  const name = <strong dir="auto">{change.name}</strong>
  if (change.action === 'create')
    return (
      <Trans>
        {kind} {name} is new.
      </Trans>
    )
  if (change.action === 'delete')
    return (
      <Trans>
        {kind} {name} goes.
      </Trans>
    )
  const what = change.member === null ? kind : member(change.member)
  if (change.kind === 'order') return <Trans>{name}: another order.</Trans>
  return (
    <>
      {change.kind === 'general' ? (
        what
      ) : (
        <>
          {name} · {what}
        </>
      )}
      : <del>{value(change.before)}</del> <span aria-hidden="true">→</span>
      <span className="visually-hidden"> {t`becomes`} </span> <ins>{value(change.after)}</ins>
    </>
  )
}

const useValueWords = (): ((value: unknown) => string) => {
  const { t } = useLingui()
  const words = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t`nothing`
    if (typeof value === 'boolean') return value ? t`yes` : t`no`
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    if (Array.isArray(value)) return value.length === 0 ? t`nothing` : value.map(words).join(', ')
    return Object.entries(value)
      .map(([name, each]) => `${name} ${words(each)}`)
      .join(', ')
  }
  return words
}

const useMemberWords = (): ((member: string) => string) => {
  const { t } = useLingui()
  const words: Readonly<Record<string, string>> = {
    name: t`name`,
    label: t`label`,
    item_name: t`short name`,
    description: t`description`,
    color: t`colour`,
    is_required: t`required`,
    is_used: t`on the form`,
    is_hidden: t`hidden`,
    is_default: t`default`,
    has_notifications: t`tells people`,
    submit_instructions: t`instructions above new artifacts`,
    browse_instructions: t`instructions above lists`,
    allow_copy: t`copying`,
    enable_move_artifacts: t`moving`,
    use_private_comments: t`private comments`,
    is_alphabetical: t`sorted by label`,
    permissions: t`permissions`,
    settings: t`settings`,
  }
  return member => words[member] ?? member.replaceAll('_', ' ')
}

const useKindWords = (): Readonly<Record<DefinitionChange['kind'], string>> => {
  const { t } = useLingui()
  return {
    general: t`Setting`,
    notifications: t`Notifications`,
    hierarchy: t`Hierarchy`,
    permissions: t`Permission`,
    field: t`Field`,
    value: t`Value`,
    semantic: t`Meaning`,
    date_rule: t`Rule of dates`,
    list_rule: t`Rule of lists`,
    workflow: t`Workflow`,
    transition: t`Step`,
    trigger: t`Trigger`,
    canned_response: t`Response`,
    webhook: t`Webhook`,
    report: t`Report`,
    order: t`Order`,
  }
}
