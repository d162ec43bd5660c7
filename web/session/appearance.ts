// Language and theme: of the account, else of the last visit, else of the browser.
import { i18n } from '@lingui/core'
import { showLanguage } from './catalogs.ts'
import { languages, type Language } from './languages.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export interface Appearance {
  /** Empty: the browser's language. */
  readonly language: Language | ''
  readonly theme: Theme
}

/** public/appearance.js reads this entry before the first paint. */
const STORED = 'crocus.appearance'

const isLanguage = (value: unknown): value is Language => languages.some(language => language === value)
const isTheme = (value: unknown): value is Theme => themes.some(theme => theme === value)

/** The appearance that this browser stored. */
export const readAppearance = (): Appearance => {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Record<string, unknown>
    return {
      language: isLanguage(stored['language']) ? stored['language'] : '',
      theme: isTheme(stored['theme']) ? stored['theme'] : 'system',
    }
  } catch {
    return { language: '', theme: 'system' }
  }
}

const browserLanguage = (): Language =>
  navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'

/** The tag for formatting dates and numbers: the browser's region for the language. */
export const formatLocale = (language: string): string =>
  navigator.languages.find(tag => tag.toLowerCase().startsWith(`${language}-`)) ?? language

export const startAppearance = (): Promise<void> => applyAppearance(readAppearance())

/** Applies the appearance, and stores it for the next visit. */
export const applyAppearance = async (appearance: Appearance): Promise<void> => {
  remember(appearance)
  if (appearance.theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = appearance.theme
  const language = appearance.language === '' ? browserLanguage() : appearance.language
  if (i18n.locale !== language) await showLanguage(language)
}

const remember = (appearance: Appearance): void => {
  try {
    localStorage.setItem(STORED, JSON.stringify(appearance))
  } catch {
    // No storage here: it holds for this visit.
  }
}
