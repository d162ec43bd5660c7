// The documentation keeps the rule of comments (tools/eslint/plain-sentences.js): who does what, at most 30 words.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFault, sentencesOf } from './eslint/plain-sentences.js'

const ROOT = join(import.meta.dirname, '..')

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(path => path !== '' && existsSync(join(ROOT, path)))

/** Without code blocks, headings, emphasis and addresses of links. Code in a line counts as one word. */
const plain = (markdown: string): string =>
  markdown
    .replace(/^( *)```[^]*?^\1```/gm, '')
    .replace(/^#.*$/gm, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replace(/`[^`\n]*`/g, 'code')

/** Cells of tables may be long, for they list things. */
const faultsOf = (markdown: string): string[] => {
  const lines = plain(markdown).split('\n')
  const isRow = (line: string): boolean => line.trimStart().startsWith('|')
  const prose = lines
    .filter(line => !isRow(line))
    .map(line => line.replace(/^ *(?:-|\d+\.) /, '\n\n'))
    .join('\n')
  const cells = lines.filter(isRow).flatMap(line => line.split('|').map(cell => cell.trim()))
  return [
    ...sentencesOf(prose).filter(sentence => findFault(sentence) !== undefined),
    ...cells.flatMap(sentencesOf).filter(sentence => !['long', undefined].includes(findFault(sentence))),
  ]
}

describe('sentences of the documentation', () => {
  it('are found in prose, lists and tables', () => {
    const markdown =
      '# What stays\n\nA [link](b.md) stands.\n\n- What waits is run.\n\n| a | Who asks waits. |\n\n```sh\nWhat is code\n```'
    expect(faultsOf(markdown)).toEqual(['What waits is run.', 'Who asks waits.'])
    expect(faultsOf(`${'one '.repeat(31)}.`)).toHaveLength(1)
  })

  it.each(pages)('are plain: %s', page => {
    expect(faultsOf(readFileSync(join(ROOT, page), 'utf8'))).toEqual([])
  })
})
