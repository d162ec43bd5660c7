import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StreamedElement, XmlElement } from './node.ts'
import { parseXml } from './parse-xml.ts'
import { streamXml, writeXml } from './write-xml.ts'

const textArbitrary = fc.string({ unit: 'binary', maxLength: 20 })
const nameArbitrary = fc.constantFrom('a', 'b', 'long-name')
const { tree: treeArbitrary } = fc.letrec<{ tree: XmlElement }>(tie => ({
  tree: fc.record(
    {
      name: nameArbitrary,
      attributes: fc.dictionary(nameArbitrary, fc.oneof(textArbitrary, fc.integer(), fc.constant(undefined))),
      children: fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'tree' }),
      text: textArbitrary,
    },
    { requiredKeys: ['name'] },
  ),
}))

const collected = async (root: StreamedElement, onLoss?: () => void): Promise<string> => {
  const portions: Buffer[] = []
  for await (const portion of streamXml(root, onLoss ? { onLoss } : {})) portions.push(portion)
  return Buffer.concat(portions).toString('utf8')
}

/** Every other element makes its content while it is written. */
const streamed = (element: XmlElement, depth = 0): StreamedElement => {
  const children = (element.children ?? []).map(child => streamed(child, depth + 1))
  const later = async function* (): AsyncGenerator<StreamedElement> {
    for (const child of children) yield await Promise.resolve(child)
  }
  return { ...element, children: depth % 2 === 0 ? later() : children }
}

describe('a document that is streamed', () => {
  it('has the same bytes as one that is written at once', () =>
    fc.assert(
      fc.asyncProperty(treeArbitrary, async tree => {
        expect(await collected(streamed(tree))).toBe(writeXml(tree))
        expect(await collected(tree)).toBe(writeXml(tree))
      }),
    ))

  it('comes in chunks', async () => {
    const line = { name: 'line', text: 'x'.repeat(1000) }
    const lines = async function* (): AsyncGenerator<XmlElement> {
      for (let i = 0; i < 1000; i++) yield await Promise.resolve(line)
    }
    const sizes: number[] = []
    for await (const portion of streamXml({ name: 'lines', children: lines() })) sizes.push(portion.length)
    expect(sizes.length).toBeGreaterThan(10)
    expect(Math.max(...sizes)).toBeLessThan(70_000)
  })

  it('reports texts with characters that XML cannot hold', async () => {
    let losses = 0
    const root = { name: 'a', attributes: { b: 'bell \u0007' }, children: [{ name: 'c', text: 'fine \r\n]]> 🜁' }] }
    const written = await collected(root, () => losses++)
    expect(losses).toBe(1)
    const read = await parseXml([Buffer.from(written)], 'a.xml')
    expect(read.attributes).toEqual({ b: 'bell ' })
    expect(read.children[0]?.text).toBe('fine \r\n]]> 🜁')
  })
})
