import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeSource, unescapeSource } from './step-source.ts'

it('gives back every source', () => {
  const parts = fc.array(fc.oneof(fc.string(), fc.constantFrom('&amp;', '&lt;', '&', '<', '&#039;', "'", '&amp;lt;')))
  fc.assert(
    fc.property(parts, words => {
      expect(unescapeSource(escapeSource(words.join('')))).toBe(words.join(''))
    }),
  )
  expect(escapeSource(`a < b && "c" > 'd'`)).toBe('a &lt; b &amp;&amp; &quot;c&quot; &gt; &#039;d&#039;')
})
