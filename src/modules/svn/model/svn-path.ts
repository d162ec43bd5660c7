/** The parts of a canonical address in a repository: `/svnplugin/<project>/<repository>[/…]`. */
export interface SvnPath {
  readonly projectShortName: string
  readonly repositoryName: string
  /** `/svnplugin/<project>/<repository>`, as the client sent it. */
  readonly root: string
  /** The path after the root, as the client sent it: '' or `/…`. */
  readonly rest: string
}

export const SVN_PREFIX = '/svnplugin'

/** Short names that may appear in a configuration file; short names from archives may contain `_` (svn.md §3.1). */
export const isServableShortName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{1,63}$/.test(name)

const ROUTE = /^\/svnplugin\/([A-Za-z0-9][A-Za-z0-9_-]{1,63})\/([A-Za-z][A-Za-z0-9_.-]{2,254})(\/[^?#]*)?$/

/**
 * Undefined for every path that is not canonical. Apache normalises paths and knows no projects: `..`, `%2e%2e` or `//` would lead out of
 * the repository whose rights were checked. Therefore only one spelling of each path may reach it.
 */
export const parseSvnPath = (path: string): SvnPath | undefined => {
  const match = ROUTE.exec(path)
  if (!match) return undefined
  const [, projectShortName = '', repositoryName = '', rest = ''] = match
  if (repositoryName.includes('..') || !isCanonical(rest)) return undefined
  return { projectShortName, repositoryName, root: path.slice(0, path.length - rest.length), rest }
}

/** Segments between slashes; decoding a segment once must give a plain name without an encoded separator. */
const isCanonical = (rest: string): boolean => {
  if (rest === '' || rest === '/') return true
  // Subversion's own addresses have an empty segment at the end only.
  const segments = rest.slice(1).split('/')
  return segments.every((segment, index) => {
    if (segment === '') return index === segments.length - 1
    if (!/^[\x21-\x7e]*$/.test(segment) || segment.includes('\\')) return false
    let text: string
    try {
      text = decodeURIComponent(segment)
    } catch {
      return false
    }
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    return text !== '.' && text !== '..' && !/[/\x00-\x1f\x7f]/.test(text)
  })
}

/**
 * The path of a `Destination`, an address or an absolute path. Undefined for any other text, and for a path outside of the repository below
 * `root`.
 */
export const destinationWithin = (destination: string, root: string): string | undefined => {
  const path = /^(?:https?:\/\/[^/?#\s]+)?(\/.*)$/i.exec(destination.trim())?.[1]
  const parsed = path === undefined ? undefined : parseSvnPath(path)
  return parsed?.root === root ? path : undefined
}
