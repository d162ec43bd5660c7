import type { Mail } from '../../../platform/mail/mail.ts'
import type { RevisionChange } from '../store/revisions.store.ts'

/** The data of a commit for a mail. */
export interface CommitForMail {
  readonly repositoryUrl: string
  readonly revisionUrl: string
  readonly revision: number
  readonly author: { readonly login: string; readonly email: string | undefined }
  /** In the format of dates in responses. */
  readonly committedOn: string
  readonly message: string
  readonly changes: readonly RevisionChange[]
  readonly changeCount: number
  readonly directories: readonly string[]
  /** Undefined: the difference is too long for a mail. */
  readonly diff: string | undefined
}

const DIRECTORIES_IN_SUBJECT = 3

/** svn.md §3.6: one message to each recipient. */
export const commitMails = (commit: CommitForMail, addresses: readonly string[]): Mail[] => {
  const subject = subjectOf(commit)
  const text = textOf(commit)
  return addresses.map(address => ({ to: { address }, subject, text }))
}

const subjectOf = ({ revision, directories }: CommitForMail): string => {
  const shown = directories.slice(0, DIRECTORIES_IN_SUBJECT).map(directory => `/${directory}`)
  return `r${revision} ${shown.join(' ')}${directories.length > DIRECTORIES_IN_SUBJECT ? ' ...' : ''}`
}

const textOf = (commit: CommitForMail): string => {
  const { author, diff } = commit
  const parts = [
    `Repository: ${commit.repositoryUrl}\n` +
      `Changes by: ${author.login}${author.email === undefined ? '' : ` <${author.email}>`} on ${commit.committedOn}\n` +
      `Revision:   ${commit.revision} (${commit.revisionUrl})`,
    `Message:\n${commit.message.trim() === '' ? '(none)' : commit.message.trimEnd()}`,
    ...listOf('Updated', commit.changes, ({ how }) => !how.startsWith('A') && !how.startsWith('D')),
    ...listOf('Added', commit.changes, ({ how }) => how.startsWith('A')),
    ...listOf('Deleted', commit.changes, ({ how }) => how.startsWith('D')),
  ]
  if (commit.changeCount > commit.changes.length)
    parts.push(`These are the first ${commit.changes.length} of ${commit.changeCount} changed paths.`)
  if (diff === undefined) parts.push('The difference is too long for a mail.')
  else if (diff.trim() !== '') parts.push(`Difference:\n${diff.trimEnd()}`)
  return `${parts.join('\n\n')}\n`
}

const listOf = (
  title: string,
  changes: readonly RevisionChange[],
  isIt: (change: RevisionChange) => boolean,
): string[] => {
  const paths = changes.filter(isIt).map(({ path }) => `  /${path.replace(/^\/+/, '')}`)
  return paths.length === 0 ? [] : [`${title}:\n${paths.join('\n')}`]
}
