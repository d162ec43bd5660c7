/**
 * A path of this site to open after signing in. Any other value becomes the home page, so that a link cannot lead readers to a foreign
 * site.
 */
export const safeReturnTo = (value: unknown, origin: string = window.location.origin): string => {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/'
  try {
    const url = new URL(value, origin)
    // A browser reads `//elsewhere` and `/\elsewhere` as addresses of other sites.
    return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
