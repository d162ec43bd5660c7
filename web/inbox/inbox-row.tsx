import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DateTime } from '../design/format.tsx'
import { Initials } from '../design/values/person.tsx'
import { nameOf, titleOf } from '../artifacts/words.ts'
import type { Entry } from './inbox-queries.ts'
import { useEntryWords } from './use-entry-words.ts'
import './inbox.css'

export interface InboxRowProps {
  readonly entry: Entry
  readonly isOpen?: boolean
  readonly onFollow: () => void
  /** Where the artifact is: left out where there is little room. */
  readonly hasPlace?: boolean
  /** Buttons above the link that covers the row. */
  readonly children?: ReactNode
}

/** A row of the inbox; its link covers the row. */
export const InboxRow = ({ entry, isOpen = false, onFollow, hasPlace = false, children }: InboxRowProps) => {
  const { t } = useLingui()
  const words = useEntryWords()
  const { id, artifact, actor, state, at, project, tracker, approval } = entry
  const person = approval?.agent ?? (actor ? nameOf(actor) : t`Somebody`)
  return (
    <li
      className={`inbox-row${isOpen ? ' work-row-open' : ''}`}
      data-state={state}
      data-artifact={approval ? undefined : artifact?.id}
      data-entry={id}
    >
      <Initials name={person} id={actor?.id ?? null} size={28} />
      <div className="inbox-text">
        <EntryLink entry={entry} onFollow={onFollow} />
        <p className="inbox-words" dir="auto">
          {words(entry)}
        </p>
      </div>
      {hasPlace && (
        <span className="work-place cut" dir="auto">
          {project.label} · {artifact?.xref ?? tracker.label}
        </span>
      )}
      <span className="inbox-when">
        <DateTime value={at} as="relative" />
        {state === 'unread' && (
          <>
            <span className="unread-mark" />
            <span className="visually-hidden">{t`unread`}</span>
          </>
        )}
      </span>
      {children}
    </li>
  )
}

/** An approval leads to the page that decides it, and does not count as read by that. */
const EntryLink = ({ entry, onFollow }: Pick<InboxRowProps, 'entry' | 'onFollow'>) => {
  const { t } = useLingui()
  const { artifact, approval, excerpt, changeset_id: changeset } = entry
  const look = { className: 'row-link work-link inbox-link', dir: 'auto' } as const
  if (approval)
    return (
      <Link to="/approvals/$id" params={{ id: String(approval.id) }} {...look}>
        {artifact ? titleOf(artifact) : (approval.title ?? t`New artifact`)}
      </Link>
    )
  return (
    <Link
      to="/artifacts/$id"
      params={{ id: String(artifact?.id) }}
      {...(excerpt !== null && { hash: `comment-${changeset}` })}
      onClick={onFollow}
      {...look}
    >
      {artifact && titleOf(artifact)}
    </Link>
  )
}
