import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const SIZE = 64
const GREY: Color = [0x9a, 0xa3, 0xad]
const WHITE: Color = [0xff, 0xff, 0xff]
/** Dark enough for white letters (contrast above 4.5 : 1). */
const backgrounds: readonly Color[] = [
  [0x1f, 0x5f, 0xa8],
  [0x8a, 0x3f, 0x8f],
  [0xa8, 0x3c, 0x2f],
  [0x2c, 0x6e, 0x3f],
  [0x6b, 0x4a, 0xb0],
  [0x8a, 0x5a, 0x12],
  [0x1a, 0x6b, 0x74],
  [0xa3, 0x2e, 0x62],
]
type Color = readonly [number, number, number]
/** A square of SIZE × SIZE: true = foreground. */
type Shape = (x: number, y: number) => boolean

/** A picture drawn from the initials of a real name, in the colour of the account. */
export const drawAvatar = (login: string, realName: string): Buffer => {
  const colour = backgrounds[(createHash('sha256').update(login).digest()[0] ?? 0) % backgrounds.length] as Color
  const letters = initialsOf(realName)
  return png(letters === '' ? person : lettersShape(letters), colour)
}

/** The picture of users without a name. */
export const drawDefaultAvatar = (): Buffer => png(person, GREY)

/** The first letters of the first and the last word, if the font has them; drops accents. */
export const initialsOf = (realName: string): string => {
  const words = realName
    .normalize('NFD')
    .toUpperCase()
    .split(/[^A-Z0-9\p{L}\p{M}]+/u)
    .filter(word => word !== '')
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = ends.map(word => word?.[0] ?? '')
  return letters.every(letter => letter in glyphs) ? letters.join('') : ''
}

/** Head and shoulders. */
const person: Shape = (x, y) => (x - 32) ** 2 + (y - 24) ** 2 < 121 || ((x - 32) / 21) ** 2 + ((y - 60) / 22) ** 2 < 1

const lettersShape = (letters: string): Shape => {
  const dot = letters.length > 1 ? 4 : 6
  const width = (letters.length * 6 - 1) * dot
  const left = Math.floor((SIZE - width) / 2)
  const top = Math.floor((SIZE - 7 * dot) / 2)
  return (x, y) => {
    const column = Math.floor((x - left) / dot)
    const row = Math.floor((y - top) / dot)
    if (column < 0 || row < 0 || row > 6 || column % 6 === 5) return false
    const rows = glyphs[letters[Math.floor(column / 6)] ?? '']
    return rows !== undefined && ((Number.parseInt(rows[row] ?? '0', 32) >> (4 - (column % 6))) & 1) === 1
  }
}

/** A PNG of two colours (W3C PNG, colour type 3: a palette; one byte per pixel, no filter). */
const png = (shape: Shape, background: Color): Buffer => {
  const pixels = Buffer.alloc((SIZE + 1) * SIZE)
  for (let y = 0; y < SIZE; y++) for (let x = 0; x < SIZE; x++) if (shape(x, y)) pixels[y * (SIZE + 1) + 1 + x] = 1
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...background, ...WHITE])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** 5 × 7 dots per letter: a digit of base 32 for each row, the leftmost dot first. */
const glyphs: Readonly<Record<string, string>> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hhha444',
  Z: 'v1248gv',
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
}
