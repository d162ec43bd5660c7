import { useLingui } from '@lingui/react'
import { formatLocale } from '../session/appearance.ts'

/** `A, B and C` in the language of the page. */
export const useListOfWords = (): ((words: readonly string[]) => string) => {
  const locale = formatLocale(useLingui().i18n.locale)
  return words => new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
}

interface Titled {
  readonly title: string | null
  readonly xref: string
}

/** The title of an artifact, or the reference of an artifact without one. */
export const titleOf = ({ title, xref }: Titled): string => (title === null || title === '' ? xref : title)

/** Title and reference, for the window of the browser. */
export const fullTitleOf = ({ title, xref }: Titled): string =>
  title === null || title === '' ? xref : `${title} · ${xref}`

export const nameOf = (user: { readonly real_name: string | null; readonly display_name: string }): string =>
  user.real_name ?? user.display_name
