import { diffLines } from 'diff'
import type { Change, DescribedChange, DescribedValue } from '../artifacts/index.ts'
import { escapeHtml } from '../../platform/html.ts'
import { threadIdOf, type Mail } from '../../platform/mail/mail.ts'

/** The data of every mail of the platform. */
export interface MailContext {
  readonly publicUrl: string
  readonly platform: string
  readonly senderAddress: string
}

const SUBJECT_LENGTH = 200

/** A mail without its recipient. */
export type MailContent = Omit<Mail, 'to'>

/** One change in a mail that lists several. */
export interface MailEntry {
  readonly head: string
  readonly title: string | null
  readonly url: string
}

/** A change as it is told to one recipient. */
export interface ComposedMail extends MailContent {
  readonly entry: MailEntry
}

/** One mail in place of several about the changes of one batch, in their order. */
export const composeListMail = (mails: readonly [ComposedMail, ...ComposedMail[]]): MailContent => {
  const [{ fromName, headers = {} }] = mails
  const project = headers['X-Crocus-Project'] ?? ''
  const isOneProject = mails.every(mail => mail.headers?.['X-Crocus-Project'] === project)
  const isOneTracker = mails.every(mail => mail.headers?.['List-Id'] === headers['List-Id'])
  const kept = ['X-Crocus-Project', ...(isOneTracker ? ['List-Id', 'X-Crocus-Tracker'] : [])]
  const entries = mails.map(({ entry }) => entry)
  const text = (entry: MailEntry): string => `${entry.head}${entry.title === null ? '' : `: ${entry.title}`}`
  return {
    subject: `${isOneProject ? `[${project}] ` : ''}${mails.length} changes`,
    text: `${entries.map(entry => `${text(entry)}\n${entry.url}`).join('\n\n')}\n`,
    html: `<ul>${entries
      .map(entry => `<li><a href="${escapeHtml(entry.url)}">${escapeHtml(text(entry))}</a></li>`)
      .join('')}</ul>`,
    ...(fromName !== undefined && { fromName }),
    ...(isOneProject && {
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => kept.includes(name))),
    }),
  }
}

/** One change as a mail: plain text and HTML, in the thread of its artifact. */
export const composeMail = (frame: MailContext, change: Change, described: DescribedChange): ComposedMail => {
  const { artifact, tracker, project } = change
  const xref = `${tracker.itemName} #${artifact.id}`
  const url = `${frame.publicUrl}/plugins/tracker/?aid=${artifact.id}`
  const author = change.author?.realName || change.author?.login || 'Somebody'
  const head = change.movedFrom
    ? `${author} moved ${xref} to ${tracker.name} in ${project.label}`
    : `${author} ${change.isNew ? 'created' : 'changed'} ${xref} in ${project.label}`
  const thread = threadIdOf(frame.senderAddress, 'artifact', artifact.id)
  const subject = `[${xref}]${described.title === null ? '' : ` ${described.title}`}`
  return {
    entry: { head, title: described.title, url },
    subject: subject.length > SUBJECT_LENGTH ? `${subject.slice(0, SUBJECT_LENGTH)}…` : subject,
    text: textOf(head, url, described),
    html: htmlOf(head, url, { ...described, commentHtml: withAddresses(described.commentHtml, frame.publicUrl) }),
    fromName: `${author} (${frame.platform})`,
    headers: {
      'List-Id': `${headerText(tracker.name)} <${listLabel(tracker.itemName)}.${listLabel(project.shortName)}.${hostOf(frame.senderAddress)}>`,
      'In-Reply-To': thread,
      References: thread,
      'X-Crocus-Tracker': tracker.itemName,
      'X-Crocus-Project': project.shortName,
    },
  }
}

/** Makes addresses within the platform absolute, for a mail. */
const withAddresses = (html: string, publicUrl: string): string =>
  html.replaceAll(/(href|src)="\/(?!\/)/g, `$1="${publicUrl}/`)

const headerText = (text: string): string => `"${text.replace(/["\\\r\n]/g, ' ')}"`
const listLabel = (text: string): string => text.toLowerCase().replace(/[^a-z0-9-]/g, '-')
const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

const isLong = ({ before, after }: DescribedValue): boolean => before.includes('\n') || after.includes('\n')

interface DiffLine {
  readonly sign: '+' | '-' | ' '
  readonly line: string
}

const CONTEXT = 2

/** Changed lines with a few lines of context. */
const linesOf = ({ before, after }: DescribedValue): DiffLine[] => {
  const all = diffLines(withEnd(before), withEnd(after)).flatMap(part =>
    part.value
      .replace(/\n$/, '')
      .split('\n')
      .map((line): DiffLine => ({ sign: part.added ? '+' : part.removed ? '-' : ' ', line })),
  )
  return all.filter((_line, index) =>
    all.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(near => near.sign !== ' '),
  )
}

const withEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const textOf = (head: string, url: string, { values, comment }: DescribedChange): string => {
  const parts = [`${head}\n${url}`]
  if (comment !== '') parts.push(comment)
  const changes = values.map(value => {
    if (isLong(value))
      return `${value.label}:\n${linesOf(value)
        .map(({ sign, line }) => `  ${sign} ${line}`)
        .join('\n')}`
    if (value.before === '') return `${value.label}: ${value.after}`
    return `${value.label}: ${value.before} → ${value.after === '' ? '(empty)' : value.after}`
  })
  if (changes.length > 0) parts.push(changes.join('\n'))
  return `${parts.join('\n\n')}\n`
}

const htmlOf = (head: string, url: string, { values, commentHtml }: DescribedChange): string => {
  const rows = values.map(
    value => `<tr><th align="left" valign="top">${escapeHtml(value.label)}</th><td>${htmlValue(value)}</td></tr>`,
  )
  return (
    `<p><a href="${escapeHtml(url)}">${escapeHtml(head)}</a></p>` +
    (commentHtml === '' ? '' : `<blockquote>${commentHtml}</blockquote>`) +
    (rows.length === 0 ? '' : `<table cellpadding="4">${rows.join('')}</table>`)
  )
}

const htmlValue = (value: DescribedValue): string => {
  if (isLong(value)) {
    const lines = linesOf(value).map(({ sign, line }) => {
      const text = escapeHtml(line)
      return sign === '+' ? `<ins>${text}</ins>` : sign === '-' ? `<del>${text}</del>` : text
    })
    return `<pre>${lines.join('\n')}</pre>`
  }
  const before = value.before === '' ? '' : `<del>${escapeHtml(value.before)}</del> `
  return `${before}${value.after === '' ? '' : `<ins>${escapeHtml(value.after)}</ins>`}`
}
