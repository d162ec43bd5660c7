// Texts: each loaded folder of pages loads its texts in the current language (tools/web/catalogs.ts).
import { i18n } from '@lingui/core'
import type { Messages } from '@lingui/core'
import type { Language } from './languages.ts'

/** The texts of one folder in each language. */
type Catalog = Readonly<Record<Language, () => Promise<{ messages: Messages }>>>

const needed = new Set<Catalog>()

/**
 * Every folder of pages calls this when it is loaded; resolves when its texts are loaded. Before a language is chosen, it only registers
 * the folder.
 */
export const needCatalog = async (catalog: Catalog): Promise<void> => {
  needed.add(catalog)
  const language = i18n.locale as Language | ''
  if (language === '') return
  const { messages } = await catalog[language]()
  i18n.load(language, messages)
}

/** Switches to the language, with the texts of all loaded folders. */
export const showLanguage = async (language: Language): Promise<void> => {
  const loaded = await Promise.all([...needed].map(catalog => catalog[language]()))
  for (const { messages } of loaded) i18n.load(language, messages)
  i18n.activate(language)
  document.documentElement.lang = language
}
