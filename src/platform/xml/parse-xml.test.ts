import { describe, expect, it } from 'vitest'
import { childNamed, childText, type XmlNode } from './node.ts'
import { parseXml, XmlFault } from './parse-xml.ts'
import { writeXml } from './write-xml.ts'

const parse = (text: string | Uint8Array, chunkSize = 7): Promise<XmlNode> => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const chunks: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += chunkSize) chunks.push(bytes.subarray(start, start + chunkSize))
  return parseXml(chunks, 'project.xml')
}

describe('parseXml', () => {
  it('gives elements their attributes, text byte for byte and line', async () => {
    const root = await parse(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a x="1&amp;2">\n  <b>\n é <![CDATA[<i> ]]></b>\n  <c/>\n</a>',
    )
    expect(root).toMatchObject({ name: 'a', line: 2, file: 'project.xml', text: '' })
    expect(root.attributes['x']).toBe('1&2')
    expect(childNamed(root, 'b')).toMatchObject({ text: '\n é <i> ', line: 3 })
    expect(childText(root, 'b')).toBe('é <i>')
    expect(childNamed(root, 'c')).toMatchObject({ text: '', children: [], line: 5 })
  })

  it('reads a byte order mark, and characters cut by the borders of chunks', async () => {
    const root = await parse(new TextEncoder().encode('\ufeff<a>日本語😀</a>'), 1)
    expect(root.text).toBe('日本語😀')
  })

  it.each([
    ['nothing', '', 'empty'],
    ['blanks only', '  \n ', 'not well-formed'],
    ['an unclosed element', '<a>\n<b>\n</a>', 'not well-formed'],
    ['two roots', '<a/><b/>', 'not well-formed'],
    ['an unknown entity', '<a>&copy;</a>', 'not well-formed'],
    ['a NUL reference', '<a>&#0;</a>', 'not well-formed'],
    ['a surrogate reference', '<a>&#xD800;</a>', 'not well-formed'],
    ['the same attribute twice', '<a b="1" b="2"/>', 'not well-formed'],
    ['a document type', '<!DOCTYPE a><a/>', 'DOCTYPE'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><a>&d;</a>', 'DOCTYPE'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'DOCTYPE'],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'UTF-8'],
    ['endless depth', '<a>'.repeat(100_000), 'nested deeper'],
  ])('refuses %s', async (_what, text, reason) => {
    await expect(parse(text, 65_536)).rejects.toThrow(reason)
    await expect(parse(text, 65_536)).rejects.toBeInstanceOf(XmlFault)
  })

  it('refuses bytes that are not UTF-8', async () => {
    await expect(parse(Uint8Array.of(0x3c, 0x61, 0x3e, 0xe9, 0x3c, 0x2f, 0x61, 0x3e))).rejects.toThrow('UTF-8')
    await expect(parse(new Uint8Array(Buffer.from('\ufeff<a/>', 'utf16le')))).rejects.toThrow('UTF-8')
  })

  it('reports the line of the fault', async () => {
    const fault = (await parse('<a>\n<b>\n</c>\n</a>').catch((error: unknown) => error)) as XmlFault
    expect(fault).toMatchObject({ file: 'project.xml', line: 3 })
    expect(fault.message).not.toMatch(/\d+:\d+/)
  })

  it('keeps attribute names of the prototype as data', async () => {
    const root = await parse('<a __proto__="x" constructor="y"/>')
    expect(Object.keys(root.attributes)).toEqual(['__proto__', 'constructor'])
    expect((await parse('<a/>')).attributes['constructor']).toBeUndefined()
  })
})

describe('writeXml', () => {
  it('writes what parseXml reads back', async () => {
    const text = 'a < b & "c"\r\n\t]]> 😀'
    const written = writeXml({
      name: 'root',
      attributes: { quoted: text, number: 5, absent: undefined },
      children: [
        { name: 'text', text },
        { name: 'empty' },
        { name: 'list', children: [{ name: 'item', text: ' x ' }] },
      ],
    })
    expect(written).not.toContain('absent')
    const root = await parse(written)
    expect(root.attributes).toMatchObject({ quoted: text, number: '5' })
    expect(root.children.map(child => child.text)).toEqual([text, '', ''])
    expect(root.children[2]?.children[0]?.text).toBe(' x ')
  })

  it('leaves out characters that XML cannot hold', async () => {
    expect((await parse(writeXml({ name: 'a', text: 'x\u0000\u0001\ud800y' }))).text).toBe('xy')
  })
})
