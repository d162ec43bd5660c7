// Three-way merge of texts: by lines, and by words where both changed the same lines.
import { diffArrays } from 'diff'

/** A place of the text. `conflict`: both changed it, each in another way. */
export type Block =
  | { readonly kind: 'same' | 'theirs' | 'mine' | 'joined'; readonly text: string }
  | { readonly kind: 'conflict'; readonly base: string; readonly theirs: string; readonly mine: string }

export type Choice = 'theirs' | 'mine' | 'both'

interface Region<Token> {
  readonly isStable: boolean
  readonly base: readonly Token[]
  readonly theirs: readonly Token[]
  readonly mine: readonly Token[]
}

/** For each token of `from` its place in `to`, or -1. */
const placesIn = (from: readonly string[], to: readonly string[]): readonly number[] => {
  const places: number[] = []
  let place = 0
  for (const { value, added, removed } of diffArrays([...from], [...to])) {
    if (added) place += value.length
    else for (const _token of value) places.push(removed ? -1 : place++)
  }
  return places
}

/** Regions that all three texts have in common, and the regions between them. */
const regionsOf = (
  base: readonly string[],
  theirs: readonly string[],
  mine: readonly string[],
): readonly Region<string>[] => {
  const inTheirs = placesIn(base, theirs)
  const inMine = placesIn(base, mine)
  const regions: Region<string>[] = []
  let [from, fromTheirs, fromMine] = [0, 0, 0]
  const close = (to: number, toTheirs: number, toMine: number): void => {
    const region = {
      isStable: false,
      base: base.slice(from, to),
      theirs: theirs.slice(fromTheirs, toTheirs),
      mine: mine.slice(fromMine, toMine),
    }
    if (region.base.length + region.theirs.length + region.mine.length > 0) regions.push(region)
  }
  base.forEach((token, index) => {
    const [toTheirs = -1, toMine = -1] = [inTheirs[index], inMine[index]]
    if (toTheirs < 0 || toMine < 0) return
    close(index, toTheirs, toMine)
    regions.push({ isStable: true, base: [token], theirs: [token], mine: [token] })
    from = index + 1
    fromTheirs = toTheirs + 1
    fromMine = toMine + 1
  })
  close(base.length, theirs.length, mine.length)
  return regions
}

const merge = (
  base: readonly string[],
  theirs: readonly string[],
  mine: readonly string[],
  joinConflict: (base: string, theirs: string, mine: string) => Block,
): readonly Block[] => {
  const blocks = regionsOf(base, theirs, mine).map((region): Block => {
    const [before, their, my] = [region.base.join(''), region.theirs.join(''), region.mine.join('')]
    if (region.isStable || their === my) return { kind: 'same', text: their }
    if (their === before) return { kind: 'mine', text: my }
    if (my === before) return { kind: 'theirs', text: their }
    return joinConflict(before, their, my)
  })
  return blocks.reduce<Block[]>((joined, block) => {
    const last = joined.at(-1)
    if (last && block.kind !== 'conflict' && last.kind === block.kind) {
      joined[joined.length - 1] = { kind: block.kind, text: last.text + block.text }
    } else {
      joined.push(block)
    }
    return joined
  }, [])
}

/** Lines with their ends, so that joined tokens are the text again. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []
const wordsOf = (text: string): readonly string[] => text.match(/\s+|[^\s\p{L}\p{N}]|[\p{L}\p{N}]+/gu) ?? []

const conflictOf = (base: string, theirs: string, mine: string): Block => ({ kind: 'conflict', base, theirs, mine })

const joinByWords = (base: string, theirs: string, mine: string): Block => {
  const blocks = merge(wordsOf(base), wordsOf(theirs), wordsOf(mine), conflictOf)
  const hasConflict = blocks.some(block => block.kind === 'conflict')
  return hasConflict ? conflictOf(base, theirs, mine) : { kind: 'joined', text: textOf(blocks, []) ?? '' }
}

const withoutReturns = (text: string): string => text.replaceAll('\r\n', '\n')

export const mergeTexts = (base: string, theirs: string, mine: string): readonly Block[] =>
  merge(linesOf(withoutReturns(base)), linesOf(withoutReturns(theirs)), linesOf(withoutReturns(mine)), joinByWords)

/** The text with the choices for its conflicts, in their order. Undefined: one of them is not chosen yet. */
export const textOf = (blocks: readonly Block[], choices: readonly (Choice | undefined)[]): string | undefined => {
  let conflict = 0
  const parts: string[] = []
  for (const block of blocks) {
    if (block.kind !== 'conflict') {
      parts.push(block.text)
      continue
    }
    const choice = choices[conflict++]
    if (choice === undefined) return undefined
    parts.push(choice === 'both' ? both(block.theirs, block.mine) : block[choice])
  }
  return parts.join('')
}

const both = (theirs: string, mine: string): string =>
  theirs === '' || mine === '' || theirs.endsWith('\n') ? theirs + mine : `${theirs}\n${mine}`
