type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * Whether a foreign site causes this request (http.md §9). Foreign sites get no page, except by a link. Browsers say so by `Sec-Fetch-*`;
 * a client that sends no such header is no browser.
 */
export const isCrossSite = (headers: Headers, method: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  const isLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return !(isLink && (method === 'GET' || method === 'HEAD'))
}

/** Whether a script of one of our own pages causes this request, according to the browser. */
export const isOfOwnPage = (headers: Headers): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && headers['sec-fetch-mode'] === 'cors'
