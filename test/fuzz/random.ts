import { randomFrom } from '../../tools/random.ts'

/** Chance that is the same in every run of a seed: a failure can be had again. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from 0 to below the limit. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** One of them, each as often as its number says. */
  weighted<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item
  /** For names that must be new: differs from request to request, and within one. */
  serial(): string
}

/** Of one request of a run: whatever the others drew. */
export const randomOf = (seed: number, number: number): Random => {
  const next = randomFrom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35))
  let serials = 0
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: probability => next() < probability,
    pick: items => {
      if (items.length === 0) throw new Error('Nothing to pick from')
      return items[below(items.length)] as (typeof items)[number]
    },
    weighted: items => {
      let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) if ((rest -= weight) < 0) return item
      throw new Error('Nothing to pick from')
    },
    serial: () => `${number < 0 ? 'n' : ''}${Math.abs(number).toString(36)}${serials++ || ''}`,
  }
}
