import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Committed pages and new ones; ignored folders hold pages of packages. */
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(path => path !== '' && existsSync(join(ROOT, path)))

/** Blocks of code and code in a line hold examples, no links. */
const withoutCode = (markdown: string): string =>
  markdown.replace(/^( *)(```|~~~)[^]*?^\1\2/gm, '').replace(/`[^`\n]*`/g, 'code')

/** As GitHub makes anchors of headings: in small letters, without punctuation, blanks as hyphens, numbered when repeated. */
const anchorsOf = (markdown: string): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  const headings = markdown.replace(/^( *)(```|~~~)[^]*?^\1\2/gm, '').matchAll(/^#{1,6} +(.+?) *$/gm)
  return new Set(
    [...headings].map(([, heading = '']) => {
      const anchor = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-')
      const count = counts.get(anchor) ?? 0
      counts.set(anchor, count + 1)
      return count === 0 ? anchor : `${anchor}-${count}`
    }),
  )
}

/** Addresses of links and pictures, inline or as references, except those of other sites. */
const linksOf = (markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)|^\[[^\]]+\]: +(\S+)/gm)]
    .map(([, inline, reference]) => inline ?? reference ?? '')
    .filter(link => !/^[a-z][a-z\d+.-]*:/i.test(link))

/** The reason why a link of a page leads nowhere; undefined: it leads to a file, a folder or a heading. */
const faultOf = (page: string, link: string): string | undefined => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : resolve(dirname(page), decodeURIComponent(path))
  if (relative(ROOT, target).startsWith('..')) return 'leaves the repository'
  if (!existsSync(target)) return 'no such file'
  if (anchor === undefined || !target.endsWith('.md') || statSync(target).isDirectory()) return undefined
  return anchorsOf(readFileSync(target, 'utf8')).has(anchor) ? undefined : 'no such heading'
}

describe('links of the documentation', () => {
  it('are found, with the headings that they name', () => {
    const markdown =
      '# A *b*: `c`\n# A b c\n[x](y.md#z) ![p](<q.png> "t") `[no](code)` [site](https://example.org)\n\n[r]: s.md'
    expect(linksOf(markdown)).toEqual(['y.md#z', 'q.png', 's.md'])
    expect([...anchorsOf(markdown)]).toEqual(['a-b-c', 'a-b-c-1'])
    expect(faultOf(join(ROOT, 'README.md'), 'docs/missing.md')).toBe('no such file')
    expect(faultOf(join(ROOT, 'README.md'), '#no-such-heading')).toBe('no such heading')
    expect(faultOf(join(ROOT, 'README.md'), '../other')).toBe('leaves the repository')
  })

  it('of the threat model to tests name files that exist', () => {
    const names = execFileSync('git', ['ls-files', '*.test.ts'], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .map(path => basename(path))
    const named = readFileSync(join(ROOT, 'docs/threat-model.md'), 'utf8').matchAll(/`([a-z.-]+\.test\.ts)`/g)
    const missing = [...named].map(([, name = '']) => name).filter(name => !names.includes(name))
    expect(missing).toEqual([])
  })

  it.each(pages)('lead somewhere: %s', page => {
    const file = join(ROOT, page)
    const faults = linksOf(readFileSync(file, 'utf8')).flatMap(link => {
      const fault = faultOf(file, link)
      return fault ? [`${link}: ${fault}`] : []
    })
    expect(faults).toEqual([])
  })
})
