import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Part } from '../design/layout/part.tsx'
import { toastError } from '../design/feedback/toast.tsx'
import { useUnread } from './inbox-count.ts'
import { inboxListQuery, markInbox } from './inbox-queries.ts'
import { InboxRow } from './inbox-row.tsx'

const MAX_SHOWN = 5

/** The newest entries of the inbox, beside other work. */
export const InboxPart = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { data } = useInfiniteQuery(inboxListQuery(['unread', 'read']))
  const unread = useUnread()
  const entries = (data?.pages[0]?.entries ?? []).filter(({ state }) => state !== 'done').slice(0, MAX_SHOWN)
  if (entries.length === 0) return null
  return (
    <Part
      title={t`Inbox`}
      count={unread}
      tools={
        <Link to="/" search={{ tab: 'inbox' }} className="part-link">
          <Trans context="entries">All</Trans>
        </Link>
      }
    >
      <ul className="work-list" aria-label={t`Inbox`}>
        {entries.map(entry => (
          <InboxRow
            key={entry.id}
            entry={entry}
            onFollow={() =>
              entry.state === 'unread' && void markInbox(queries, { ids: [entry.id], state: 'read' }).catch(toastError)
            }
          />
        ))}
      </ul>
    </Part>
  )
}
