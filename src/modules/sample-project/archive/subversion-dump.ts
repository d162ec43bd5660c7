import { commits } from '../content/commits.ts'
import type { Author } from '../content/people.ts'
import { timesBetween } from './timeline.ts'

interface DumpInput {
  readonly now: Date
  readonly loginOf: (author: Author) => string
  /** Replaces the mentions in a message. */
  readonly mentions: (text: string) => string
}

/** The commits of the sample project in the format of `svnadmin dump`. */
export const subversionDump = ({ now, loginOf, mentions }: DumpInput): Buffer => {
  const parts: Buffer[] = [Buffer.from('SVN-fs-dump-format-version: 2\n\n')]
  const known = new Set<string>()
  const addNode = (path: string, kind: 'dir' | 'file', content?: string): void => {
    const action = known.has(path) ? 'change' : 'add'
    known.add(path)
    const size = content === undefined ? undefined : Buffer.byteLength(content)
    const lengths = size === undefined ? '' : `Text-content-length: ${size}\nContent-length: ${size}\n`
    parts.push(
      Buffer.from(`Node-path: ${path}\nNode-kind: ${kind}\nNode-action: ${action}\n${lengths}\n${content ?? ''}\n\n`),
    )
  }
  commits.forEach((commit, index) => {
    const at = timesBetween(now, commit.daysAgo, commit.daysAgo, 1, `commit ${index}`)[0] ?? now
    const properties = Buffer.from(
      `${[
        ['svn:author', loginOf(commit.by)],
        ['svn:date', at.toISOString().replace('Z', '000Z')],
        ['svn:log', mentions(commit.message)],
      ]
        .map(([name = '', value = '']) => `K ${name.length}\n${name}\nV ${Buffer.byteLength(value)}\n${value}\n`)
        .join('')}PROPS-END\n`,
    )
    parts.push(
      Buffer.from(
        `Revision-number: ${index + 1}\nProp-content-length: ${properties.length}\nContent-length: ${properties.length}\n\n`,
      ),
      properties,
      Buffer.from('\n'),
    )
    if (index === 0) for (const folder of ['branches', 'tags', 'trunk', 'trunk/src']) addNode(folder, 'dir')
    for (const [path, content] of Object.entries(commit.files)) addNode(path, 'file', content)
  })
  return Buffer.concat(parts)
}
