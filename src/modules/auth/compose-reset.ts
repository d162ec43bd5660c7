import { escapeHtml } from '../../platform/html.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { User } from '../users/index.ts'

/** The mail with the link; the only place where its token is. */
export const composeReset = ({ login, realName, email }: User, platform: string, url: string): Mail => {
  const lines = [
    `Hello ${realName || login},`,
    `somebody, probably you, wants to choose another password for your account ${login} on ${platform}.`,
    'If it was you, open this address within an hour; it works once:',
    url,
    'If it was not you, do nothing: your password stays as it is.',
  ]
  const html = lines.map(line =>
    line === url ? `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>` : escapeHtml(line),
  )
  return {
    to: { name: realName, address: email },
    subject: `Another password for ${platform}`,
    text: `${lines.join('\n\n')}\n`,
    html: html.map(line => `<p>${line}</p>\n`).join(''),
  }
}
