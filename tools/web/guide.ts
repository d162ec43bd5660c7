// Vite plugin: `virtual:guide` is the guide for people (docs/guide) with the addresses of its pictures.
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { PICTURES, readGuide } from './read-guide.ts'

const GUIDE = '\0virtual:guide'

export const guide = (): Plugin => ({
  name: 'crocus:guide',
  resolveId: id => (id === 'virtual:guide' ? GUIDE : undefined),
  async load(id) {
    if (id !== GUIDE) return undefined
    const { files, pages, pictures } = await readGuide()
    for (const file of files) this.addWatchFile(file)
    return [
      ...pictures.map((file, index) => `import picture${index} from ${JSON.stringify(join(PICTURES, file))}`),
      `const pictures = { ${pictures.map((file, index) => `${JSON.stringify(file)}: picture${index}`).join(', ')} }`,
      `const pages = JSON.parse(${JSON.stringify(JSON.stringify(pages))})`,
      `const withPictures = html => html.replace(/picture:([^"]+)/g, (_, file) => pictures[file])`,
      `export const guidePages = pages.map(page => ({ ...page, html: withPictures(page.html) }))`,
    ].join('\n')
  },
})
