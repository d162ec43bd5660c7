/** Addresses of pages, and the page of the guide that is about them; the first that fits counts. */
const ABOUT: readonly (readonly [RegExp, string])[] = [
  [/^\/projects\/[^/]+\/trackers\/[^/]+\/(settings|webhooks)/, 'trackers'],
  [/^\/projects\/[^/]+\/trackers\/[^/]+\/new$/, 'artifacts'],
  [/^\/projects\/[^/]+\/trackers/, 'tables'],
  [/^\/projects\/[^/]+\/svn/, 'subversion'],
  [/^\/projects\/[^/]+\/administration/, 'trackers'],
  [/^\/artifacts\//, 'artifacts'],
  [/^\/(account\/applications|approvals)/, 'agents'],
  [/^\/account\/(keys|sessions)/, 'access'],
  [/^\/$/, 'my-work'],
]

/** Address of the help about the page at `path`. */
export const helpAddress = (path: string): string => {
  const about = ABOUT.find(([pattern]) => pattern.test(path))
  return about ? `/help/${about[1]}` : '/help'
}
