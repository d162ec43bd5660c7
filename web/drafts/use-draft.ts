import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAccount } from '../session/account.ts'
import type { Draft } from './database.ts'
import { deleteDraft, listDraftsOf, takeDraftOver, writeDraft } from './drafts.ts'
import { listenToTabs, thisTab } from './tabs.ts'

const PAUSE_MS = 500

export interface DraftOf<Value> {
  /** The draft that this tab wrote before it was loaded again. Undefined until it is read, and if there is none. */
  readonly restored: Value | undefined
  /** The newest draft of another tab, for the person to take over. */
  readonly offered: Value | undefined
  /** Time of the last storing. */
  readonly storedAt: number | undefined
  /** Stores the value at the next pause; undefined deletes the draft. */
  readonly keep: (value: Value | undefined) => void
  /** The offered draft belongs to this tab; the other tab forgets it. */
  readonly takeOver: () => void
}

interface Found {
  readonly key: string
  readonly own: Draft | undefined
  readonly others: readonly Draft[]
}

/** A draft of the signed-in account, stored at each pause. Each tab has its own; a tab offers the drafts of the others. */
export const useDraft = <Value>(key: string, onTaken: () => void = () => undefined): DraftOf<Value> => {
  const accountId = useAccount()?.user.id
  const [found, setFound] = useState<Found>()
  const [storedAt, setStoredAt] = useState<number>()
  const waiting = useRef<{ readonly run: () => void; readonly timer: number }>(undefined)
  const forget = useEffectEvent(() => {
    window.clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    setStoredAt(undefined)
    onTaken()
  })
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const drafts = await listDraftsOf(accountId, key)
      const own = drafts.find(({ tab }) => tab === thisTab())
      // This tab knows its own draft better than the database does, once it has read it.
      if (isCurrent)
        setFound(before => ({
          key,
          own: before?.key === key ? before.own : own,
          others: drafts.filter(({ tab }) => tab !== thisTab()),
        }))
    }
    void read()
    const stop = listenToTabs(accountId, news => {
      if (news.key !== key) return
      if (news.takenFrom === thisTab()) {
        setFound(before => before && { ...before, own: undefined })
        forget()
      }
      void read()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [accountId, key])
  const flush = useCallback(() => {
    if (!waiting.current) return
    window.clearTimeout(waiting.current.timer)
    waiting.current.run()
    waiting.current = undefined
  }, [])
  // Leaving the page is a pause, too.
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush, key])
  const keep = useCallback(
    (value: Value | undefined) => {
      if (waiting.current) window.clearTimeout(waiting.current.timer)
      const run = () => {
        if (value === undefined) void deleteDraft(accountId, key)
        else void writeDraft(accountId, key, value).then(() => setStoredAt(Date.now()))
      }
      if (value === undefined) {
        waiting.current = undefined
        setStoredAt(undefined)
        run()
        return
      }
      waiting.current = { run, timer: window.setTimeout(flush, PAUSE_MS) }
    },
    [accountId, key, flush],
  )
  const current = found?.key === key ? found : undefined
  const [offer] = current?.others ?? []
  return {
    restored: current?.own?.value as Value | undefined,
    offered: offer?.value as Value | undefined,
    storedAt,
    keep,
    takeOver: () => {
      if (!offer) return
      setFound(before => before && { ...before, others: before.others.filter(each => each !== offer) })
      void takeDraftOver(accountId, key, offer).then(() => setStoredAt(Date.now()))
    },
  }
}
