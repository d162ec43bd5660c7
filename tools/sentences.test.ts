// The documentation, the texts of the API and the comments of migrations keep the rule of comments
// (tools/eslint/plain-sentences.js): who does what, at most 30 words.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

/** All summaries and descriptions: helpers of schemas write some of them, which ESLint does not see. */
const descriptionsIn = (document: unknown): string[] =>
  typeof document !== 'object' || document === null
    ? []
    : Object.entries(document).flatMap(([name, value]) =>
        typeof value === 'string' && ['summary', 'description'].includes(name) ? [value] : descriptionsIn(value),
      )

describe('sentences of the API', () => {
  it('are found at any depth', () => {
    const document = { info: { description: 'It.' }, tags: [{ summary: 'What waits.', name: 'Who asks.' }] }
    expect(descriptionsIn(document)).toEqual(['It.', 'What waits.'])
  })

  it('are plain', () => {
    const texts = descriptionsIn(JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')))
    expect(texts.length).toBeGreaterThan(1_000)
    expect([...new Set(texts)].flatMap(sentencesOf).filter(sentence => findFault(sentence) !== undefined)).toEqual([])
  })
})

/** Databases hold the checksum of each migration that they have applied: the comments of these stay as they are. */
const LAST_FIXED_MIGRATION = '0038_idempotency.sql'

const MIGRATIONS = join(ROOT, 'migrations')

/** The comments of a statement or a column; lines under each other are one text. */
const commentsIn = (statements: string): string[] =>
  [...statements.matchAll(/(?:^[ \t]*--.*\n?)+|--.*$/gm)].map(([comment]) => comment.replace(/^[ \t]*--[ \t]?/gm, ''))

describe('comments of migrations', () => {
  it('are found before statements and behind columns', () => {
    const statements = '-- One\n-- text.\ncreate table a (\n  b int, -- What it is.\n  -- Two.\n  c int\n);\n'
    expect(commentsIn(statements)).toEqual(['One\ntext.\n', 'What it is.', 'Two.\n'])
  })

  const names = readdirSync(MIGRATIONS).filter(name => /^\d{4}_.*\.sql$/.test(name) && name > LAST_FIXED_MIGRATION)
  it.each(names)('are plain: %s', name => {
    const comments = commentsIn(readFileSync(join(MIGRATIONS, name), 'utf8'))
    expect(comments.flatMap(sentencesOf).filter(sentence => findFault(sentence) !== undefined)).toEqual([])
  })
})
