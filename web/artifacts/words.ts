import { useLingui } from '@lingui/react'
import { formatLocale } from '../session/appearance.ts'

/** `A, B and C` in the language of the page. */
export const useListOfWords = (): ((words: readonly string[]) => string) => {
  const locale = formatLocale(useLingui().i18n.locale)
  return words => new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
}

export const nameOf = (user: { readonly real_name: string | null; readonly display_name: string }): string =>
  user.real_name ?? user.display_name
