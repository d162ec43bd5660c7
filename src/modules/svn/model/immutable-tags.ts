import type { ImmutableTags } from './repository.ts'

/** One line of `svnlook changed`. */
export interface ChangedPath {
  /** `A`, `D`, or `U`, which also means that only properties changed. */
  readonly action: 'A' | 'D' | 'U'
  /** Without leading slash; a directory ends with one. */
  readonly path: string
}

/** svn.md §3.5: the configured path that the first refused change violates; undefined if no change does. */
export const violatedTag = (tags: ImmutableTags, changes: Iterable<ChangedPath>): string | undefined => {
  const paths = tags.paths.map(patternOf).filter(pattern => pattern !== undefined)
  if (paths.length === 0) return undefined
  const whitelist = tags.whitelist.map(patternOf).filter(pattern => pattern !== undefined)
  for (const { action, path } of changes) {
    const segments = segmentsOf(path)
    for (const pattern of paths) {
      if (isRefused(action, segments, pattern, whitelist)) return pattern.text
    }
  }
  return undefined
}

interface Pattern {
  readonly text: string
  readonly segments: readonly RegExp[]
}

const segmentsOf = (path: string): string[] => path.split('/').filter(segment => segment !== '')

/** Ignores leading and trailing slashes; `*` matches one or more characters of a segment. */
const patternOf = (text: string): Pattern | undefined => {
  const segments = segmentsOf(text.trim())
  if (segments.length === 0) return undefined
  return {
    text: `/${segments.join('/')}`,
    segments: segments.map(segment => {
      const parts = segment.split(/\*+/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      return new RegExp(`^${parts.join('.+')}$`, 'su')
    }),
  }
}

/** Number of segments by which the path is deeper than the pattern; -1 if the pattern does not match. */
const depthBelow = (path: readonly string[], { segments }: Pattern): number =>
  segments.every((segment, index) => index < path.length && segment.test(path[index] ?? ''))
    ? path.length - segments.length
    : -1

const isRefused = (
  action: ChangedPath['action'],
  path: readonly string[],
  pattern: Pattern,
  whitelist: readonly Pattern[],
): boolean => {
  const depth = depthBelow(path, pattern)
  if (action !== 'A') return depth >= 0
  if (depth < 2) return false
  return !whitelist.some(allowed => depthBelow(path, allowed) === 1)
}
