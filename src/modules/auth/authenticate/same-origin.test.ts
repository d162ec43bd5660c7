import { describe, expect, it } from 'vitest'
import { isOwnDownload } from './same-origin.ts'

const link = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }
const call = (given: Partial<Parameters<typeof isOwnDownload>[0]> = {}) =>
  isOwnDownload({ headers: link, method: 'GET', path: '/api/trackers/12/export', ...given })

describe('a link to a download (ADR 80)', () => {
  it('is followed on a page of the platform', () => {
    expect(call()).toBe(true)
    expect(call({ path: '/api/v1/trackers/12/export' })).toBe(true)
  })

  it.each([
    ['another site', { headers: { ...link, 'sec-fetch-site': 'cross-site' } }],
    ['another origin of the site', { headers: { ...link, 'sec-fetch-site': 'same-site' } }],
    ['a typed address', { headers: { ...link, 'sec-fetch-site': 'none' } }],
    ['a picture or a frame without a navigation', { headers: { ...link, 'sec-fetch-mode': 'no-cors' } }],
    ['a browser that does not say', { headers: {} }],
    ['another method', { method: 'POST' }],
    ['another address', { path: '/api/trackers/12' }],
    ['an address behind it', { path: '/api/trackers/12/export/x' }],
  ])('is refused from %s', (_what, given) => expect(call(given)).toBe(false))
})
