/** Languages of pages and mails. */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** Names of the preferences that store language and theme (users.md §2). Any other stored text counts as not chosen. */
export const LANGUAGE_PREFERENCE = 'language'
export const THEME_PREFERENCE = 'theme'
/** The only preference that is a column of the account, because every request of the account needs it. */
export const TIMEZONE_PREFERENCE = 'timezone'

/** '' if none was chosen. */
export const languageOf = (preference: string | null): Language | '' =>
  languages.find(language => language === preference) ?? ''

export const themeOf = (preference: string | null): Theme => themes.find(theme => theme === preference) ?? 'system'
