// News of the server for the pages. `live-connection.ts` holds the stream and is loaded after the page.
import { useEffect, useEffectEvent } from 'react'
import { createPageValue, usePageValue } from '../design/page-value.ts'

/** The parts of the platform that a page shows. */
export interface Interest {
  readonly projects?: readonly number[]
  readonly artifacts?: readonly number[]
  /** Artifacts whose people the page shows. */
  readonly presence?: readonly number[]
}

/** An event of `GET /events`. `check`: events may have been missed, or rights may have changed: the page compares what it shows. */
export interface LiveEvent {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()
const open = createPageValue(false)
const interests = createPageValue<readonly Interest[]>([])

/** For the connection. */
export const live = {
  interests,
  isOpen: open,
  tell: (event: LiveEvent): void => {
    for (const listener of listeners) listener(event)
  },
}

/** Hears of what the page shows, as long as it is shown. Returns whether the stream is open; otherwise pages ask in a rhythm. */
export const useLive = (interest: Interest | undefined, onEvent: Listener): boolean => {
  const hear = useEffectEvent(onEvent)
  const key = interest && JSON.stringify(interest)
  useEffect(() => {
    if (key === undefined) return undefined
    const mine = JSON.parse(key) as Interest
    const listener: Listener = event => hear(event)
    listeners.add(listener)
    interests.set([...interests.get(), mine])
    return () => {
      listeners.delete(listener)
      interests.set(interests.get().filter(each => each !== mine))
    }
  }, [key])
  return usePageValue(open)
}
