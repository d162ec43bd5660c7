import MimeNode from 'nodemailer/lib/mime-node'
import { hasLongerLines, isPlainText } from 'nodemailer/lib/mime-funcs'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { OutgoingMail } from './outgoing-mail.ts'

/** A message as bytes, and the addresses for the mail server. */
export interface ComposedMessage {
  readonly envelope: { readonly from: string; readonly to: string[] }
  readonly bytes: Buffer
}

const LINE = 76

/**
 * Composes a message in one piece. The library makes the headers, whose encoding has many rules. It would pass each part through streams,
 * which costs more CPU than the rest of a mail.
 */
export const composeMessage = (mail: OutgoingMail, date: Date): ComposedMessage => {
  const head = new MimeNode()
  head.setHeader('From', mail.from)
  head.setHeader('To', { name: mail.to.name ?? '', address: mail.to.address })
  if (mail.replyTo !== undefined) head.setHeader('Reply-To', mail.replyTo)
  head.setHeader('Subject', mail.subject)
  head.setHeader('Message-ID', mail.messageId)
  head.setHeader('Date', date)
  head.setHeader('Auto-Submitted', 'auto-generated')
  for (const [name, value] of Object.entries(mail.headers ?? {})) head.setHeader(name, value)
  head.setHeader('MIME-Version', '1.0')
  const { from, to } = head.getEnvelope()
  return { envelope: { from: from || '', to }, bytes: Buffer.from(`${head.buildHeaders()}\r\n${bodyOf(mail)}`) }
}

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
