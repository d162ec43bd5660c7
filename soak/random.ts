// Everything random in a run comes from its seed.
import { randomFrom } from '../tools/random.ts'

export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
  /** True with this probability. */
  chance(part: number): boolean
  bytes(length: number): Buffer
}

export const seeded = (seed: number): Random => {
  const next = randomFrom(seed)
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    pick: items => {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[Math.floor(next() * items.length)] as never
    },
    shuffle: items => {
      const left = [...items]
      return items.map(() => left.splice(Math.floor(next() * left.length), 1)[0] as never)
    },
    chance: part => next() < part,
    bytes: length => Buffer.from(Uint8Array.from({ length }, () => Math.floor(next() * 256))),
  }
}
