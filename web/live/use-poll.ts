import { useEffect, useRef } from 'react'
import { startPolling } from './poll.ts'

/** Asks in a rhythm as long as the page that calls this is shown. `undefined` asks nothing. */
export const usePoll = (ask: ((signal: AbortSignal) => Promise<void>) | undefined): void => {
  const newest = useRef(ask)
  useEffect(() => {
    newest.current = ask
  })
  const isOn = ask !== undefined
  useEffect(() => {
    if (!isOn) return undefined
    const { onVisibility, stop } = startPolling({
      ask: signal => newest.current?.(signal) ?? Promise.resolve(),
      isVisible: () => document.visibilityState === 'visible',
    })
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      stop()
    }
  }, [isOn])
}
