import { useCallback, useEffect, useRef, useState } from 'react'
import { useAccount } from '../session/account.ts'
import { deleteDraft, readDraft, thisTab, writeDraft } from './drafts.ts'

const PAUSE_MS = 500

export interface DraftOf<Value> {
  /** The draft that this tab wrote before it was loaded again. Undefined until it is read, and if there is none. */
  readonly restored: Value | undefined
  /** The draft of another tab, for the person to take over. */
  readonly offered: Value | undefined
  /** Time of the last storing. */
  readonly storedAt: number | undefined
  /** Stores the value at the next pause; undefined deletes the draft. */
  readonly keep: (value: Value | undefined) => void
  readonly dismissOffer: () => void
}

/** A draft of the signed-in account, stored at each pause. */
export const useDraft = <Value>(key: string): DraftOf<Value> => {
  const accountId = useAccount()?.user.id
  const [found, setFound] = useState<{ readonly value: Value; readonly isOwn: boolean; readonly key: string }>()
  const [storedAt, setStoredAt] = useState<number>()
  const waiting = useRef<{ readonly run: () => void; readonly timer: number }>(undefined)
  useEffect(() => {
    let isCurrent = true
    void readDraft(accountId, key).then(draft => {
      if (isCurrent && draft) setFound({ value: draft.value as Value, isOwn: draft.tab === thisTab(), key })
    })
    return () => {
      isCurrent = false
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
  return {
    restored: current?.isOwn === true ? current.value : undefined,
    offered: current?.isOwn === false ? current.value : undefined,
    storedAt,
    keep,
    dismissOffer: () => setFound(undefined),
  }
}
