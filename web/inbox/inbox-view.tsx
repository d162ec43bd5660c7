import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useCommands } from '../commands/registry.ts'
import { shortcutsQuery } from '../commands/shortcut-setting.ts'
import { Button, IconButton } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { FormattedNumber } from '../design/format.tsx'
import { IconCheck } from '../design/icons.tsx'
import { useUnread } from './inbox-count.ts'
import { IconUnread } from './inbox-icons.tsx'
import { inboxListQuery, subjectOf, type Entry, type EntryState } from './inbox-queries.ts'
import { InboxRow } from './inbox-row.tsx'
import type { Shown } from './shown.ts'
import { useHeldList } from './use-held-list.ts'
import { useMarking, type Marking } from './use-marking.ts'

const STATES: Readonly<Record<Shown | 'open', readonly EntryState[]>> = {
  open: ['unread', 'read'],
  unread: ['unread'],
  done: ['done'],
}

export interface InboxViewProps {
  readonly shown: Shown | undefined
  /** Artifact in the side panel. */
  readonly open: number | undefined
}

/** Mentions, assignments and changes of what the reader takes part in. */
export const InboxView = ({ shown, open }: InboxViewProps) => {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const states = STATES[shown ?? 'open']
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    inboxListQuery(states),
  )
  const unread = useUnread() ?? 0
  const wanted = useMemo(() => {
    const all = data?.pages.flatMap(({ entries }) => entries) ?? NOTHING
    // An entry that was marked stays among the unread ones until the list is read again.
    const kept = shown === 'unread' ? STATES.open : states
    return all.filter(({ state }) => kept.includes(state))
  }, [data, shown, states])
  const { entries, waiting, showAll } = useHeldList(wanted, list)
  const keys = keysOf(entries)
  const marking = useMarking(list, entries)
  const { mark, allDone } = marking
  useReadWhatIsOpen(entries, open, entry => void mark([entry], 'read'))
  useInboxKeys(list, entries, open, marking)
  const areLettersOn = useQuery({ ...shortcutsQuery, enabled: false }).data ?? true
  // Beside the panel, which has the same keys for its artifact, a row has them while the focus is in it.
  const onKeyDown = (event: KeyboardEvent): void => {
    const entry = entryOf(event.target, entries)
    if (!entry || !areLettersOn || open === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const state = event.key === 'e' ? 'done' : event.key === 'u' ? otherThanRead(entry) : undefined
    if (!state) return
    event.preventDefault()
    event.stopPropagation()
    void mark([entry], state)
  }
  return (
    <section className="part" aria-label={t`Inbox`}>
      <div className="inbox-bar">
        <Filter shown={shown} unread={unread} />
        {waiting > 0 && (
          <Button size="small" onPress={showAll}>
            <Plural value={waiting} one="# new · Show" other="# new · Show" />
          </Button>
        )}
        {shown !== 'done' && entries.length > 0 && (
          <span className="part-tools">
            <Button size="small" variant="quiet" onPress={() => void allDone()}>
              <Trans>All done</Trans>
            </Button>
          </span>
        )}
      </div>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={6} />
        )
      ) : entries.length === 0 ? (
        <Nothing shown={shown} />
      ) : (
        <ul className="work-list" aria-label={t`Inbox`} ref={list} onKeyDown={onKeyDown}>
          {entries.map((entry, index) => (
            <InboxRow
              key={keys[index]}
              entry={entry}
              isOpen={isShown(entry, open)}
              onFollow={() => entry.state === 'unread' && void mark([entry], 'read')}
              hasPlace
            >
              <Actions entry={entry} onMark={state => void mark([entry], state)} />
            </InboxRow>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="work-more">
          <Button size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}

/** Whether the panel shows the artifact of the entry. An approval has a page of its own. */
const isShown = ({ artifact, approval }: Entry, open: number | undefined): boolean =>
  open !== undefined && !approval && artifact?.id === open

const NOTHING: readonly Entry[] = []

/** An entry keeps its key when a change gives it a new id. */
const keysOf = (entries: readonly Entry[]): readonly string[] => {
  const seen = new Map<string, number>()
  return entries.map(entry => {
    const subject = subjectOf(entry)
    const before = seen.get(subject) ?? 0
    seen.set(subject, before + 1)
    return `${subject} ${before}`
  })
}

const otherThanRead = ({ state }: Entry): EntryState => (state === 'unread' ? 'read' : 'unread')

const entryOf = (target: EventTarget | null, entries: readonly Entry[]): Entry | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null
  return row ? entries.find(({ id }) => id === Number(row.dataset['entry'])) : undefined
}

/** Showing the artifact beside the list reads its entry. */
const useReadWhatIsOpen = (entries: readonly Entry[], open: number | undefined, read: (entry: Entry) => void): void => {
  const readOpen = useEffectEvent(() => {
    const entry = entries.find(each => isShown(each, open) && each.state === 'unread')
    if (entry) read(entry)
  })
  useEffect(() => readOpen(), [open])
}

const useInboxKeys = (
  list: RefObject<HTMLElement | null>,
  entries: readonly Entry[],
  open: number | undefined,
  { mark, allDone }: Marking,
): void => {
  const { t } = useLingui()
  const section = t`Inbox`
  const current = (): Entry | undefined =>
    list.current?.contains(document.activeElement) === true ? entryOf(document.activeElement, entries) : undefined
  const isAvailable = () => current() !== undefined
  const withCurrent = (run: (entry: Entry) => void) => () => {
    const entry = current()
    if (entry) run(entry)
  }
  useCommands(
    open !== undefined
      ? []
      : [
          {
            id: 'inbox.done',
            label: t`Done with this entry`,
            keys: 'e',
            section,
            isAvailable,
            run: withCurrent(entry => void mark([entry], 'done')),
          },
          {
            id: 'inbox.unread',
            label: t`Mark as read or unread`,
            keys: 'u',
            section,
            isAvailable,
            run: withCurrent(entry => void mark([entry], otherThanRead(entry))),
          },
          {
            id: 'inbox.all-done',
            label: t`Done with all entries`,
            keys: 'Shift+E',
            section,
            isAvailable: () => entries.some(({ state }) => state !== 'done'),
            run: () => void allDone(),
          },
        ],
  )
}

const Filter = ({ shown, unread }: { readonly shown: Shown | undefined; readonly unread: number }) => {
  const { t } = useLingui()
  const choices = [
    { id: undefined, label: t({ message: 'All', context: 'entries' }) },
    { id: 'unread', label: t`Unread` },
    { id: 'done', label: t`Done` },
  ] as const
  return (
    <nav className="inbox-filter" aria-label={t`Show`}>
      {choices.map(({ id, label }) => (
        <Link
          key={label}
          to="/"
          search={{ tab: 'inbox', ...(id !== undefined && { show: id }) }}
          activeProps={{}}
          aria-current={id === shown ? 'true' : undefined}
        >
          {label}
          {id === 'unread' && unread > 0 && (
            <span className="part-count">
              {' '}
              <FormattedNumber value={unread} />
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

const Actions = ({ entry, onMark }: { readonly entry: Entry; readonly onMark: (state: EntryState) => void }) => {
  const { t } = useLingui()
  return (
    <span className="inbox-actions">
      <IconButton
        label={entry.state === 'unread' ? t`Mark as read` : t`Mark as unread`}
        size="small"
        onPress={() => onMark(otherThanRead(entry))}
      >
        <IconUnread />
      </IconButton>
      {entry.state !== 'done' && (
        <IconButton label={t`Done`} size="small" onPress={() => onMark('done')}>
          <IconCheck />
        </IconButton>
      )}
    </span>
  )
}

const Nothing = ({ shown }: { readonly shown: Shown | undefined }) => {
  const { t } = useLingui()
  if (shown === 'done')
    return (
      <EmptyState title={t`You are done with nothing yet`}>
        <Trans>Entries that you are done with stay here for 90 days.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState title={shown === 'unread' ? t`You have read everything` : t`Your inbox is empty`}>
      <Trans>
        Comments that name you, artifacts that others assign to you, changes of what you take part in or watch, and
        writes of agents that wait for you stand here.
      </Trans>
    </EmptyState>
  )
}
