import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { PersonName } from '../../design/values/person.tsx'
import { caretPlace } from './caret-place.ts'
import { completionAt, type Completion } from './markdown-edits.ts'
import { trackersQuery } from '../../trackers/tracker-queries.ts'
import { findTargets } from './find-targets.ts'
import { findPeople } from '../shared/people.ts'
import { responsesQuery } from './canned-responses.ts'

export interface CompletionMenuProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly projectId: number
  /** Undefined: there are no ready answers. */
  readonly trackerId?: number | undefined
  readonly onText: (text: string) => void
}

interface Suggestion {
  readonly key: string
  /** Takes the place of the sign and the word after it. */
  readonly insert: string
  readonly view: ReactNode
}

const MAX_SHOWN = 6

/**
 * After `@` people of the project, after `#` its artifacts, after `/` at the start of a line ready answers. Arrows choose, Enter or Tab
 * inserts.
 */
export const CompletionMenu = ({ area, text, projectId, trackerId, onText }: CompletionMenuProps) => {
  const { t } = useLingui()
  const id = useId()
  const [dismissed, setDismissed] = useState<string>()
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const completion = useCompletion(area, text, dismissed)
  const suggestions = useSuggestions(completion, text, projectId, trackerId)
  const isOpen = suggestions.length > 0
  const current = Math.min(chosen, suggestions.length - 1)
  const start = completion?.from

  const insert = (suggestion: Suggestion | undefined) => {
    const element = area.current
    if (!element || !completion || !suggestion) return
    const end = completion.from + 1 + completion.word.length
    const next = element.value.slice(0, completion.from) + suggestion.insert + element.value.slice(end)
    const cursor = completion.from + suggestion.insert.length
    // At once: the next letter that somebody types goes where the cursor is.
    flushSync(() => {
      onText(next)
      setChosen(0)
    })
    element.focus()
    element.setSelectionRange(cursor, cursor)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') setChosen((current + 1) % suggestions.length)
    else if (event.key === 'ArrowUp') setChosen((current + suggestions.length - 1) % suggestions.length)
    else if (event.key === 'Escape') setDismissed(text)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(suggestions[current])
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const element = area.current
    if (!element || !isOpen) return undefined
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    // Before the editor's own keys.
    element.addEventListener('keydown', listen, { capture: true })
    return () => element.removeEventListener('keydown', listen, { capture: true })
  }, [area, isOpen])
  useEffect(() => {
    const element = area.current
    if (!element || !isOpen) return undefined
    element.setAttribute('aria-controls', id)
    element.setAttribute('aria-activedescendant', `${id}-${current}`)
    return () => {
      element.removeAttribute('aria-controls')
      element.removeAttribute('aria-activedescendant')
    }
  }, [area, isOpen, id, current])
  useLayoutEffect(() => {
    if (!area.current || !list.current || start === undefined) return
    const { left, bottom } = caretPlace(area.current, start)
    list.current.style.insetBlockStart = `${area.current.offsetTop + bottom}px`
    list.current.style.insetInlineStart = `max(0px, min(${left}px, calc(100% - 16rem)))`
  }, [area, isOpen, start])

  if (!isOpen) return null
  return (
    <ul
      ref={list}
      id={id}
      className="completion-menu"
      role="listbox"
      aria-label={
        completion?.kind === 'person'
          ? t`People to mention`
          : completion?.kind === 'artifact'
            ? t`Artifacts to name`
            : t`Ready answers`
      }
    >
      {suggestions.map((suggestion, index) => (
        <li
          key={suggestion.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          className="completion-option"
          // The text keeps the focus.
          onMouseDown={event => event.preventDefault()}
          onMouseEnter={() => setChosen(index)}
          onClick={() => insert(suggestion)}
        >
          {suggestion.view}
        </li>
      ))}
    </ul>
  )
}

const useSuggestions = (
  completion: Completion | undefined,
  text: string,
  projectId: number,
  trackerId: number | undefined,
): readonly Suggestion[] => {
  const word = completion?.word ?? ''
  const { data: people } = useQuery({
    queryKey: ['people', projectId, word],
    queryFn: ({ signal }) => findPeople(projectId, word, signal),
    enabled: completion?.kind === 'person',
    staleTime: 60_000,
  })
  const isArtifact = completion?.kind === 'artifact'
  const trackers = useQuery({ ...trackersQuery(projectId), enabled: isArtifact }).data?.items
  const { data: artifacts } = useQuery({
    queryKey: ['artifacts to name', projectId, word],
    queryFn: ({ signal }) => findTargets({ text: word, trackerIds: trackers?.map(({ id }) => id) ?? [] }, signal),
    enabled: isArtifact && trackers !== undefined,
    staleTime: 60_000,
  })
  const { data: responses } = useQuery({
    ...responsesQuery(trackerId ?? 0),
    enabled: completion?.kind === 'response' && trackerId !== undefined,
  })
  return useMemo(() => {
    if (completion?.kind === 'person')
      return (people ?? []).slice(0, MAX_SHOWN).map(({ id, label, login = '' }) => ({
        key: String(id),
        insert: `@${login} `,
        view: (
          <>
            <PersonName name={label} id={typeof id === 'number' ? id : null} />
            <span className="meta">@{login}</span>
          </>
        ),
      }))
    if (completion?.kind === 'artifact')
      return (artifacts ?? []).slice(0, MAX_SHOWN).map(({ id, xref, title }) => ({
        key: String(id),
        // The word may stand there already: "bug #12".
        insert: `${text.slice(0, completion.from).endsWith(xref.replace(/#.*$/, '')) ? xref.replace(/^.*#/, '#') : xref} `,
        view: (
          <>
            <bdi className="cut">{title}</bdi>
            <span className="meta completion-reference">{xref}</span>
          </>
        ),
      }))
    if (completion?.kind !== 'response') return []
    const wanted = completion.word.toLocaleLowerCase()
    return (responses ?? [])
      .filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
      .slice(0, MAX_SHOWN)
      .map(({ title, body }) => ({
        key: title,
        insert: body,
        view: (
          <>
            <bdi>{title}</bdi>
            <bdi className="meta cut">{body}</bdi>
          </>
        ),
      }))
  }, [completion, text, people, artifacts, responses])
}

/** The word at the cursor that the list completes. Undefined after the person has closed the list for this text. */
const useCompletion = (
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  dismissed: string | undefined,
): Completion | undefined => {
  const position = useSyncExternalStore(subscribeToSelection, () =>
    document.activeElement === area.current ? (area.current?.selectionStart ?? -1) : -1,
  )
  return useMemo(
    () => (position < 0 || text === dismissed ? undefined : completionAt(text, position)),
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
