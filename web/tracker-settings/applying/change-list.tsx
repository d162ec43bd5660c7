import { useLingui } from '@lingui/react/macro'
import type { DefinitionChange } from '../model/settings-queries.ts'
import { ChangeSentence } from './change-sentence.tsx'

/** Differences as sentences, under the names of their parts. */
export const ChangeList = ({ changes }: { readonly changes: readonly DefinitionChange[] }) => {
  const groups = useGroups()
  return groups
    .map(({ title, kinds }) => ({ title, found: changes.filter(({ kind }) => kinds.includes(kind)) }))
    .filter(({ found }) => found.length > 0)
    .map(({ title, found }) => (
      <section key={title} className="settings-changes">
        <h3>{title}</h3>
        <ul>
          {found.map(change => (
            <li key={[change.kind, change.name, change.member, change.action].join(' ')}>
              <ChangeSentence change={change} />
            </li>
          ))}
        </ul>
      </section>
    ))
}

const useGroups = (): readonly { title: string; kinds: readonly DefinitionChange['kind'][] }[] => {
  const { t } = useLingui()
  return [
    { title: t`General`, kinds: ['general', 'notifications', 'hierarchy'] },
    { title: t`Fields`, kinds: ['field'] },
    { title: t`Lists`, kinds: ['value', 'order'] },
    { title: t`Workflow and rules`, kinds: ['workflow', 'transition', 'date_rule', 'list_rule', 'trigger'] },
    { title: t`Permissions`, kinds: ['permissions'] },
    { title: t`Meanings and reports`, kinds: ['semantic', 'report', 'canned_response', 'webhook'] },
  ]
}
