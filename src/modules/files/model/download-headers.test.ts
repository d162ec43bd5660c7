import { describe, expect, it } from 'vitest'
import { contentDisposition, contentType, parseRange } from './download-headers.ts'

describe('the name of a download (files.md §4)', () => {
  it('is said in ASCII, and in full where that is not all', () => {
    expect(contentDisposition('lens.png')).toBe('attachment; filename="lens.png"')
    expect(contentDisposition('a "b".txt')).toBe('attachment; filename="a \\"b\\".txt"')
    expect(contentDisposition('Größe 🔍.txt')).toBe(
      `attachment; filename="Gre .txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%F0%9F%94%8D.txt`,
    )
  })

  it('is never a path, a separate header line or a name that looks like another', () => {
    expect(contentDisposition('../../etc/passwd')).toBe(
      `attachment; filename="..-..-etc-passwd"; filename*=UTF-8''..-..-etc-passwd`,
    )
    expect(contentDisposition('a\\b')).toBe(`attachment; filename="a-b"; filename*=UTF-8''a-b`)
    expect(contentDisposition('a\r\nSet-Cookie: b')).toBe(
      `attachment; filename="aSet-Cookie: b"; filename*=UTF-8''aSet-Cookie%3A%20b`,
    )
    expect(contentDisposition('photo\u202egnp.exe')).toBe(
      `attachment; filename="photognp.exe"; filename*=UTF-8''photognp.exe`,
    )
  })
})

it('repeats a declared media type only where it is one', () => {
  expect(contentType('text/html; charset=utf-8')).toBe('text/html; charset=utf-8')
  for (const wrong of ['', 'text', 'text/html\r\nX: y', 'ä/b', 'a b/c'])
    expect(contentType(wrong)).toBe('application/octet-stream')
})

it('reads one range from a first byte on (files.md §4)', () => {
  expect(parseRange('bytes=2-5', 10)).toEqual({ start: 2, end: 5 })
  expect(parseRange('bytes=2-', 10)).toEqual({ start: 2, end: 9 })
  expect(parseRange('bytes=0-9', 10)).toEqual({ start: 0, end: 9 })
  for (const all of [undefined, 'bytes=-5', 'bytes=0-1,3-4', 'bytes=0-10', 'bytes=5-2', 'lines=1-2', 'bytes=x-'])
    expect(parseRange(all, 10)).toBe('all')
  expect(parseRange('bytes=10-', 10)).toBe('unsatisfiable')
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
})
