// The container of a backup: POSIX tar, so that every `tar` lists and unpacks it. This file knows only the format.

/** All parts of a tar are multiples of this size. */
export const BLOCK = 512

/** Two empty blocks end a tar. */
export const END_OF_TAR = Buffer.alloc(2 * BLOCK)

const MAX_NAME = 100
/** Eleven octal digits. */
const MAX_SIZE = 8 ** 11 - 1
/** The mode has no meaning in a backup; a constant makes headers that can be checked. */
const MODE = 0o600

/**
 * The header of an entry: 512 bytes, or at least three blocks with an extended header (POSIX.1-2001) if the name or the size is too long.
 * Depends on the arguments only, so a damaged header is found by making it again.
 */
export const tarHeader = (name: string, size: number): Buffer => {
  if (Buffer.byteLength(name) <= MAX_NAME && size <= MAX_SIZE) return block(name, size, '0')
  const records = Buffer.from(record('path', name) + record('size', String(size)))
  return Buffer.concat([
    block('PaxHeader', records.length, 'x'),
    records,
    tarPadding(records.length),
    // For programs that do not support extended headers.
    block(name, Math.min(size, MAX_SIZE), '0'),
  ])
}

/** The padding after a content of this size. */
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

/** `<length> <keyword>=<value>\n`, where the length includes its own digits. */
const record = (keyword: string, value: string): string => {
  const rest = ` ${keyword}=${value}\n`
  const bare = Buffer.byteLength(rest)
  let length = bare
  while (bare + String(length).length !== length) length = bare + String(length).length
  return `${length}${rest}`
}
