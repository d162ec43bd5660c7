/** A path of this site to go to after signing in; anything else would let a link lead people astray, so it is the home page. */
export const safeReturnTo = (value: unknown, origin: string = window.location.origin): string => {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/'
  try {
    const url = new URL(value, origin)
    // `//elsewhere` and `/\elsewhere` are addresses of other sites for a browser.
    return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
