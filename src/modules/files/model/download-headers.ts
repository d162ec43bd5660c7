/** Signs that turn the direction of text around, so that `gpj.exe` looks like `exe.jpg`, and control characters. */
// eslint-disable-next-line no-control-regex -- that is what they are
const DECEPTIVE_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * files.md §4: always an attachment, never shown inside a page. The name as the part of it that is plain ASCII and, where there is more
 * to it, in full as RFC 8187 writes it. Signs that would make it a path or something else than it looks are not in it.
 */
export const contentDisposition = (name: string): string => {
  const safe = name.replace(/[/\\]/g, '-').replace(DECEPTIVE_CHARACTERS, '')
  const plain = safe.replace(/[^\x20-\x7e]/g, '')
  const quoted = `attachment; filename="${plain.replaceAll('"', '\\"')}"`
  return plain === name ? quoted : `${quoted}; filename*=UTF-8''${encodeExtended(safe)}`
}

/** RFC 8187 §3.2.1 leaves fewer characters as they are than `encodeURIComponent`. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const UNKNOWN_TYPE = 'application/octet-stream'
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[\t ]*;[\t -~]*)?$/

/** What the sender said, where that can be said in a header. */
export const contentType = (declared: string): string => (MEDIA_TYPE.test(declared) ? declared : UNKNOWN_TYPE)

/** Which part is asked for; `unsatisfiable` begins behind the end. Both ends included. */
export type RequestedRange = { readonly start: number; readonly end: number } | 'all' | 'unsatisfiable'

/** §4: one range from a first byte on. Others, and ends behind the end, are answered with all there is. */
export const parseRange = (header: string | undefined, size: number): RequestedRange => {
  const match = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match) return 'all'
  const start = Number(match[1])
  if (start >= size) return 'unsatisfiable'
  const end = match[2] === '' ? size - 1 : Number(match[2])
  return end < start || end >= size ? 'all' : { start, end }
}
