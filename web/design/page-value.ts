import { useSyncExternalStore } from 'react'

/** A value of the whole page, outside of React's tree. */
export interface PageValue<Value> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

export const createPageValue = <Value>(initial: Value): PageValue<Value> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: next => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Renders again whenever the value is set to another one. */
export const usePageValue = <Value>({ subscribe, get }: PageValue<Value>): Value => useSyncExternalStore(subscribe, get)
