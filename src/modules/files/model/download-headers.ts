/** Control characters, and characters that reverse the direction of text, so that `gpj.exe` looks like `exe.jpg`. */
// eslint-disable-next-line no-control-regex -- that is what they are
const DECEPTIVE_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * files.md §4: always an attachment, so that no page shows it. The header gives the ASCII characters of the name and, if it has others, the
 * full name in the form of RFC 8187. Leaves out characters that make the name a path or make it look like another name.
 */
export const contentDisposition = (name: string): string => {
  const safe = name.replace(/[/\\]/g, '-').replace(DECEPTIVE_CHARACTERS, '')
  const plain = safe.replace(/[^\x20-\x7e]/g, '')
  const quoted = `attachment; filename="${plain.replaceAll('"', '\\"')}"`
  return plain === name ? quoted : `${quoted}; filename*=UTF-8''${encodeExtended(safe)}`
}

/** RFC 8187 §3.2.1 allows fewer unescaped characters than `encodeURIComponent`. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const UNKNOWN_TYPE = 'application/octet-stream'
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[\t ]*;[\t -~]*)?$/

/** The type that the sender declared, if it is a valid header value. */
export const contentType = (declared: string): string => (MEDIA_TYPE.test(declared) ? declared : UNKNOWN_TYPE)

/** The requested part, both ends included; `unsatisfiable` if it begins behind the end. */
export type RequestedRange = { readonly start: number; readonly end: number } | 'all' | 'unsatisfiable'

/** §4: one range with a first byte. Any other range, or one that ends behind the end, gets the whole content. */
export const parseRange = (header: string | undefined, size: number): RequestedRange => {
  const match = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match) return 'all'
  const start = Number(match[1])
  if (start >= size) return 'unsatisfiable'
  const end = match[2] === '' ? size - 1 : Number(match[2])
  return end < start || end >= size ? 'all' : { start, end }
}
