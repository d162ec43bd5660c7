import { useState } from 'react'

/** A choice about the looks of a page that this browser remembers. */
export const useRemembered = (key: string, initial: boolean): readonly [boolean, (value: boolean) => void] => {
  const [changed, setChanged] = useState<{ readonly key: string; readonly value: boolean }>()
  const value = changed?.key === key ? changed.value : (stored(key) ?? initial)
  return [
    value,
    next => {
      setChanged({ key, value: next })
      try {
        localStorage.setItem(`crocus ${key}`, next ? '1' : '0')
      } catch {
        // The browser stores nothing: the choice holds until the page is left.
      }
    },
  ]
}

const stored = (key: string): boolean | undefined => {
  try {
    const text = localStorage.getItem(`crocus ${key}`)
    return text === null ? undefined : text === '1'
  } catch {
    return undefined
  }
}
