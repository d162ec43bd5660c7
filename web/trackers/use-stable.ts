import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same while the newest `run` is called: what gets the function renders only for its own changes. */
export const useStable = <Arguments extends readonly unknown[], Result>(
  run: (...given: Arguments) => Result,
): ((...given: Arguments) => Result) => {
  const newest = useRef(run)
  useLayoutEffect(() => {
    newest.current = run
  })
  return useCallback((...given) => newest.current(...given), [])
}
