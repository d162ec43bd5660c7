import { isOneLine, NOT_ONE_LINE } from '../../../platform/single-line.ts'

const MIN = 3
const MAX = 40

/** projects.md §3: why a project cannot have this label; undefined if it can. */
export const labelFault = (label: string): string | undefined => {
  if (!isOneLine(label)) return `Project label is invalid: it ${NOT_ONE_LINE}.`
  const { length } = [...label]
  if (length < MIN) return `Project label is invalid: it needs at least ${MIN} characters.`
  if (length > MAX) return `Project label is invalid: it has at most ${MAX} characters.`
  return undefined
}

/** The words of a text that a user typed to find a project. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(word => word !== '')
