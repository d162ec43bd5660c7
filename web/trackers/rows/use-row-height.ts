import { useMemo } from 'react'
import { PHONE, useMedia } from '../../design/use-media.ts'

const CARD_HEIGHT = 84

export interface RowHeight {
  /** In pixels; of cards an estimate, since each is as high as its title. */
  readonly height: number
  readonly isCards: boolean
}

/** The height of rows: the token `--row` of the styles. Reading a style costs layout, and tables render at each step of scrolling. */
export const useRowHeight = (): RowHeight => {
  const isCards = useMedia(PHONE)
  const height = useMemo(() => (isCards ? CARD_HEIGHT : rowOfStyles()), [isCards])
  return { height, isCards }
}

const rowOfStyles = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 36
