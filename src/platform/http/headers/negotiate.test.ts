import { describe, expect, it } from 'vitest'
import { acceptsGzip, negotiate, requireCharset } from './negotiate.ts'

describe('the format of the answer (http.md §5)', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['application/json', 'json'],
    ['application/xml', 'xml'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['text/*', 'xml'],
    ['text/html, text/*', 'xml'],
    ['text/*, application/*', 'json'],
    ['application/xml, application/json', 'xml'],
    ['application/xml;q=0.5, application/json;q=0.9', 'json'],
    ['application/json;q=0.4, application/xml', 'xml'],
    ['application/xml, application/json;q=1', 'json'],
    ['Application/XML; charset=utf-8', 'xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'xml'],
    ['application/json;q=0, */*', 'xml'],
  ])('%j → %s', (accept, format) => {
    expect(negotiate(undefined, accept)).toBe(format)
  })

  it.each(['text/html', 'text/xml', 'application/atom+xml', 'image/*', 'application/json;q=0', '*/*;q=0'])(
    'refuses %j with 406 that names JSON',
    accept => {
      expect(() => negotiate(undefined, accept)).toThrow(expect.objectContaining({ status: 406 }) as Error)
      expect(() => negotiate(undefined, accept)).toThrow(/application\/json/)
    },
  )

  it('lets the suffix of the path win', () => {
    expect(negotiate('xml', 'application/json')).toBe('xml')
    expect(negotiate('json', 'text/html')).toBe('json')
  })
})

it('takes utf-8, iso-8859-1 and * as charset, nothing else', () => {
  for (const accept of [undefined, 'UTF-8', 'iso-8859-1', 'koi8-r, *;q=0.1', 'utf-16, utf-8'])
    expect(() => requireCharset(accept)).not.toThrow()
  for (const accept of ['utf-16', 'koi8-r', 'utf-8;q=0'])
    expect(() => requireCharset(accept)).toThrow(expect.objectContaining({ status: 406 }) as Error)
})

it('knows who takes gzip', () => {
  for (const accept of ['gzip', 'deflate, gzip;q=0.5', '*', 'GZIP']) expect(acceptsGzip(accept)).toBe(true)
  for (const accept of [undefined, '', 'br', 'gzip;q=0', 'gzip;q=0, *']) expect(acceptsGzip(accept)).toBe(false)
})
