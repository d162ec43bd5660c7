import { useEffect, useState, type RefObject } from 'react'
import { subjectOf, type Entry } from './inbox-queries.ts'

/** The reader points at the list, or goes through it by keys: nothing there may move. */
const isInUse = (list: HTMLElement | null): boolean =>
  list !== null && (list.matches(':hover') || list.contains(document.activeElement))

/** The entries in the places that they had, without those that went. */
const inOldPlaces = (shown: readonly Entry[], newest: readonly Entry[]): readonly Entry[] => {
  // An artifact may have an unread entry and older ones: the first one counts.
  const bySubject = new Map(newest.toReversed().map(entry => [subjectOf(entry), entry]))
  const byId = new Map(newest.map(entry => [entry.id, entry]))
  const used = new Set<number>()
  return shown.flatMap(before => {
    const entry = byId.get(before.id) ?? bySubject.get(subjectOf(before))
    if (!entry || used.has(entry.id)) return []
    used.add(entry.id)
    return [entry]
  })
}

export interface HeldList {
  readonly entries: readonly Entry[]
  /** Entries that wait to be shown. */
  readonly waiting: number
  readonly showAll: () => void
}

/** A list that does not move under the pointer or the focus: what is new waits until the reader asks for it, or looks elsewhere. */
export const useHeldList = (newest: readonly Entry[], list: RefObject<HTMLElement | null>): HeldList => {
  const [places, setPlaces] = useState(newest)
  useEffect(() => {
    // More of the same list goes to its end.
    if (!isInUse(list.current)) return setPlaces(newest)
    setPlaces(before => {
      const kept = inOldPlaces(before, newest)
      const ids = new Set(kept.map(({ id }) => id))
      const last = Math.min(...before.map(({ id }) => id))
      return [...kept, ...newest.filter(({ id }) => !ids.has(id) && id < last)]
    })
  }, [newest, list])
  const entries = inOldPlaces(places, newest)
  return { entries, waiting: newest.length - entries.length, showAll: () => setPlaces(newest) }
}
