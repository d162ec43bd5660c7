import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Archive } from './archive.ts'
import { readProject } from './artifact-source.ts'

/** `given` returns the number of chunks that were read. */
const archiveOf = (chunks: () => Iterable<string>): Archive & { readonly given: () => number } => {
  let given = 0
  return {
    given: () => given,
    sizeOf: async () => Promise.resolve(0),
    open: async () => {
      given = 0
      const counted = function* (): Generator<Buffer> {
        for (const chunk of chunks()) {
          given++
          yield Buffer.from(chunk)
        }
      }
      return Promise.resolve(Readable.from(counted(), { highWaterMark: 1 }))
    },
    namesAtRoot: () => Promise.reject(new Error('nobody asks')),
    close: () => undefined,
  }
}

const artifact = (id: string, inside = '<changeset/>'): string => `<artifact id="${id}">${inside}</artifact>\n`
const document = function* (...trackers: readonly (readonly string[])[]): Generator<string> {
  yield '<project><trackers>'
  for (const artifacts of trackers) {
    yield '<tracker><name>Lamps</name><artifacts>\n'
    yield* artifacts
    yield '</artifacts></tracker>'
  }
  yield '</trackers></project>'
}

const trackersOf = (root: { readonly children: readonly { readonly children: readonly unknown[] }[] }) =>
  (root.children[0]?.children ?? []) as Parameters<Awaited<ReturnType<typeof readProject>>['artifacts']['listOf']>[0][]

describe('the artifacts of a document', () => {
  it('are not in its tree, and can be read again one after another, with their lines', async () => {
    const archive = archiveOf(() => document([artifact('1'), artifact('2', ''), artifact(' 3 ')], [], [artifact('4')]))
    const seen: string[] = []
    const { root, artifacts } = await readProject(archive, node => seen.push(node.attributes['id'] ?? ''))
    expect(seen).toEqual(['1', '2', ' 3 ', '4'])
    const trackers = trackersOf(root)
    expect(trackers.map(tracker => tracker.children.map(child => [child.name, child.children.length]))).toEqual(
      Array(3).fill([
        ['name', 0],
        ['artifacts', 0],
      ]),
    )
    expect(trackers.map(tracker => artifacts.listOf(tracker).sourceIds)).toEqual([['1', '3'], [], ['4']])
    const pass = artifacts.openPass()
    const linesOf = async (index: number): Promise<unknown[]> => {
      const tracker = trackers[index]
      if (!tracker) return []
      const read: unknown[] = []
      for await (const { node, size } of pass.elementsOf(tracker))
        read.push([node.attributes['id'], node.line, size > 0])
      return read
    }
    // The order of reading may differ from the order of the document.
    expect(await linesOf(2)).toEqual([['4', 7, true]])
    expect(await linesOf(0)).toEqual([
      ['1', 2, true],
      ['2', 3, true],
      [' 3 ', 4, true],
    ])
    expect(await linesOf(1)).toEqual([])
    expect(await linesOf(2)).toEqual([['4', 7, true]])
    await pass.close()
  })

  it('are read when they are taken: the reader is a few portions ahead at most', async () => {
    const COUNT = 2_000
    const archive = archiveOf(() =>
      document(
        Array.from({ length: COUNT }, (_, index) =>
          artifact(String(index), `<changeset>${'x'.repeat(1_000)}</changeset>`),
        ),
      ),
    )
    const { root, artifacts } = await readProject(archive, () => undefined)
    const [tracker] = trackersOf(root)
    if (!tracker) throw new Error('there is no tracker')
    const pass = artifacts.openPass()
    let taken = 0
    let ahead = 0
    for await (const _element of pass.elementsOf(tracker)) ahead = Math.max(ahead, archive.given() - ++taken)
    expect(taken).toBe(COUNT)
    expect(ahead).toBeLessThan(10)
  })

  it('that changed before the second reading are an error', async () => {
    let isFirst = true
    const archive = archiveOf(() =>
      isFirst ? document([artifact('1')]) : ['<project><trackers><tracker><artifacts><artifact>'],
    )
    const { root, artifacts } = await readProject(archive, () => undefined)
    isFirst = false
    const [tracker] = trackersOf(root)
    const read = async (): Promise<void> => {
      if (tracker) for await (const _element of artifacts.openPass().elementsOf(tracker)) continue
    }
    await expect(read()).rejects.toThrow('project.xml was changed while it was imported')
  })
})
