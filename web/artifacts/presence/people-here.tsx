import { useLingui } from '@lingui/react/macro'
import { Initials } from '../../design/values/person.tsx'
import { shortNameOf, usePeopleAt, type PresentPerson } from '../../live/presence-state.ts'
import { usePresence } from '../../live/presence.ts'
import { useAccount } from '../../session/account.ts'
import { useArtifact } from '../artifact-context.tsx'
import './presence.css'

const MAX_SHOWN = 4

/** Others who look at the artifact or edit it now, in its head. */
export const PeopleHere = () => {
  const { t } = useLingui()
  const { id, tracker } = useArtifact()
  const account = useAccount()
  usePresence(id, Boolean(account))
  const people = usePeopleAt(id, account?.user.id)
  if (people.length === 0) return null
  const wordsOf = (person: PresentPerson): string => {
    const { state, field_id: fieldId } = person
    const name = shortNameOf(person)
    const label = tracker.fields.find(field => field.field_id === fieldId)?.label
    if (label !== undefined) return t`${name} edits ${label}`
    return state === 'editing' ? t`${name} is writing` : t`${name} is here`
  }
  const more = people.length - MAX_SHOWN
  return (
    <ul className="people-here" aria-label={t`Here now`}>
      {people.slice(0, MAX_SHOWN).map(person => (
        <li key={person.id} title={wordsOf(person)} data-state={person.state}>
          <Initials name={shortNameOf(person)} id={person.id} size={28} />
          <span className="visually-hidden">{wordsOf(person)}</span>
        </li>
      ))}
      {more > 0 && (
        <li className="people-more" title={people.slice(MAX_SHOWN).map(wordsOf).join('\n')}>
          +{more}
        </li>
      )}
    </ul>
  )
}
