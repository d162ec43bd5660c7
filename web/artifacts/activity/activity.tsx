import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
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
import { WrittenText } from '../../fields/shared/written-text.tsx'
import { useAccount } from '../../session/account.ts'
import { useArtifact } from '../artifact-context.tsx'
import { useRemembered } from '../use-remembered.ts'
import { useListOfWords } from '../words.ts'
import { activityQuery, authorOf, sourceOf, type Entry } from './activity-queries.ts'
import { ByAgent, ChangeSummary, EntryTime } from './changes.tsx'
import { foldedEntries } from './net-changes.ts'
import './activity.css'

const CommentEditor = lazyPart(() => import('./comment-editor.tsx'), 'CommentEditor')
const CommentVersions = lazyPart(() => import('./comment-versions.tsx'), 'CommentVersions')

export interface ActivityProps {
  readonly list: string | undefined
  /** The box for the next comment, at the newer end. */
  readonly composer: ReactNode
  /** Takes the source of a comment into the next one. */
  readonly onQuote: (source: string) => void
}

/** Comments and changes in one stream. */
export const Activity = ({ list, composer, onQuote }: ActivityProps) => {
  const { t } = useLingui()
  const { id, state } = useArtifact()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(activityQuery(id))
  const [isNewestFirst, setNewestFirst] = useRemembered('activity newest first', false)
  const oldestFirst = foldedEntries((data?.pages.flatMap(page => page.items) ?? []).toReversed())
  const entries = isNewestFirst ? oldestFirst.toReversed() : oldestFirst
  const account = useAccount()
  useScrollToHash(data !== undefined)
  const older = hasNextPage && (
    <div className="activity-older">
      <Button variant="quiet" size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
        <Trans>Show older</Trans>
      </Button>
    </div>
  )
  const pending = state.comments.map(comment => (
    <li key={comment.id} className="event event-comment" aria-busy="true">
      <Initials name={account?.user.real_name ?? ''} id={account?.user.id ?? null} size={28} />
      <div>
        <div className="event-head">
          <b>{account?.user.real_name}</b>
          <span className="meta">{comment.state === 'unsent' ? <Trans>not sent</Trans> : <Trans>sending</Trans>}</span>
        </div>
        <p className="plain-text" dir="auto">
          {comment.body}
        </p>
      </div>
    </li>
  ))
  return (
    <section aria-label={t`Activity`} className="activity">
      <div className="artifact-part-head">
        <h2>
          <Trans>Activity</Trans>
        </h2>
        <span className="artifact-part-tools">
          <Link
            to="/artifacts/$id"
            params={{ id: String(id) }}
            search={{ tab: 'history', ...(list !== undefined && { list }) }}
            resetScroll={false}
            className="button button-quiet button-small"
          >
            <Trans>History</Trans>
          </Link>
          <Button variant="quiet" size="small" onPress={() => setNewestFirst(!isNewestFirst)}>
            {isNewestFirst ? <Trans>Newest first</Trans> : <Trans>Newest last</Trans>}
          </Button>
        </span>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={4} />}
      {isNewestFirst ? composer : older}
      <ol className="activity-list">
        {isNewestFirst && pending}
        {entries.map(entry => (
          <ActivityEntry
            key={entry.changeset_id}
            entry={entry}
            isFirst={entry === oldestFirst[0] && !hasNextPage}
            onQuote={onQuote}
          />
        ))}
        {!isNewestFirst && pending}
      </ol>
      {isNewestFirst ? older : composer}
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
        <b>{author.name}</b> <ByAgent agent={entry.agent} />
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
  const source = sourceOf(entry)
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
          <ByAgent agent={entry.agent} />
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
            <CommentEditor entry={entry} onClose={() => setEditing(false)} />
          </Suspense>
        ) : comment.is_deleted ? (
          <p className="muted small">
            <Trans>The comment was deleted.</Trans>
          </p>
        ) : (
          <WrittenText html={comment.post_processed_body} className={comment.format === 'text' ? 'plain-text' : ''} />
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
