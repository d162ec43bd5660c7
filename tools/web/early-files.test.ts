import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../test/harness/process.ts'
import { earlyFilesOf } from './early-files.ts'

describe('files that are there when a page opens', () => {
  it('are those that the entry and the pages import, but not on demand and not for their types', async () => {
    const web = await testFolder()
    const write = (path: string, text: string) => {
      mkdirSync(join(web, path, '..'), { recursive: true })
      writeFileSync(join(web, path), text)
    }
    write('main.tsx', "import './app/app.tsx'\n")
    write('app/app.tsx', "export { routes } from './routes.ts'\n")
    write('app/routes.ts', "export const routes = () => import('../artifacts/artifact-page.tsx')\n")
    write(
      'artifacts/artifact-page.tsx',
      [
        "import {\n  Head,\n} from './head.tsx'",
        "import type { Dialog } from './dialog-types.ts'",
        "const Late = lazyPart(() => import('./dialog.tsx'), 'Dialog')",
        '',
      ].join('\n'),
    )
    write('artifacts/head.tsx', 'export const Head = 1\n')
    write('artifacts/dialog.tsx', "import './words.ts'\n")
    write('artifacts/dialog-types.ts', 'export type Dialog = 1\n')
    write('artifacts/words.ts', '')
    expect([...earlyFilesOf(web)].map(file => file.slice(web.length + 1)).sort()).toEqual([
      'app/app.tsx',
      'app/routes.ts',
      'artifacts/artifact-page.tsx',
      'artifacts/head.tsx',
      'main.tsx',
    ])
  })
})
