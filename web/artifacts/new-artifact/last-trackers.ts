import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { readRecord, writeRecord } from '../../drafts/drafts.ts'
import { useAccount } from '../../session/account.ts'

const KEY = 'last trackers'
const KEPT = 5

/** Ids of the trackers in which the account has created artifacts on this device, the last one first. */
export const lastTrackersQuery = (accountId: number | undefined) =>
  queryOptions({
    queryKey: [KEY, accountId],
    queryFn: async () => ((await readRecord(accountId, KEY))?.value ?? []) as readonly number[],
    staleTime: Infinity,
  })

export const useRememberTracker = (): ((trackerId: number) => void) => {
  const accountId = useAccount()?.user.id
  const queries = useQueryClient()
  return trackerId => {
    const query = lastTrackersQuery(accountId)
    void queries.ensureQueryData(query).then(before => {
      const next = [trackerId, ...before.filter(id => id !== trackerId)].slice(0, KEPT)
      queries.setQueryData(query.queryKey, next)
      return writeRecord(accountId, KEY, next)
    })
  }
}
