import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readList, writeList } from './list-text.ts'

describe('several values as one text', () => {
  it('reads back what it wrote, whatever the values are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('Green, dark', ' Grey; light ', 'a "b" c', '"', ',', '\n', ''))),
        values => {
          expect(readList(writeList(values))).toEqual(values)
        },
      ),
    )
  })

  it('takes commas, semicolons and lines, and leaves quotes within a word alone', () => {
    expect(readList('Red; Blue\r\nGreen,,')).toEqual(['Red', 'Blue', 'Green'])
    expect(readList('the "big" one, 5" pipe')).toEqual(['the "big" one', '5" pipe'])
    expect(readList('"Green, dark"; Red')).toEqual(['Green, dark', 'Red'])
    expect(readList('"open')).toEqual(['"open'])
    expect(readList('  ')).toEqual([])
  })
})
