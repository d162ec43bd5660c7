import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BLOCK, END_OF_TAR, tarHeader, tarPadding } from './tar.ts'

const folder = mkdtempSync(join(tmpdir(), 'crocus-tar-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the form of a backup', () => {
  it('is what tar lists and unpacks, long names and names of other scripts included', () => {
    const contents = {
      'files/12': 'twelve',
      'imported/svn/101/hafen-größe.dump': '',
      [`deleted/${'x'.repeat(180)}.zip`]: 'long',
    }
    const pieces = Object.entries(contents).flatMap(([name, text]) => {
      const bytes = Buffer.from(text)
      return [tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)]
    })
    const file = join(folder, 'a.tar')
    writeFileSync(file, Buffer.concat([...pieces, END_OF_TAR]))
    execFileSync('tar', ['xf', file], { cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } })
    for (const [name, text] of Object.entries(contents)) expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
  })

  it('tells the size of entries that are larger than eleven octal digits hold', () => {
    expect(tarHeader('files/1', 8 ** 11 - 1)).toHaveLength(BLOCK)
    const header = tarHeader('files/1', 8 ** 11)
    expect(header).toHaveLength(3 * BLOCK)
    expect(header.toString('latin1', BLOCK)).toContain(`size=${8 ** 11}\n`)
  })
})
