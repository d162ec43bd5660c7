/** Units of limits: powers of 1024, like the server's defaults. */
export const byteUnits = [
  ['B', 1],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
  ['TiB', 1024 ** 4],
] as const

export type ByteUnit = (typeof byteUnits)[number][0]

export interface Amount {
  /** The text as the reader typed it. */
  readonly text: string
  readonly unit: ByteUnit
}

/** `67108864` → 64 MiB: the biggest unit that gives a whole number. */
export const amountOf = (bytes: string): Amount => {
  const count = Number(bytes)
  if (!Number.isSafeInteger(count) || count <= 0) return { text: bytes, unit: 'MiB' }
  const [unit, size] = byteUnits.findLast(([, each]) => count % each === 0) ?? byteUnits[0]
  return { text: String(count / size), unit }
}

/** The text for the server. A text that is no number is sent unchanged, because the server reports its fault. */
export const bytesOf = ({ text, unit }: Amount): string => {
  const size = byteUnits.find(([each]) => each === unit)?.[1] ?? 1
  const count = Math.round(Number(text.trim().replace(',', '.')) * size)
  return text.trim() === '' || !Number.isSafeInteger(count) ? text : String(count)
}
