import { useSyncExternalStore } from 'react'

const PAUSE_MS = 1_000
let shown = ''
let waiting: readonly string[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Tells screen readers a sentence about something that changed elsewhere; at most one a second. */
export const announce = (sentence: string): void => {
  waiting = [...waiting, sentence]
  if (timer === undefined) next()
}

const next = (): void => {
  const [first, ...others] = waiting
  waiting = others
  shown = first ?? ''
  for (const listener of listeners) listener()
  timer = first === undefined ? undefined : setTimeout(next, PAUSE_MS)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one live region of the pages, for `announce`. */
export const Announcer = () => (
  <div className="visually-hidden" role="status" aria-live="polite">
    {useSyncExternalStore(subscribe, () => shown)}
  </div>
)
