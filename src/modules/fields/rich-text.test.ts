import { describe, expect, it } from 'vitest'
import { isRenderingOf, extractReferences, plainText, renderText, sanitizeHtml } from './rich-text.ts'

const link = (keyword: string, value: string, project?: string): string | undefined =>
  keyword === 'art' ? `/goto?key=art&val=${value}${project === undefined ? '' : `&project=${project}`}` : undefined
const to = (value: string, text: string) =>
  `<a href="/goto?key=art&amp;val=${value}" class="cross-reference">${text}</a>`

describe('references in texts', () => {
  it('are a word, one blank, "#", perhaps a project, and a value (svn.md §3.3)', () => {
    const found = extractReferences('see art #12, bug #lamps:7; rev #a/b-c.d. and wiki #x')
    expect(found.map(({ keyword, value, project }) => [keyword, value, project])).toEqual([
      ['art', '12', undefined],
      ['bug', '7', 'lamps'],
      ['rev', 'a/b-c.d', undefined],
      ['wiki', 'x', undefined],
    ])
    expect(found[0]).toMatchObject({ text: 'art #12', index: 4 })
  })

  it.each([
    '#12',
    'art 12',
    'art  #12',
    'art # 12',
    'art#12',
    ' #12',
    'é #12',
    'art\n#12',
    '',
    `${'a'.repeat(200)} #1`,
  ])('are not found in %j', text => expect(extractReferences(text)).toEqual([]))

  it('become links if their target has an address', () => {
    expect(renderText('art #1 and bug #2', 'text', link)).toBe(`${to('1', 'art #1')} and bug #2`)
    expect(renderText('art #1', 'commonmark', link)).toBe(`<p>${to('1', 'art #1')}</p>\n`)
    expect(renderText('<b>art #1</b>', 'html', link)).toBe(`<b>${to('1', 'art #1')}</b>`)
    expect(renderText('art #1', 'text')).toBe('art #1')
  })

  it.each([
    ['a link', '<a href="/x">art #1</a>'],
    ['emphasis in a link', '<a href="/x"><b>art #1</b></a>'],
    ['code', '<code>art #1</code>'],
    ['preformatted text', '<pre>art #1</pre>'],
    ['an attribute', '<img alt="art #1" />'],
  ])('stay text inside %s', (_where, html) => expect(renderText(html, 'html', link)).toBe(html))

  it('serve every reader from one rendering', () => {
    const text = 'see art #77 here'
    expect(renderText(text, 'text', () => '/mine')).toContain('/mine')
    expect(renderText(text, 'text', () => undefined)).toBe(text)
    expect(renderText(text, 'text', () => '/yours')).toContain('/yours')
  })

  it('cannot carry markup into an address', () => {
    expect(renderText('art #1', 'text', () => '"><script>')).toBe(
      '<a href="&quot;&gt;&lt;script&gt;" class="cross-reference">art #1</a>',
    )
  })
})

describe('rendering (fields.md §3.2)', () => {
  it('escapes text and keeps its lines', () => {
    expect(renderText('a < b & "c"\r\n<script>', 'text')).toBe('a &lt; b &amp; &quot;c&quot;<br />\n&lt;script&gt;')
  })

  it('links addresses in text, without the full stop of the sentence', () => {
    expect(renderText('See https://example.org/?a=1&b=2.', 'text')).toBe(
      'See <a href="https://example.org/?a=1&amp;b=2">https://example.org/?a=1&amp;b=2</a>.',
    )
  })

  it('renders CommonMark, tables included', () => {
    expect(renderText('# A\n\n**b** `c`\n\n```js\nd\n```', 'commonmark')).toBe(
      '<h1>A</h1>\n<p><strong>b</strong> <code>c</code></p>\n<pre><code class="language-js">d\n</code></pre>\n',
    )
    expect(renderText('|a|\n|-|\n|b|', 'commonmark')).toContain('<td>b</td>')
    expect(renderText('- [x] done', 'commonmark')).toContain('☑ done')
  })

  it('keeps addresses and hard breaks of long paragraphs whole', () => {
    const words = 'word '.repeat(234)
    for (let shift = 0; shift < 30; shift++) {
      const html = renderText(`${words}${'x'.repeat(shift)} john.doe@example.org  \nnext`, 'commonmark')
      expect(html).toContain('<a href="mailto:john.doe@example.org">john.doe@example.org</a><br />next')
    }
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java\tscript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<img src="data:image/svg+xml,x">',
    '<svg onload=alert(1)><style>*{}</style></svg>',
    '<p style="position:fixed">x</p>',
    '<p id="login" name="x" class="modal">x</p>',
    '<code class="modal language-js">x</code>',
    '<form action="/x"><input name=a><button>b</button></form>',
    '<iframe src="//evil.example"></iframe>',
    '<a href="//evil.example">x</a>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<base href="//evil.example"><meta http-equiv=refresh content="0">',
    '[x](javascript:alert(1))',
    '![x](data:text/html,x)',
    '<<script>script>alert(1)<</script>/script>',
  ])('makes %j harmless', source => {
    for (const format of ['html', 'commonmark'] as const)
      expect(renderText(source, format)).not.toMatch(
        /<(?:script|svg|style|form|input|iframe|base|meta|math|noscript)|<[^>]*(?:\son|javascript|data:|style=|\sid=|\sname=|modal|"\/\/)/i,
      )
  })

  it('keeps what shapes a text', () => {
    const html = '<p>a<br /><strong>b</strong></p><table><tbody><tr><td colspan="2">c</td></tr></tbody></table>'
    expect(sanitizeHtml(html)).toBe(html)
  })

  const hostile = [
    ...[
      '[',
      '![',
      '<',
      '`',
      '`` ',
      '*',
      '_ ',
      '**a',
      '*a_',
      '__a_b',
      '~~a',
      '>',
      '> ',
      '- ',
      '1. ',
      '<a ',
      '<b>',
      '<!--',
      '&#',
    ],
    ...[
      'art #',
      ' #',
      'a/ #',
      '[a](',
      '[[a]](b',
      '|a|\n|-|\n',
      'http://',
      'a@b.',
      '\\',
      '[\\',
      '"',
      '- a\n  ',
      '> - ',
      '\n',
      '=\n',
    ],
  ].map(source => ['', source] as const)
  const hostileInside = [
    ['* x\n\n  ', 'a\n'],
    ['* x\n\n  ', 'a\n=\n'],
    ['* x\n\n', '    a\n'],
    ['--> ?> x', '<!--'],
    ['--> ?> x', '<?'],
    ['x', '<![CDATA['],
  ] as const
  it.each([...hostile, ...hostileInside])('parses %j and 64 KiB of %j quickly', (before, source) => {
    const text = before + source.repeat(Math.floor((65_535 - before.length) / source.length))
    for (const format of ['text', 'html', 'commonmark'] as const) {
      const start = performance.now()
      renderText(text, format, link)
      plainText(text, format)
      // The limit is far above the normal time and far below the time of a quadratic step.
      expect(performance.now() - start).toBeLessThan(5_000)
    }
  })

  it('finds the underline of a heading, far down too', () => {
    expect(renderText('- a\n  ===\n', 'commonmark')).toContain('<h1>a</h1>')
    const long = 'word '.repeat(400).trim()
    expect(renderText(`${long}\n---\n\nnext`, 'commonmark')).toBe(`<h2>${long}</h2>\n<p>next</p>\n`)
  })

  it('shows marks beyond the maximum depth as typed', () => {
    expect(renderText('>'.repeat(20_000) + 'end', 'commonmark')).toContain('end')
  })

  it('knows its own rendering, references included (§3.17)', () => {
    const source = '**See** art #1 & more'
    expect(isRenderingOf(renderText(source, 'commonmark', link), source)).toBe(true)
    expect(isRenderingOf(renderText(source, 'commonmark', link).replace('more', 'less'), source)).toBe(false)
  })
})

describe('plain text', () => {
  it.each([
    ['text', ' a <b> **c** ', ' a <b> **c** '],
    ['html', '<p>a &lt; b</p><p>c<br>d <i>e</i></p><script>x</script>', 'a < b\nc\nd e'],
    ['commonmark', '# A *b*\n\n- c\n- [d](http://e)\n\n&amp; `f`', 'A b\nc\nd\n& f'],
    ['html', '&amp;lt;', '&lt;'],
    ['html', '', ''],
  ] as const)('of %s %j', (format, source, expected) => expect(plainText(source, format)).toBe(expected))
})
