import { describe, expect, it } from 'vitest'
import { Invalid } from '../errors.ts'
import { decodeXml, encodeXml, escapeXml } from './object-xml.ts'

const refusalOf = (source: string | Buffer): string => {
  try {
    return `accepted ${JSON.stringify(decodeXml(source))}`
  } catch (error) {
    if (error instanceof Invalid) return error.message
    throw error
  }
}

describe('reading XML (xml.md §3)', () => {
  it('makes the same object as the request in JSON (base.md §4.8)', () => {
    const source = `<?xml version="1.0" encoding="UTF-8"?>
      <request>
        <!-- a comment --><tracker><id>16</id></tracker>
        <values>
          <item><field_id>132</field_id><value> A &amp; B </value></item>
          <item><field_id>134</field_id><bind_value_ids><item>126</item></bind_value_ids></item>
        </values>
      </request>`
    expect(decodeXml(source)).toEqual({
      tracker: { id: '16' },
      values: [
        { field_id: '132', value: ' A & B ' },
        { field_id: '134', bind_value_ids: ['126'] },
      ],
    })
  })

  it('makes a list of a repeated name, and of <item> even when alone', () => {
    expect(decodeXml('<r><v>a</v><v>b</v><w><item/></w></r>')).toEqual({ v: ['a', 'b'], w: [''] })
    expect(decodeXml('<r><item>1</item><item><x>2</x></item></r>')).toEqual(['1', { x: '2' }])
  })

  it('makes an object, no list, of <item> beside other names', () => {
    expect(decodeXml('<r><v><item>a</item><b>c</b></v></r>')).toEqual({ v: { 0: 'a', b: 'c' } })
  })

  it('makes members of attributes and of text beside members', () => {
    expect(decodeXml('<r><b c="2">t</b></r>')).toEqual({ b: { c: '2', text: 't' } })
    expect(decodeXml('<r><b>x<c/>y</b></r>')).toEqual({ b: { c: '', text: 'xy' } })
  })

  it('keeps blanks of texts, reads CDATA as text, and ignores blanks between elements', () => {
    expect(decodeXml('<r>\n <a> </a>\n <b><![CDATA[ <x> & ]]> y</b><c>\n</c></r>')).toEqual({
      a: ' ',
      b: ' <x> &  y',
      c: '\n',
    })
  })

  it('reads names without their namespace', () => {
    const source =
      '<p:r xmlns:p="urn:x" xmlns="urn:y" xml:lang="en"><p:v p:k="1">t</p:v><w xml:space="preserve"> </w></p:r>'
    expect(decodeXml(source)).toEqual({ v: { k: '1', text: 't' }, w: ' ' })
  })

  it('reads references of characters, astral ones too', () => {
    expect(decodeXml('<r><a>&#233;&#x1F600;&lt;&quot;&apos;</a></r>')).toEqual({ a: 'é😀<"\'' })
  })

  it('reads the encoding of the declaration', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r><a>é</a></r>', 'latin1')
    expect(decodeXml(latin)).toEqual({ a: 'é' })
    expect(decodeXml(Buffer.from('\ufeff<?xml version="1.0"?><r><a>é</a></r>'))).toEqual({ a: 'é' })
    expect(refusalOf(Buffer.from('<?xml version="1.0" encoding="UTF-7"?><r/>'))).toMatch(/utf-7.*not supported/)
    expect(refusalOf(Buffer.from('<r>\n<a>é</a></r>', 'latin1'))).toMatch(/line 2.*not valid UTF-8/)
  })

  it('takes an empty root for no members and refuses a root of text', () => {
    expect(decodeXml('<request/>')).toEqual({})
    expect(decodeXml('<request>\n</request>')).toEqual({})
    expect(refusalOf('<request>abc</request>')).toMatch(/text only/)
  })

  it.each([
    ['unclosed', '<r>\n<a>', /line 2.*unclosed/],
    ['crossed', '<r><a></b></r>', /line 1/],
    ['two roots', '<a/><b/>', /one root/],
    ['empty', ' ', /root/],
    ['JSON', '{"a":1}', /line 1/],
    ['blanks before the declaration', ' <?xml version="1.0"?><r/>', /declaration/],
    ['NUL as a reference', '<r>&#0;</r>', /entity/],
    ['half of a surrogate pair', '<r>&#xD800;</r>', /entity/],
    ['a control character', '<r>\x01</r>', /disallowed/],
    ['an undeclared entity', '<r>&copy;</r>', /entity/],
    ['a bare ampersand', '<r>a & b</r>', /line 1/],
    ['an attribute twice', '<r a="1" a="2"/>', /attribute/],
  ])('refuses what is not well-formed, with reason and line: %s', (_name, source, reason) => {
    expect(refusalOf(source)).toMatch(/^malformed XML at line \d+: /)
    expect(refusalOf(source)).toMatch(reason)
  })

  it('refuses every document type, so that no entity can be declared', () => {
    const laughs = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><r>&c;</r>`
    expect(refusalOf(laughs)).toMatch(/document type/)
    expect(refusalOf('<!DOCTYPE r SYSTEM "file:///etc/passwd"><r/>')).toMatch(/document type/)
    expect(refusalOf('<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1/">%x;]><r/>')).toMatch(/document type/)
  })

  it('refuses more than 100 attributes of an element before it has read them all, and counts attributes as values', () => {
    const withAttributes = (count: number): string =>
      `<request ${Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')}/>`
    expect(Object.keys(decodeXml(withAttributes(100)) as object)).toHaveLength(100)
    expect(() => decodeXml(withAttributes(101))).toThrow('more than 100 attributes')
    const began = process.cpuUsage()
    expect(() => decodeXml(withAttributes(50_000))).toThrow('more than 100 attributes')
    // Seconds if it read them all. Time of the clock would count the other work of a busy machine.
    expect(process.cpuUsage(began).user).toBeLessThan(500_000)
    const element = `<b ${Array.from({ length: 99 }, (_, index) => `a${index}=""`).join(' ')}/>`
    expect(() => decodeXml(`<request>${element.repeat(2_001)}</request>`)).toThrow('more than 200000 values')
  })

  it('refuses elements nested deeper than 100, and takes 100', () => {
    const nested = (depth: number) => '<a>'.repeat(depth - 1) + '<a/>' + '</a>'.repeat(depth - 1)
    expect(refusalOf(nested(100))).toMatch(/^accepted/)
    expect(refusalOf(nested(101))).toMatch(/deeper than 100/)
    expect(refusalOf('<a>'.repeat(500_000))).toMatch(/deeper than 100/)
  })

  it('changes no prototype', () => {
    const value = decodeXml(
      '<r><__proto__><polluted>1</polluted></__proto__><constructor>c</constructor></r>',
    ) as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value).toEqual({ constructor: 'c' })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('reads 10,000 items', () => {
    expect(decodeXml(`<r><v>${'<item>1</item>'.repeat(10_000)}</v></r>`)).toEqual({
      v: Array.from({ length: 10_000 }, () => '1'),
    })
  })
})

describe('writing XML (xml.md §2)', () => {
  const xml = (inner: string) => `<?xml version="1.0" encoding="utf-8"?>\n<response>${inner}</response>`

  it('writes members as elements and every element of a list as <item> (base.md §4.8)', () => {
    expect(encodeXml({ id: 12, ok: true, ids: [126], list: [{ a: 1 }, [2, 3]] })).toBe(
      xml(
        '<id>12</id><ok>true</ok><ids><item>126</item></ids><list><item><a>1</a></item><item><item>2</item><item>3</item></item></list>',
      ),
    )
  })

  it('writes null, empty text and empty list as the specification does', () => {
    expect(encodeXml({ a: null, b: '', c: [], d: {}, e: undefined })).toBe(xml('<a></a><b></b><c/><d/>'))
    expect(encodeXml([])).toBe('<?xml version="1.0" encoding="utf-8"?>\n<response/>')
    expect(encodeXml([1])).toBe(xml('<item>1</item>'))
    expect(encodeXml({ n: 1.0, f: 1.5, no: false })).toBe(xml('<n>1</n><f>1.5</f><no>false</no>'))
  })

  it('escapes, keeps line feeds and apostrophes, and leaves out characters that XML cannot hold', () => {
    expect(escapeXml(`<a href="x">&'\n\t</a>`)).toBe(`&lt;a href=&quot;x&quot;&gt;&amp;'\n\t&lt;/a&gt;`)
    expect(escapeXml('a\0b\x1fc\ufffe')).toBe('abc')
    expect(escapeXml('\ud800x😀')).toBe('\ufffdx😀')
  })

  it('makes valid names from invalid ones', () => {
    expect(encodeXml({ '2nd': 1, 'a b': 2, '': 3, '<x>': 4, é: 5 })).toBe(
      xml('<_2nd>1</_2nd><_a_b>2</_a_b><_>3</_><__x_>4</__x_><é>5</é>'),
    )
  })

  it('is read back as it was written', () => {
    const value = { a: '  <b> & "c"\r\n d\t', list: ['x', ''], nested: { deep: [{ n: '1' }] } }
    expect(decodeXml(encodeXml(value))).toEqual(value)
  })
})
