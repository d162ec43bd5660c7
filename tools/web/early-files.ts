// Finds the files that a page imports when it opens. All other files are loaded on demand.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Files that are a page; every other chunk is loaded when a person begins to write or opens a layer, and counts to no page. */
export const isPage = (name: string): boolean => /(-page|artifact-panel)\.tsx$/.test(name)

/** `import … from './file.ts'`, `export … from`, and `import './file.ts'`, unless only types are meant. Not `import('./file.ts')`. */
const STATIC = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?\s*'(\.[^']+)'/gm

/** Absolute paths of the files that the entry and the pages in the folder import, directly or by others, without an import on demand. */
export const earlyFilesOf = (web: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const follow = (file: string): void => {
    if (found.has(file) || !existsSync(file)) return
    found.add(file)
    if (!/\.tsx?$/.test(file)) return
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(STATIC)) follow(resolve(dirname(file), path))
  }
  follow(join(web, 'main.tsx'))
  for (const name of globSync('**/*.tsx', { cwd: web })) if (isPage(name)) follow(join(web, name))
  return found
}
