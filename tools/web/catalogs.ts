// Vite plugin: loads the sentences of a page with the page. Each file with sentences imports `virtual:sentences/<folder>`, which loads
// the catalog of its folder (`virtual:catalog/<language>/<folder>`) before the file shows anything. Files that are loaded on demand have a
// catalog of their own (`<folder>~late`), so that no page waits for sentences of its dialogs.
import { basename, join, relative, sep } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { earlyFilesOf } from './early-files.ts'

const CATALOG = '\0virtual:catalog/'
const SENTENCES = '\0virtual:sentences/'
const ROOT = join(import.meta.dirname, '../..')
const WEB = join(ROOT, 'web')
const LATE = '~late'
const MACROS = /@lingui\/(core|react)\/macro/

export const catalogs = (): Plugin => ({
  name: 'crocus:catalogs',
  enforce: 'pre',
  resolveId: id => (id.startsWith('virtual:catalog/') || id.startsWith('virtual:sentences/') ? `\0${id}` : undefined),
  transform: {
    filter: { code: MACROS },
    handler(code, id) {
      const folder = folderOf(id)
      const part = isEarly(id) ? '' : LATE
      // Appended at the end, so that no line moves: imports run first wherever they are.
      return folder === undefined
        ? undefined
        : { code: `${code}\nimport ${JSON.stringify(`virtual:sentences/${folder}${part}`)}\n`, map: null }
    },
  },
  async load(id) {
    if (id.startsWith(SENTENCES)) return sentencesOf(id.slice(SENTENCES.length))
    if (!id.startsWith(CATALOG)) return undefined
    const [locale = '', folder = ''] = id.slice(CATALOG.length).split('/')
    const { messages, files } = await readCatalog(locale, folder, earlyFilesOf(WEB))
    for (const file of files) this.addWatchFile(file)
    const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'json' })
    for (const { source: message, error } of errors) this.error(`${locale}: “${message}”: ${error.message}`)
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify((JSON.parse(source) as { messages: unknown }).messages))})`
  },
})

let early: ReadonlySet<string> | undefined
const isEarly = (id: string): boolean => (early ??= earlyFilesOf(WEB)).has(pathOf(id))
const pathOf = (id: string): string => id.split('?', 1)[0] ?? ''

/** `web/account/keys-page.tsx` → `account` */
const folderOf = (id: string): string | undefined => {
  const [folder, ...below] = relative(WEB, pathOf(id)).split(sep)
  return folder === undefined || folder === '..' || below.length === 0 ? undefined : folder
}

const sentencesOf = (folder: string): string => {
  const loaders = getConfig({ cwd: ROOT }).locales.map(
    locale => `${JSON.stringify(locale)}: () => import(${JSON.stringify(`virtual:catalog/${locale}/${folder}`)})`,
  )
  return [
    `import { needCatalog } from ${JSON.stringify(join(WEB, 'session/catalogs.ts'))}`,
    `await needCatalog({ ${loaders.join(', ')} })`,
  ].join('\n')
}

/** The sentences of a folder's early or late files. If a language lacks a sentence, the source language is used. */
const readCatalog = async (
  locale: string,
  name: string,
  earlyFiles: ReadonlySet<string>,
): Promise<{ messages: Record<string, string>; files: string[] }> => {
  const config = getConfig({ cwd: ROOT })
  const isLate = name.endsWith(LATE)
  const folder = isLate ? name.slice(0, -LATE.length) : name
  const catalog = (await getCatalogs(config)).find(each => basename(each.path) === folder)
  if (!catalog) return { messages: {}, files: [] }
  const { messages } = await catalog.getTranslations(locale, {
    sourceLocale: config.sourceLocale,
    fallbackLocales: { default: config.sourceLocale },
    missingBehavior: 'resolved',
  })
  const origins = (await catalog.read(locale)) ?? {}
  const isWanted = (id: string): boolean =>
    (origins[id]?.origin ?? []).some(([file]) => earlyFiles.has(join(ROOT, file)) !== isLate)
  return {
    messages: Object.fromEntries(Object.entries(messages).filter(([id]) => isWanted(id))),
    files: [catalog.getFilename(locale)],
  }
}
