import { useCallback, useEffect, useRef, type RefObject } from 'react'

/** An element that moves takes the focus along: it is another one in its new list. `selectorOf` names the element by the id of its item. */
export const useKeptFocus = (page: RefObject<HTMLElement | null>, selectorOf: (id: number) => string) => {
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    // An element that is moved in the document loses the focus to the page.
    if (wanted.current === undefined || document.activeElement !== document.body) return
    page.current?.querySelector<HTMLElement>(selectorOf(wanted.current))?.focus()
  })
  return {
    keep: useCallback((id: number) => void (wanted.current = id), []),
    forget: useCallback((focused: number) => {
      if (focused !== wanted.current) wanted.current = undefined
    }, []),
  }
}
