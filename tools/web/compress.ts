// Vite plugin: writes gzip and Brotli forms beside each text file of the build, so that the server never compresses a page.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const isText = (name: string): boolean => /\.(js|css|html|svg|json|txt)$/.test(name)

export const compress = (): Plugin => ({
  name: 'crocus:compress',
  apply: 'build',
  // Runs after all files exist, those of the public folder included.
  async writeBundle({ dir }) {
    if (dir === undefined) return
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      if (!entry.isFile() || !isText(entry.name)) continue
      const file = join(entry.parentPath, entry.name)
      const plain = await readFile(file)
      await writeFile(`${file}.gz`, await toGzip(plain, { level: 9 }))
      await writeFile(`${file}.br`, await toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    }
  },
})
