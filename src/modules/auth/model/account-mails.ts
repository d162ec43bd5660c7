import { escapeHtml } from '../../../platform/html.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { User } from '../../users/index.ts'
import type { AuthDependencies } from './auth.dependencies.ts'
import { en } from './mail-texts/en.ts'
import { fr } from './mail-texts/fr.ts'
import type { MailText, MailTexts } from './mail-texts/mail-texts.ts'

const byLanguage = { en, fr } as const

/** The owner of an account, at one of its addresses. */
export type Recipient = Pick<User, 'login' | 'realName' | 'email' | 'language'>

/** Writes a mail about an account in the language that its owner chose, or else in English. */
export const composeMail = (to: Recipient, say: (texts: MailTexts) => MailText): Mail => {
  const texts = byLanguage[to.language === '' ? 'en' : to.language]
  const { subject, paragraphs } = say(texts)
  const lines = [texts.greeting(to.realName || to.login), ...paragraphs]
  return {
    to: { name: to.realName, address: to.email },
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map(line => `<p>${isAddress(line) ? linkTo(line) : escapeHtml(line)}</p>\n`).join(''),
  }
}

const isAddress = (line: string): boolean => /^https?:\/\/\S+$/.test(line)
const linkTo = (url: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`

/** Page of the web application on which a user requests a mail with a link. */
export const forgottenUrl = ({ settings }: Pick<AuthDependencies, 'settings'>): string =>
  `${settings.publicUrl()}/reset-password`

/** Page on which a user chooses a password with the token of a mail. */
export const choiceUrl = ({ settings }: Pick<AuthDependencies, 'settings'>, token: string): string =>
  `${settings.publicUrl()}/reset-password/${token}`
