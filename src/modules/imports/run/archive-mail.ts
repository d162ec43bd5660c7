import type { Mail } from '../../../platform/mail/mail.ts'
import type { Project } from '../../projects/index.ts'
import { formatMessage, type ImportMessage } from '../archive/import-messages.ts'

/** Maximum messages in the mail; the API shows all. */
const MAX_LINES = 50

interface ArchiveOutcome {
  readonly project: Pick<Project, 'id' | 'label' | 'shortName'>
  readonly fileName: string
  readonly messages: readonly ImportMessage[]
  readonly publicUrl: string
}

/** The mail about the result of an archive from which a project is created (projects.md §3.4). */
export const composeArchiveMail = (
  to: { readonly name: string; readonly address: string },
  { project, fileName, messages, publicUrl }: ArchiveOutcome,
): Mail => {
  const isMade = !messages.some(({ level }) => level === 'error')
  const lines = messages.slice(0, MAX_LINES).map(message => `  ${formatMessage(message)}`)
  const rest = messages.length - lines.length
  const text = [
    isMade
      ? `The project "${project.label}" was made from the archive ${fileName}.`
      : `The project "${project.label}" could not be made from the archive ${fileName}: nothing of it was kept, and its short name is free again.`,
    ...(lines.length > 0 ? [[isMade ? 'What was left out or changed:' : 'Reasons:', ...lines].join('\n')] : []),
    ...(rest > 0 ? [`${rest} more lines are told by ${publicUrl}/api/projects/${project.id}/archive`] : []),
    ...(isMade ? [`${publicUrl}/projects/${encodeURIComponent(project.shortName.toLowerCase())}/`] : []),
  ]
  return {
    to,
    subject: isMade ? `Project ${project.label} is ready` : `Project ${project.label} was not made`,
    text: `${text.join('\n\n')}\n`,
  }
}
