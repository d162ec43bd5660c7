/** A piece of a text; `is_hit`: a searched word. */
export interface ExcerptPart {
  readonly text: string
  readonly is_hit: boolean
}

const MAX_CHARS = 160
/** Before the first word. */
const LEAD_CHARS = 40

/** A line around the first of the words, with all of them marked. `words` are in lower case. */
export const excerptOf = (text: string, words: readonly string[]): ExcerptPart[] => {
  const line = text.replace(/\s+/g, ' ').trim()
  const lower = line.toLowerCase()
  // Some letters are longer in lower case; then the places do not match, and nothing is marked.
  if (lower.length !== line.length) return line === '' ? [] : [{ text: cut(line, 0), is_hit: false }]
  const places = words.map(word => lower.indexOf(word)).filter(place => place >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const start = first <= LEAD_CHARS ? 0 : wordStart(line, first - LEAD_CHARS)
  return markWords(cut(line, start), words)
}

const wordStart = (line: string, place: number): number => {
  const space = line.indexOf(' ', place)
  return space >= 0 && space - place < LEAD_CHARS / 2 ? space + 1 : place
}

const cut = (line: string, start: number): string => {
  const end = start + MAX_CHARS
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trimEnd()}${end < line.length ? '…' : ''}`
}

/** The text in pieces: the words, and what lies between them. */
export const markWords = (text: string, words: readonly string[]): ExcerptPart[] => {
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return [{ text, is_hit: false }]
  const hits = new Array<boolean>(text.length).fill(false)
  for (const word of words.filter(each => each !== ''))
    for (let place = lower.indexOf(word); place >= 0; place = lower.indexOf(word, place + word.length))
      hits.fill(true, place, place + word.length)
  const parts: ExcerptPart[] = []
  for (let from = 0; from < text.length;) {
    const isHit = hits[from] ?? false
    let to = from + 1
    while (to < text.length && hits[to] === isHit) to++
    parts.push({ text: text.slice(from, to), is_hit: isHit })
    from = to
  }
  return parts
}
