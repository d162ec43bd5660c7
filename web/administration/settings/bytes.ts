/** Units of limits: powers of 1024, as the server's own defaults are. */
export const byteUnits = [
  ['B', 1],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
  ['TiB', 1024 ** 4],
] as const

export type ByteUnit = (typeof byteUnits)[number][0]

export interface Amount {
  /** As it was written. */
  readonly text: string
  readonly unit: ByteUnit
}

/** `67108864` → 64 MiB: the biggest unit in which it is a whole number. */
export const amountOf = (bytes: string): Amount => {
  const count = Number(bytes)
  if (!Number.isSafeInteger(count) || count <= 0) return { text: bytes, unit: 'MiB' }
  const [unit, size] = byteUnits.findLast(([, each]) => count % each === 0) ?? byteUnits[0]
  return { text: String(count / size), unit }
}

/** What the server is sent. Something that is no number is sent as it is: the server says what is wrong with it. */
export const bytesOf = ({ text, unit }: Amount): string => {
  const size = byteUnits.find(([each]) => each === unit)?.[1] ?? 1
  const count = Math.round(Number(text.trim().replace(',', '.')) * size)
  return text.trim() === '' || !Number.isSafeInteger(count) ? text : String(count)
}
