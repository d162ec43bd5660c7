// Sentences: what has been loaded of a page brings those of its folder in the language shown (tools/web/catalogs.ts).
import { i18n } from '@lingui/core'
import type { Messages } from '@lingui/core'
import type { Language } from './languages.ts'

/** One folder's sentences in each language. */
type Catalog = Readonly<Record<Language, () => Promise<{ messages: Messages }>>>

const needed = new Set<Catalog>()

/** Called by every folder of pages as it is loaded; done when its sentences are there. Before a language is chosen it is only noted. */
export const needCatalog = async (catalog: Catalog): Promise<void> => {
  needed.add(catalog)
  const language = i18n.locale as Language | ''
  if (language === '') return
  const { messages } = await catalog[language]()
  i18n.load(language, messages)
}

/** Shows the language, with the sentences of all that has been loaded so far. */
export const showLanguage = async (language: Language): Promise<void> => {
  const loaded = await Promise.all([...needed].map(catalog => catalog[language]()))
  for (const { messages } of loaded) i18n.load(language, messages)
  i18n.activate(language)
  document.documentElement.lang = language
}
