// Vite plugin: prints the transfer size (gzip) of the shell and each page, and fails the build when one exceeds its budget.
import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { isPage } from './early-files.ts'

export interface Budget {
  /** Maximum size of the shell: the entry with its imports, its styles, and its sentences in the longer language. */
  readonly shellKilobytes: number
  /** Maximum size of one page beyond the shell. */
  readonly pageKilobytes: number
}

export const sizeBudget = ({ shellKilobytes, pageKilobytes }: Budget): Plugin => ({
  name: 'crocus:size-budget',
  apply: 'build',
  generateBundle(_options, bundle) {
    const sizes = new Map<string, number>()
    const sizeOf = (name: string): number => {
      const known = sizes.get(name)
      if (known !== undefined) return known
      const file = bundle[name]
      const size = file ? gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length : 0
      sizes.set(name, size)
      return size
    }
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
    const chunkOf = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
    /** The chunk with all its static imports, styles included. */
    const filesOf = (chunk: Rolldown.OutputChunk, found = new Set<string>()): Set<string> => {
      if (found.has(chunk.fileName)) return found
      found.add(chunk.fileName)
      for (const css of cssOf(chunk)) found.add(css)
      for (const name of chunk.imports) {
        const imported = chunkOf.get(name)
        if (imported) filesOf(imported, found)
      }
      return found
    }
    const total = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + sizeOf(name), 0)

    const entry = chunks.find(chunk => chunk.isEntry)
    if (!entry) return
    const shellFiles = filesOf(entry)
    /** Size of the sentences that the chunks load, except those of the folders in `but`. */
    const sentencesOf = (names: Iterable<string>, but = new Set<string>()): { folders: Set<string>; size: number } => {
      const byFolder = new Map<string, number>()
      for (const name of names) {
        for (const imported of chunkOf.get(name)?.dynamicImports ?? []) {
          const [, folder] = /virtual:catalog\/[^/]+\/(.+)$/.exec(chunkOf.get(imported)?.facadeModuleId ?? '') ?? []
          if (folder === undefined || but.has(folder)) continue
          byFolder.set(folder, Math.max(byFolder.get(folder) ?? 0, sizeOf(imported)))
        }
      }
      return { folders: new Set(byFolder.keys()), size: [...byFolder.values()].reduce((sum, size) => sum + size, 0) }
    }
    const shellSentences = sentencesOf(shellFiles)
    const shell = total(shellFiles) + shellSentences.size
    const lines = [line('shell', shell, shellKilobytes)]
    const faults = shell > shellKilobytes * 1000 ? ['shell'] : []
    for (const chunk of chunks) {
      if (!chunk.isDynamicEntry || chunk.facadeModuleId?.includes('virtual:catalog/')) continue
      const name = chunk.facadeModuleId ? relative(process.cwd(), chunk.facadeModuleId) : chunk.name
      const files = [...filesOf(chunk)].filter(file => !shellFiles.has(file))
      const own = total(files) + sentencesOf(files, shellSentences.folders).size
      if (!isPage(name)) {
        lines.push(`${(own / 1000).toFixed(1).padStart(8)} kB  ${name} (late)`)
        continue
      }
      lines.push(line(name, own, pageKilobytes))
      if (own > pageKilobytes * 1000) faults.push(name)
    }
    this.info(`gzip sizes\n${lines.join('\n')}`)
    if (faults.length > 0) this.error(`heavier than its budget: ${faults.join(', ')}`)
  },
})

const cssOf = (chunk: Rolldown.OutputChunk): readonly string[] => [
  ...((chunk as { viteMetadata?: { importedCss?: Set<string> } }).viteMetadata?.importedCss ?? []),
]

const line = (name: string, bytes: number, budget: number): string =>
  `${(bytes / 1000).toFixed(1).padStart(8)} of ${budget} kB  ${name}`
