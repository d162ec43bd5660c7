import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore, type RefObject } from 'react'
import { PersonName } from '../../design/values/person.tsx'
import { findPeople } from './people.ts'
import { mentionAt, type Mention } from './markdown-edits.ts'

export interface PeopleMenuProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly projectId: number
  readonly onText: (text: string) => void
}

const MAX_SHOWN = 6

/** After `@`: people of the project whose names match. Arrows choose, Enter or Tab inserts the login. */
export const PeopleMenu = ({ area, text, projectId, onText }: PeopleMenuProps) => {
  const { t } = useLingui()
  const [dismissed, setDismissed] = useState('')
  const [chosen, setChosen] = useState(0)
  const mention = useMention(area, text, dismissed)
  const word = mention?.word ?? ''
  const { data } = useQuery({
    queryKey: ['people', projectId, word],
    queryFn: ({ signal }) => findPeople(projectId, word, signal),
    enabled: mention !== undefined,
    staleTime: 60_000,
  })
  const isOpen = mention !== undefined
  const people = useMemo(() => (isOpen ? (data ?? []).slice(0, MAX_SHOWN) : []), [isOpen, data])
  const current = Math.min(chosen, people.length - 1)

  useEffect(() => {
    const element = area.current
    if (!element || people.length === 0 || mention === undefined) return undefined
    const insert = (login: string) => {
      const end = mention.from + 1 + mention.word.length
      const next = `${element.value.slice(0, mention.from)}@${login} ${element.value.slice(end)}`
      const cursor = mention.from + login.length + 2
      onText(next)
      setChosen(0)
      requestAnimationFrame(() => element.setSelectionRange(cursor, cursor))
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') setChosen((current + 1) % people.length)
      else if (event.key === 'ArrowUp') setChosen((current + people.length - 1) % people.length)
      else if (event.key === 'Escape') setDismissed(text)
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey)
        insert(people[current]?.login ?? '')
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the editor's own keys.
    element.addEventListener('keydown', onKeyDown, { capture: true })
    return () => element.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [area, text, people, current, mention, onText])

  if (people.length === 0) return null
  return (
    <ul className="people-menu" role="listbox" aria-label={t`People to mention`}>
      {people.map((person, index) => (
        <li key={person.id} role="option" aria-selected={index === current} className="people-menu-option">
          <PersonName name={person.label} id={typeof person.id === 'number' ? person.id : null} />
          <span className="meta">@{person.login}</span>
        </li>
      ))}
    </ul>
  )
}

/** The mention at the cursor of the text, unless the person has closed the list for this text. */
const useMention = (
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  dismissed: string,
): Mention | undefined => {
  const position = useSyncExternalStore(subscribeToSelection, () =>
    document.activeElement === area.current ? (area.current?.selectionStart ?? -1) : -1,
  )
  return useMemo(
    () => (position < 0 || text === dismissed ? undefined : mentionAt(text, position)),
    [text, position, dismissed],
  )
}

const subscribeToSelection = (listener: () => void): (() => void) => {
  document.addEventListener('selectionchange', listener)
  document.addEventListener('focusin', listener)
  document.addEventListener('focusout', listener)
  return () => {
    document.removeEventListener('selectionchange', listener)
    document.removeEventListener('focusin', listener)
    document.removeEventListener('focusout', listener)
  }
}
