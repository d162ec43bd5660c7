// Vite plugin: `virtual:catalog/<language>` is all catalogs of a language, compiled, as one module.
import { join } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

const PREFIX = 'virtual:catalog/'
const ROOT = join(import.meta.dirname, '../..')

export const catalogs = (): Plugin => ({
  name: 'crocus:catalogs',
  resolveId: id => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  async load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined
    const locale = id.slice(PREFIX.length + 1)
    const { messages, files } = await readCatalogs(locale)
    for (const file of files) this.addWatchFile(file)
    const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'json' })
    for (const { source: message, error } of errors) this.error(`${locale}: “${message}”: ${error.message}`)
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify((JSON.parse(source) as { messages: unknown }).messages))})`
  },
})

/** Where a language has no sentence the source language has it. */
const readCatalogs = async (locale: string): Promise<{ messages: Record<string, string>; files: string[] }> => {
  const config = getConfig({ cwd: ROOT })
  const messages: Record<string, string> = {}
  const files: string[] = []
  for (const catalog of await getCatalogs(config)) {
    const { messages: translated } = await catalog.getTranslations(locale, {
      sourceLocale: config.sourceLocale,
      fallbackLocales: { default: config.sourceLocale },
      missingBehavior: 'resolved',
    })
    Object.assign(messages, translated)
    files.push(catalog.getFilename(locale))
  }
  return { messages, files }
}
