import { describe, expect, it } from 'vitest'
import { parseStart, readSheet } from './read-sheet.ts'

describe('the beginning of a sheet', () => {
  it('has quoted cells with separators, quotes and ends of lines', () => {
    expect(parseStart('a,b\r\n"x, ""y""\nz",2\r\n', ',')).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', '2'],
    ])
  })

  it.each([
    ['a;b\n1;2\n', ['a', 'b']],
    ['\ufeffa\tb\n', ['a', 'b']],
    ['one,two,three', ['one', 'two', 'three']],
  ])('finds the separator of %j', async (text, columns) => {
    expect((await readSheet(new File([text], 'sheet.csv')))?.columns).toEqual(columns)
  })

  it('is read in the characters of Windows, too, and sent as UTF-8', async () => {
    const latin = new Uint8Array([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xe9, 0x74, 0xe9, 0x0a])
    const sheet = await readSheet(new File([latin], 'sheet.csv'))
    expect(sheet?.rows).toEqual([['été']])
    expect(await sheet?.content.text()).toBe('name\nété\n')
  })

  it('is none in an empty file', async () => {
    expect(await readSheet(new File(['\n'], 'sheet.csv'))).toBeUndefined()
  })
})
