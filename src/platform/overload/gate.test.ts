import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Gate, overloaded } from './gate.ts'

const LONG = 60_000

/** Waits at the gate and notes what became of it. */
const asker = (gate: Gate) => {
  const said: string[] = []
  return {
    said,
    ask: (name: string) =>
      gate.tryEnter()
        ? said.push(`${name} at once`)
        : gate.wait(
            () => said.push(`${name} later`),
            () => said.push(`${name} refused`),
          ),
  }
}

describe('a gate', () => {
  it('lets in as many as may work, makes others wait their turn, and refuses the rest at once', () => {
    const gate = new Gate({ inWork: 2, waiting: 2, waitMs: LONG })
    const { said, ask } = asker(gate)
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name)
    expect(said).toEqual(['a at once', 'b at once', 'e refused'])
    expect(gate.isFull).toBe(true)
    gate.leave()
    gate.leave()
    expect(said.slice(3)).toEqual(['c later', 'd later'])
    gate.leave()
    ask('f')
    expect(said.at(-1)).toBe('f at once')
    expect([gate.inWork, gate.waiting, gate.refused, gate.isFull]).toEqual([2, 0, 1, false])
  })

  it('lets nobody overtake those who wait', () => {
    const gate = new Gate({ inWork: 1, waiting: 1, waitMs: LONG })
    const { said, ask } = asker(gate)
    ask('a')
    gate.wait(
      () => {
        ask('late')
        said.push('b later')
      },
      () => undefined,
    )
    gate.leave()
    expect(said).toEqual(['a at once', 'b later'])
  })

  it('refuses whoever waits too long, and goes on', async () => {
    const gate = new Gate({ inWork: 1, waiting: 5, waitMs: 20 })
    const { said, ask } = asker(gate)
    ask('a')
    ask('b')
    while (!said.includes('b refused')) await sleep(5)
    ask('c')
    gate.leave()
    expect(said).toEqual(['a at once', 'b refused', 'c later'])
  })

  it('has nobody wait under strain', () => {
    let isStrained = true
    const gate = new Gate({ inWork: 1, waiting: 5, waitMs: LONG }, () => isStrained)
    const { said, ask } = asker(gate)
    for (const name of ['a', 'b']) ask(name)
    expect(gate.isFull).toBe(true)
    isStrained = false
    ask('c')
    expect(said).toEqual(['a at once', 'b refused'])
    expect([gate.isFull, gate.waiting]).toEqual([false, 1])
    gate.leave()
    expect(said.at(-1)).toBe('c later')
  })

  it('runs work in it, and lets the next in when it fails', async () => {
    const gate = new Gate({ inWork: 1, waiting: 0, waitMs: LONG })
    const failing = gate.run(() => sleep(1).then(() => Promise.reject(new Error('broken'))))
    await expect(gate.run(() => Promise.resolve(1))).rejects.toBe(overloaded)
    await expect(failing).rejects.toThrow('broken')
    await expect(gate.run(() => Promise.resolve(2))).resolves.toBe(2)
  })
})
