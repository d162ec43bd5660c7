/** A path of this site to go to after signing in; anything else would let a link lead people astray, so it is the home page. */
export const safeReturnTo = (value: unknown): string => {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/'
  try {
    const url = new URL(value, window.location.origin)
    // `//elsewhere` and `/\elsewhere` are addresses of other sites for a browser.
    return url.origin === window.location.origin && !url.pathname.startsWith('//')
      ? url.pathname + url.search + url.hash
      : '/'
  } catch {
    return '/'
  }
}
