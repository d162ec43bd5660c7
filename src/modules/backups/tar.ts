// The container of a backup: POSIX tar, so that anybody's `tar` lists and unpacks it. What stands here is only its form.

/** Everything in a tar is a multiple of it. */
export const BLOCK = 512

/** Two empty blocks end a tar. */
export const END_OF_TAR = Buffer.alloc(2 * BLOCK)

const MAX_NAME = 100
/** Eleven octal digits. */
const MAX_SIZE = 8 ** 11 - 1
/** Nothing of a backup depends on it; one that is always the same makes headers that can be checked. */
const MODE = 0o600

/**
 * What stands before the content of an entry: 512 bytes, or three times as many and more where the name or the size is too long for
 * them (an extended header, POSIX.1-2001). It follows from its arguments alone, so a damaged one is found by making it again.
 */
export const tarHeader = (name: string, size: number): Buffer => {
  if (Buffer.byteLength(name) <= MAX_NAME && size <= MAX_SIZE) return block(name, size, '0')
  const records = Buffer.from(record('path', name) + record('size', String(size)))
  return Buffer.concat([
    block('PaxHeader', records.length, 'x'),
    records,
    tarPadding(records.length),
    // For programs that do not know extended headers.
    block(name, Math.min(size, MAX_SIZE), '0'),
  ])
}

/** What stands after a content of this size. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

const block = (name: string, size: number, type: '0' | 'x'): Buffer => {
  const header = Buffer.alloc(BLOCK)
  header.write(Buffer.from(name).subarray(0, MAX_NAME).toString('latin1'), 0, 'latin1')
  const octal = (value: number, digits: number, at: number): void =>
    void header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  octal(MODE, 7, 100)
  octal(0, 7, 108)
  octal(0, 7, 116)
  octal(size, 11, 124)
  octal(0, 11, 136)
  header.write(`        ${type}`, 148, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** `<length> <keyword>=<value>\n`, where the length counts its own digits. */
const record = (keyword: string, value: string): string => {
  const rest = ` ${keyword}=${value}\n`
  const bare = Buffer.byteLength(rest)
  let length = bare
  while (bare + String(length).length !== length) length = bare + String(length).length
  return `${length}${rest}`
}
