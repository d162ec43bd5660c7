import { describe, expect, it } from 'vitest'
import { parseCells, quotedText } from './cells.ts'

describe('cells of the clipboard', () => {
  it('are read as programs for sheets write them', () => {
    expect(parseCells('a\tb\nc\td\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(parseCells('one')).toEqual([['one']])
    expect(parseCells('')).toEqual([['']])
    expect(parseCells('a\t\r\n\tb\r\n')).toEqual([
      ['a', ''],
      ['', 'b'],
    ])
    expect(parseCells('"two\nlines"\t"a ""word"""\n5" pipe\tx')).toEqual([
      ['two\nlines', 'a "word"'],
      ['5" pipe', 'x'],
    ])
    expect(parseCells('"never closed\tx')).toEqual([['never closed\tx']])
  })

  it('come back as they were', () => {
    const cells = [
      ['plain', 'a\ttab', ''],
      ['"quoted"', 'two\nlines', 'ends with "'],
    ]
    expect(parseCells(quotedText(cells))).toEqual(cells)
  })
})
