import type { guidePages } from 'virtual:guide'
import { includesText } from '../design/includes-text.ts'

type GuidePage = (typeof guidePages)[number]

export interface FoundSection {
  readonly page: GuidePage
  readonly id: string
  /** Heading of the section, or title of the page. */
  readonly heading: string
  /** The words around the first match. */
  readonly excerpt: string
}

const BEFORE = 60
const AFTER = 140

/** Sections that contain all words; those whose heading contains one come first. */
export const findSections = (pages: readonly GuidePage[], query: string): FoundSection[] => {
  const words = query.split(/\s+/).filter(word => word !== '')
  if (words.length === 0) return []
  return pages
    .flatMap(page =>
      page.sections
        .map(({ id, heading, text }) => ({ page, id, heading: heading === '' ? page.title : heading, text }))
        .filter(({ heading, text }) => words.every(word => includesText(`${page.title} ${heading} ${text}`, word))),
    )
    .map(({ text, ...section }) => ({
      ...section,
      excerpt: excerptOf(text, words),
      isNamed: words.some(word => includesText(section.heading, word)),
    }))
    .sort((one, other) => Number(other.isNamed) - Number(one.isNamed))
}

const excerptOf = (text: string, words: readonly string[]): string => {
  const lower = text.toLocaleLowerCase()
  const places = words.map(word => lower.indexOf(word.toLocaleLowerCase())).filter(place => place >= 0)
  const at = places.length === 0 ? 0 : Math.min(...places)
  const start = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1
  const isCut = text.length > at + AFTER
  const end = isCut ? text.lastIndexOf(' ', at + AFTER) : text.length
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${isCut ? ' …' : ''}`
}
