import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { inboxCountQuery, inboxKey } from '../inbox/inbox-count.ts'
import { browserOf, connectLive } from './live-connection.ts'
import { useLive } from './live.ts'
import { usePoll } from './use-poll.ts'

/** Everywhere: the stream of the account, and the number of unread entries of its inbox. */
export const LiveLink = ({ accountId }: { readonly accountId: number }) => {
  const queries = useQueryClient()
  useEffect(() => {
    // Web Locks need a secure context: elsewhere the pages ask in a rhythm.
    if (!('locks' in navigator) || !('BroadcastChannel' in window)) return undefined
    return connectLive(browserOf(accountId))
  }, [accountId])
  useQuery(inboxCountQuery)
  const refresh = () => queries.invalidateQueries({ queryKey: inboxKey })
  const isLive = useLive({}, ({ kind }) => {
    if (kind === 'inbox' || kind === 'check') void refresh()
  })
  usePoll(isLive ? undefined : refresh)
  return null
}
