import { useSyncExternalStore } from 'react'

/** Below this width a row is a card. */
const PHONE = '(max-width: 47.99rem)'
const CARD_HEIGHT = 84

export interface RowHeight {
  /** In pixels; of cards an estimate, since each is as high as its title. */
  readonly height: number
  readonly isCards: boolean
}

/** The height of rows by the token `--row`, which the density changes. */
export const useRowHeight = (): RowHeight => {
  const isCards = useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches)
  const row = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 36
  return { height: isCards ? CARD_HEIGHT : row, isCards }
}

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
