import { foldLines, hasLongerLines, isPlainText } from 'nodemailer/lib/mime-funcs'
import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { OutgoingMail } from './outgoing-mail.ts'
import type { Envelope } from './smtp-session.ts'

/** A message in one piece, and its addresses for the mail server. */
export interface ComposedMessage {
  readonly envelope: Envelope
  /** ASCII, except for letters beyond it before the @ of an address; each line ends with CRLF. */
  readonly text: string
}

interface Person {
  readonly name?: string
  readonly address: string
}

const LINE = 76

/**
 * Composes a message in one piece. The library encodes headers and bodies that need it. It would pass each part through streams, which
 * costs more CPU than the rest of a mail.
 */
export const composeMessage = (mail: OutgoingMail, date: Date): ComposedMessage => {
  const from = addressHeader('From', mail.from)
  const to = addressHeader('To', mail.to)
  const lines = [
    from.line,
    to.line,
    ...(mail.replyTo === undefined ? [] : [addressHeader('Reply-To', { address: mail.replyTo }).line]),
    header('Subject', mail.subject),
    header('Message-ID', mail.messageId),
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    'Auto-Submitted: auto-generated',
    ...Object.entries(mail.headers ?? {}).map(([name, value]) => header(name, value)),
    'MIME-Version: 1.0',
    bodyOf(mail),
  ]
  return { envelope: { from: from.address, to: to.address }, text: lines.join('\r\n') }
}

/** Whether a header can hold the text as it is. */
const isPlainHeader = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)

const header = (name: string, value: string): string =>
  isPlainHeader(value) ? foldLines(`${name}: ${value}`, LINE) : encodedHeader(name, value).buildHeaders()

const PLAIN_ADDRESS = /^[\w+-]+(?:\.[\w+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/

const addressHeader = (
  header: string,
  { name = '', address }: Person,
): { readonly line: string; readonly address: string } => {
  if (PLAIN_ADDRESS.test(address) && (name === '' || (isPlainHeader(name) && !/["\\]/.test(name)))) {
    return { line: foldLines(`${header}: ${name === '' ? address : `"${name}" <${address}>`}`, LINE), address }
  }
  const node = encodedHeader(header, { name, address })
  const { from, to } = node.getEnvelope()
  return { line: node.buildHeaders(), address: to[0] ?? (from || '') }
}

/** A node below another one has no headers but its own. */
const ROOT = new MimeNode()
const encodedHeader = (name: string, value: string | Person): MimeNode =>
  new MimeNode(undefined, { rootNode: ROOT }).setHeader(name, value)

/** The rest of a message, from its Content-Type. */
const bodyOf = ({ text, html, messageId }: OutgoingMail): string => {
  const plain = partOf('text/plain', text)
  if (html === undefined) return plain
  const boundary = `=_${messageId.replaceAll(/[^\w-]/g, '').slice(0, 60)}`
  const parts = [plain, partOf('text/html', html)].map(part => `--${boundary}\r\n${part}\r\n`)
  return `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n${parts.join('')}--${boundary}--\r\n`
}

const partOf = (type: string, content: string): string => {
  const isPlain = isPlainText(content) && !hasLongerLines(content, LINE)
  const [encoding, encoded] = isPlain ? ['7bit', content] : ['quoted-printable', wrap(encode(content), LINE)]
  const lines = encoded.replaceAll(/\r?\n|\r/g, '\r\n')
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${lines}`
}
