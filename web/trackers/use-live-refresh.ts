import { useEffect, useRef } from 'react'
import { useLive } from '../live/live.ts'
import { concerns } from './use-list-changes.ts'

/** Several changes in a row are read together. */
const TOGETHER_MS = 500
const EVERY_MS = 30_000

/** Reads again after each change of the tracker (undefined: of any tracker) by anybody, or every half minute while the page is visible. */
export const useLiveRefresh = (
  projectId: number,
  trackerId: number | undefined,
  refresh: () => Promise<void>,
): void => {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const isLive = useLive({ projects: [projectId] }, event => {
    if (!concerns(event, trackerId)) return
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => void refresh(), TOGETHER_MS)
  })
  useEffect(() => {
    if (isLive) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void refresh()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isLive, refresh])
}
