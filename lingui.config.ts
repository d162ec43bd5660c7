// Catalogs of the pages: one for each folder of web/ and language, so that people who work on different pages do not meet in one file.
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fr'],
  catalogs: [
    {
      path: '<rootDir>/web/locales/{locale}/{name}',
      include: ['<rootDir>/web/{name}/'],
      exclude: ['**/{dist,locales,public,api,session}/**'],
    },
  ],
  runtimeConfigModule: { Trans: [fileURLToPath(new URL('web/session/trans.tsx', import.meta.url)), 'Trans'] },
  orderBy: 'message',
  // Lines change with every edit and say nothing to a translator.
  format: formatter({ lineNumbers: false, origins: true }),
})
