import { useCallback, useSyncExternalStore } from 'react'

/** Rows are cards, menus are sheets. */
export const PHONE = '(max-width: 47.99rem)'
/** No room for two things beside each other. */
export const NARROW = '(max-width: 63.99rem)'

/** Asking the browser costs a look at the layout, and tables render at each step of scrolling. */
const lists = new Map<string, MediaQueryList>()

const listOf = (query: string): MediaQueryList => {
  const list = lists.get(query) ?? window.matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether the window is as the media query says. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => listOf(query).matches)
}
