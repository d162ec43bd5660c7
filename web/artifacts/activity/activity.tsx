import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button, IconButton } from '../../design/controls/button.tsx'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { DateTime } from '../../design/format.tsx'
import { useCopy } from '../../design/use-copy.ts'
import { IconMore } from '../../design/icons.tsx'
import { IconQuote } from '../../design/format-icons.tsx'
import { IconLock } from '../../design/page-icons.tsx'
import { Menu, MenuItem } from '../../design/layout/menu.tsx'
import { Initials } from '../../design/values/person.tsx'
import { RichText } from '../../design/values/rich-text.tsx'
import type { FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { Nothing } from '../../fields/shared/nothing.tsx'
import { useAccount } from '../../session/account.ts'
import { useArtifact } from '../artifact-context.tsx'
import { nameOf, useListOfWords } from '../words.ts'
import { activityQuery, type Entry, type FieldChange } from './activity-queries.ts'
import './activity.css'

const CommentBox = lazyPart(() => import('./comment-box.tsx'), 'CommentBox')
const CommentEditor = lazyPart(() => import('./comment-editor.tsx'), 'CommentEditor')
const CommentVersions = lazyPart(() => import('./comment-versions.tsx'), 'CommentVersions')
const TextDiff = lazyPart(() => import('./text-diff.tsx'), 'TextDiff')

/** Comments and changes in one stream, newest last, and the box for the next comment. */
export const Activity = () => {
  const { t } = useLingui()
  const { id, state, mayWrite } = useArtifact()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(activityQuery(id))
  const [quoted, setQuoted] = useState('')
  const entries = (data?.pages.flatMap(page => page.items) ?? []).toReversed()
  const account = useAccount()
  useScrollToHash(data !== undefined)
  return (
    <section aria-label={t`Activity`} className="activity">
      <div className="artifact-part-head">
        <h2>
          <Trans>Activity</Trans>
        </h2>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={4} />}
      {hasNextPage && (
        <div className="activity-older">
          <Button variant="quiet" size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            <Trans>Show older</Trans>
          </Button>
        </div>
      )}
      <ol className="activity-list">
        {entries.map((entry, index) => (
          <ActivityEntry
            key={entry.changeset_id}
            entry={entry}
            isFirst={index === 0 && !hasNextPage}
            onQuote={setQuoted}
          />
        ))}
        {state.comments.map(comment => (
          <li key={comment.id} className="event event-comment" aria-busy="true">
            <Initials name={account?.user.real_name ?? ''} id={account?.user.id ?? null} size={28} />
            <div>
              <div className="event-head">
                <b>{account?.user.real_name}</b>
                <span className="meta">
                  {comment.state === 'unsent' ? <Trans>not sent</Trans> : <Trans>sending</Trans>}
                </span>
              </div>
              <p className="plain-text" dir="auto">
                {comment.body}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <Suspense fallback={<div className="composer" aria-busy="true" />}>
        {mayWrite && <CommentBox quoted={quoted} onQuoted={() => setQuoted('')} />}
      </Suspense>
    </section>
  )
}

/** `#comment-12` in the address: that comment is scrolled into sight and gets the focus. */
const useScrollToHash = (isReady: boolean): void => {
  const isDone = useRef(false)
  useEffect(() => {
    const { hash } = window.location
    if (!isReady || isDone.current || !/^#(comment-\d+|field-[\w-]+)$/.test(hash)) return
    isDone.current = true
    const element = document.getElementById(hash.slice(1))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [isReady])
}

const authorOf = ({ by }: Entry): { readonly name: string; readonly id: number | null } =>
  by ? { name: nameOf(by), id: by.id } : { name: '?', id: null }

interface ActivityEntryProps {
  readonly entry: Entry
  /** The changeset that created the artifact. */
  readonly isFirst: boolean
  readonly onQuote: (text: string) => void
}

const ActivityEntry = ({ entry, isFirst, onQuote }: ActivityEntryProps) => {
  const author = authorOf(entry)
  if (entry.comment)
    return <Comment entry={entry} comment={entry.comment} isFirst={isFirst} author={author} onQuote={onQuote} />
  return (
    <li className="event" id={`comment-${entry.changeset_id}`}>
      <Initials name={author.name} id={author.id} />
      <div className="event-change">
        <b>{author.name}</b>{' '}
        {isFirst ? (
          <>
            <Trans>opened the artifact</Trans> <EntryTime value={entry.at} />
          </>
        ) : (
          <ChangeSummary changes={entry.changes} at={entry.at} />
        )}
      </div>
    </li>
  )
}

const EntryTime = ({ value }: { readonly value: string }) => (
  <span className="meta">
    <DateTime value={value} as="relative" />
  </span>
)

interface CommentProps {
  readonly entry: Entry
  readonly comment: NonNullable<Entry['comment']>
  readonly isFirst: boolean
  readonly author: { readonly name: string; readonly id: number | null }
  readonly onQuote: (text: string) => void
}

const Comment = ({ entry, comment, isFirst, author, onQuote }: CommentProps) => {
  const { t } = useLingui()
  const listOf = useListOfWords()
  const { id, mayWrite } = useArtifact()
  const copy = useCopy()
  const [isEditing, setEditing] = useState(false)
  const [isShowingVersions, setShowingVersions] = useState(false)
  const { changeset_id: changesetId, changes } = entry
  const { ugroups: groups } = comment
  const source = comment.commonmark ?? comment.body
  return (
    <li
      className={groups === null ? 'event event-comment' : 'event event-comment event-private'}
      id={`comment-${changesetId}`}
      tabIndex={0}
      aria-keyshortcuts="R"
      onKeyDown={event => {
        // The key acts only on the comment that has the focus, so nobody needs to turn it off.
        if (event.target !== event.currentTarget || event.key !== 'r' || event.ctrlKey || event.metaKey || event.altKey)
          return
        if (!mayWrite || comment.is_deleted) return
        event.preventDefault()
        onQuote(source)
      }}
    >
      <Initials name={author.name} id={author.id} size={28} />
      <div>
        <div className="event-head">
          <b>{author.name}</b>
          <a className="meta" href={`#comment-${changesetId}`}>
            <DateTime value={entry.at} as="relative" />
          </a>
          {comment.last_modified_on !== comment.submitted_on && (
            <button type="button" className="meta event-edited" onClick={() => setShowingVersions(true)}>
              <Trans>edited</Trans>
            </button>
          )}
          {groups !== null && (
            <span className="private-mark">
              <IconLock />
              {groups.length === 0 ? (
                <Trans>Only administrators</Trans>
              ) : (
                <Trans>Only {listOf(groups.map(({ label }) => label))}</Trans>
              )}
            </span>
          )}
          <span className="event-tools">
            {mayWrite && !comment.is_deleted && (
              <IconButton label={t`Quote ${author.name}`} size="small" onPress={() => onQuote(source)}>
                <IconQuote />
              </IconButton>
            )}
            <Menu label={t`More about the comment of ${author.name}`} icon={<IconMore />}>
              <MenuItem
                onAction={() => copy(`${window.location.origin}/artifacts/${id}#comment-${changesetId}`)}
              >{t`Copy link`}</MenuItem>
              {mayWrite && comment.can_edit ? <MenuItem onAction={() => setEditing(true)}>{t`Edit`}</MenuItem> : null}
            </Menu>
          </span>
        </div>
        {isEditing ? (
          <Suspense fallback={null}>
            <CommentEditor entry={entry} source={source} onClose={() => setEditing(false)} />
          </Suspense>
        ) : comment.is_deleted ? (
          <p className="muted small">
            <Trans>The comment was deleted.</Trans>
          </p>
        ) : (
          <RichText html={comment.post_processed_body} className={comment.format === 'text' ? 'plain-text' : ''} />
        )}
        <Suspense fallback={null}>
          {isShowingVersions && <CommentVersions changesetId={changesetId} onClose={() => setShowingVersions(false)} />}
        </Suspense>
        {changes.length > 0 && !isFirst && (
          <div className="event-change">
            <ChangeSummary changes={changes} />
          </div>
        )}
      </div>
    </li>
  )
}

const MAX_LINES = 3

interface ChangeSummaryProps {
  readonly changes: readonly FieldChange[]
  /** Time of the changes; undefined below a comment, which has told it. */
  readonly at?: string
}

/** One line for each change; more than three are folded. */
const ChangeSummary = ({ changes, at }: ChangeSummaryProps) => {
  const [isOpen, setOpen] = useState(changes.length <= MAX_LINES)
  const time = at !== undefined && <EntryTime value={at} />
  const [only] = changes
  if (only && changes.length === 1)
    return (
      <>
        <Trans>changed</Trans> <Change change={only} /> {time}
      </>
    )
  return (
    <>
      <Plural value={changes.length} one="changed # field" other="changed # fields" /> {time}{' '}
      {isOpen ? (
        <ul className="changes">
          {changes.map(change => (
            <li key={change.field_id}>
              <Change change={change} />
            </li>
          ))}
        </ul>
      ) : (
        <button type="button" className="link-button" onClick={() => setOpen(true)}>
          <Trans>Show</Trans>
        </button>
      )}
    </>
  )
}

const LONG_TYPES = new Set(['text', 'ttmstepdef'])

const Change = ({ change }: { readonly change: FieldChange }) => {
  const { tracker, scope } = useArtifact()
  const [isOpen, setOpen] = useState(false)
  const field = tracker.fields.find(each => each.field_id === change.field_id)
  const view = viewOf(change.type)
  if (!field) return null
  const before = valueOf(change, change.before)
  const after = valueOf(change, change.after)
  if (LONG_TYPES.has(change.type))
    return (
      <>
        <span className="change-field">{change.label}</span>{' '}
        <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </button>
        {isOpen && (
          <Suspense fallback={null}>
            <TextDiff before={view.toText(before, field)} after={view.toText(after, field)} />
          </Suspense>
        )}
      </>
    )
  const isStatus = tracker.semantics.status?.field_id === field.field_id
  return (
    <>
      <span className="change-field">{change.label}</span>{' '}
      <span className="change-values">
        {view.isEmpty(before) ? <Nothing /> : <view.Cell field={field} value={before} scope={scope} />}{' '}
        <span aria-hidden="true">→</span>
        <span className="visually-hidden">
          <Trans>becomes</Trans>
        </span>{' '}
        {view.isEmpty(after) ? (
          <Nothing />
        ) : (
          <view.Cell field={field} value={after} scope={scope} isStatus={isStatus} />
        )}
      </span>
    </>
  )
}

/** The members of a value in the history, as the entry of a value in the artifact has them. */
const valueOf = ({ field_id, label, type }: FieldChange, members: FieldChange['before']): FieldValue | undefined =>
  members ? ({ field_id, label, type, ...members } as FieldValue) : undefined
