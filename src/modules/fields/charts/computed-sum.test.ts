import { describe, expect, it } from 'vitest'
import { computedSums, type Addend, type SumNode } from './computed-sum.ts'

/** Artifacts by id, with their links and contributions. `loads` records the ids of each call. */
const fixture = (artifacts: Record<number, { links?: number[]; adds?: Record<string, Addend> | Addend }>) => {
  const loads: number[][] = []
  const load = (ids: readonly number[]): Promise<ReadonlyMap<number, SumNode>> => {
    loads.push([...ids])
    return Promise.resolve(
      new Map(
        ids.flatMap((id): [number, SumNode][] => {
          const found = artifacts[id]
          if (!found) return []
          const { links = [], adds } = found
          return [[id, { linkedIds: links, addend: name => (typeof adds === 'object' ? adds[name] : adds) }]]
        }),
      ),
    )
  }
  const sums = (...requests: [artifactId: number, fieldName: string][]) =>
    computedSums(
      requests.map(([artifactId, fieldName]) => ({
        artifactId,
        fieldName,
        linkedIds: artifacts[artifactId]?.links ?? [],
      })),
      load,
    )
  return { sums, loads }
}

describe('the sum of a computed field (§3.11)', () => {
  it('adds the values of linked artifacts, and continues where they are sums themselves', async () => {
    const { sums } = fixture({
      1: { links: [2, 3, 4] },
      2: { adds: 5 },
      3: { adds: 'sum', links: [5, 6] },
      4: { links: [7] },
      5: { adds: 1.5 },
      6: { adds: -2 },
      7: { adds: 100 },
    })
    // Artifact 4 has no such field, so the sum does not follow its links.
    expect(await sums([1, 'effort'])).toEqual([4.5])
  })

  it('does not follow links behind a manual value', async () => {
    const { sums, loads } = fixture({ 1: { links: [2] }, 2: { adds: 3, links: [4] }, 4: { adds: 50 } })
    expect(await sums([1, 'effort'])).toEqual([3])
    expect(loads).toEqual([[2]])
  })

  it('counts each artifact once, by however many links it is reached', async () => {
    const { sums } = fixture({
      1: { links: [2, 3, 4] },
      2: { adds: 'sum', links: [4] },
      3: { adds: 'sum', links: [4, 2] },
      4: { adds: 7 },
    })
    expect(await sums([1, 'effort'])).toEqual([7])
  })

  it('ends in cycles and leaves the own value out', async () => {
    const { sums } = fixture({
      1: { adds: 99, links: [1, 2] },
      2: { adds: 'sum', links: [3, 1] },
      3: { adds: 'sum', links: [2, 4] },
      4: { adds: 1 },
    })
    expect(await sums([1, 'effort'])).toEqual([1])
  })

  it('is null when nothing was added, and 0 when zeros were', async () => {
    const { sums } = fixture({ 1: { links: [2, 9] }, 2: {}, 3: { links: [4] }, 4: { adds: 0 }, 5: {} })
    expect(await sums([1, 'effort'], [3, 'effort'], [5, 'effort'])).toEqual([null, 0, null])
  })

  it('rounds to ten decimals', async () => {
    const { sums } = fixture({
      1: { links: [2, 3] },
      2: { adds: 0.1 },
      3: { adds: 0.2 },
      4: { links: [5] },
      5: { adds: 1 / 3 },
      6: { links: [7, 8] },
      7: { adds: 1e300 },
      8: { adds: 1 },
    })
    expect(await sums([1, 'e'], [4, 'e'], [6, 'e'])).toEqual([0.3, 0.3333333333, 1e300])
  })

  it('stays a number when the sum is too large for one', async () => {
    const { sums } = fixture({ 1: { links: [2, 3] }, 2: { adds: 1.7e308 }, 3: { adds: 1.7e308 } })
    expect(await sums([1, 'e'])).toEqual([Number.MAX_VALUE])
  })

  it('keeps fields of several names apart', async () => {
    const { sums } = fixture({
      1: { links: [2] },
      2: { adds: { effort: 'sum', cost: 4 }, links: [3] },
      3: { adds: { effort: 5, cost: 6 } },
    })
    expect(await sums([1, 'effort'], [1, 'cost'])).toEqual([5, 4])
  })

  it('loads a level at a time for all requests together, and nothing twice', async () => {
    const { sums, loads } = fixture({
      1: { links: [10, 11] },
      2: { links: [11, 12] },
      10: { adds: 'sum', links: [20, 11] },
      11: { adds: 'sum', links: [20, 21] },
      12: { adds: 1 },
      20: { adds: 2 },
      21: { adds: 'sum', links: [10, 30] },
      30: { adds: 4 },
    })
    expect(await sums([1, 'e'], [2, 'e'])).toEqual([6, 7])
    expect(loads).toEqual([[10, 11, 12], [20, 21], [30]])
  })

  it('follows a chain of ten thousand', async () => {
    const chain: Record<number, { links: number[]; adds: Addend }> = {}
    for (let id = 1; id <= 10_000; id++) chain[id] = { links: [id + 1], adds: id === 10_000 ? 3 : 'sum' }
    const { sums } = fixture(chain)
    expect(await sums([1, 'e'])).toEqual([3])
  })
})
