import type { ChangedPath } from '../model/immutable-tags.ts'
import type { SvnPrograms } from './svn-programs.ts'

const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** A transaction that waits for its pre-commit hook. */
export interface Transaction {
  readonly repositoryPath: string
  readonly name: string
}

export const messageOf = async (programs: SvnPrograms, { repositoryPath, name }: Transaction): Promise<string> => {
  const output = await programs.run('svnlook', ['log', '-t', name, repositoryPath], { maxBytes: MAX_MESSAGE_BYTES })
  // svnlook appends a line end.
  return output.toString('utf8').replace(/\n$/, '')
}

export const authorOf = async (programs: SvnPrograms, { repositoryPath, name }: Transaction): Promise<string> =>
  (await programs.run('svnlook', ['author', '-t', name, repositoryPath])).toString('utf8').trim()

/** In the order of svnlook, while it runs; leaving the loop early ends it. */
export async function* changesOf(
  programs: SvnPrograms,
  { repositoryPath, name }: Transaction,
): AsyncGenerator<ChangedPath, void, undefined> {
  for await (const line of programs.lines('svnlook', ['changed', '-t', name, repositoryPath])) {
    const change = parseChange(line)
    if (change) yield change
  }
}

/** `A   tags/v1/`, `UU  a`, `_U  b`: a changed property is a change of the path (svn.md §3.5). */
export const parseChange = (line: string): ChangedPath | undefined => {
  const [, contents = '', path = ''] = /^([ADUR_])[U ][ +][ ](.+)$/s.exec(line) ?? []
  if (path === '') return undefined
  return { action: contents === 'A' || contents === 'D' ? contents : 'U', path }
}

export const sizeOf = async (
  programs: SvnPrograms,
  { repositoryPath, name }: Transaction,
  path: string,
): Promise<number> =>
  Number((await programs.run('svnlook', ['filesize', '-t', name, repositoryPath, path])).toString('utf8').trim())
