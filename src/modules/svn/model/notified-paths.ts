/**
 * Whether a notification for `watched` covers a change in `directory` (svn.md §3.6): the same directory or a parent, compared by segment;
 * `*` matches any one segment.
 */
export const coversDirectory = (watched: string, directory: string): boolean => {
  const wanted = segmentsOf(watched)
  const there = segmentsOf(directory)
  return wanted.length <= there.length && wanted.every((segment, index) => segment === '*' || segment === there[index])
}

const segmentsOf = (path: string): string[] => path.split('/').filter(segment => segment !== '')
