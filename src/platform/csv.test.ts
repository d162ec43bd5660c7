import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { csvLine, withoutGuard } from './csv.ts'

describe('a line of CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('guards the text %j with an apostrophe', text => {
    const rows: string[][] = parse(csvLine([text], ','))
    const cell = rows[0]?.[0]
    expect(cell).toBe(`'${text}`)
    expect(withoutGuard(cell ?? '')).toBe(text)
  })

  it('guards no number and no other text', () => {
    expect(csvLine([-1, 1.5, 'a-b', "it's", null], ',')).toBe("-1,1.5,a-b,it's,\r\n")
    expect(withoutGuard("'quoted'")).toBe("'quoted'")
  })

  it.each([',', ';', '\t'])('quotes separators, quotes and ends of lines (separator %j)', separator => {
    const cells = ['a,b', 'a;b', 'say "hi"', 'two\nlines', 'a\tb', '']
    const read: string[][] = parse(csvLine(cells, separator), { delimiter: separator })
    expect(read).toEqual([cells])
  })
})
