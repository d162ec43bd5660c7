/** Message of the first commit of a repository with a layout. */
const MESSAGE = 'Create the layout of the repository'

/**
 * The directories of a layout and their parents, parents first; undefined if one leaves the root of the repository or has a name that
 * Subversion refuses.
 */
export const layoutFolders = (layout: readonly string[]): string[] | undefined => {
  const folders = new Set<string>()
  for (const text of layout) {
    const segments: string[] = []
    for (const segment of text.trim().split('/')) {
      if (segment === '' || segment === '.') continue
      if (segment !== '..') segments.push(segment)
      else if (segments.pop() === undefined) return undefined
    }
    // eslint-disable-next-line no-control-regex -- Subversion takes none in a path
    if (/[\x00-\x1f\x7f]/.test(segments.join('/')) || !segments.join('/').isWellFormed()) return undefined
    segments.forEach((_, index) => folders.add(segments.slice(0, index + 1).join('/')))
  }
  return [...folders].sort()
}

/** A dump file whose only revision creates the directories: one commit without client, working copy and hooks. */
export const layoutDump = (folders: readonly string[], author: string, at: Date): Buffer => {
  const properties = section([
    ['svn:author', author],
    ['svn:date', at.toISOString().replace('Z', '000Z')],
    ['svn:log', MESSAGE],
  ])
  const parts = [
    'SVN-fs-dump-format-version: 2\n\n',
    `Revision-number: 1\nProp-content-length: ${properties.length}\nContent-length: ${properties.length}\n\n`,
    properties,
    '\n',
    ...folders.map(
      folder =>
        `Node-path: ${folder}\nNode-kind: dir\nNode-action: add\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n\n`,
    ),
  ]
  return Buffer.concat(parts.map(part => Buffer.from(part)))
}

const section = (properties: readonly (readonly [name: string, value: string])[]): Buffer =>
  Buffer.from(
    `${properties
      .map(([name, value]) => `K ${Buffer.byteLength(name)}\n${name}\nV ${Buffer.byteLength(value)}\n${value}\n`)
      .join('')}PROPS-END\n`,
  )
