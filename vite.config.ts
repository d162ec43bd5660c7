// Builds the pages (web/) to web/dist, which the server serves; `npm run dev:web` serves them from their sources.
import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogs } from './tools/web/catalogs.ts'
import { closureGroup } from './tools/web/chunks.ts'
import { compress } from './tools/web/compress.ts'
import { guide } from './tools/web/guide.ts'
import { sentences } from './tools/web/sentences.ts'
import { sizeBudget } from './tools/web/size-budget.ts'

const inWeb = (path: string): string => fileURLToPath(new URL(`web/${path}`, import.meta.url))

const server = process.env['CROCUS_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [
    // First: it tells files with sentences by what the next one takes away.
    catalogs(),
    guide(),
    babel({ presets: [sentences] }),
    react(),
    compress(),
    sizeBudget({ shellKilobytes: 190, pageKilobytes: 60 }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari18'],
    // A data: address in a style sheet is one more thing for the policy to allow.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    manifest: false,
    // One file for all that every page needs: it compresses better than forty small ones, and loads with one request.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 2 },
            // All pages with artifacts show values of all types.
            {
              ...closureGroup({
                name: 'fields',
                root: inWeb('fields/registry.ts'),
                users: ['artifacts', 'artifact-dialogs', 'board', 'kanban', 'trackers'].map(inWeb),
              }),
              priority: 1,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      // Every other address is a page.
      [
        // Folders of the pages have these names, too: their sources are not on the server.
        '^/(api|uploads)/(?!.*[.](tsx?|css)($|[?]))',
        '/plugins',
        '/themes',
        '^/users/[^/]+/avatar',
        '^/oauth2/(authorize|token|userinfo|jwks)',
        '/.well-known',
      ].map(path => [
        path,
        // The server compares the host of the page with its own: the page must seem to come from there.
        { target: server, changeOrigin: true, headers: { origin: server, referer: `${server}/` } },
      ]),
    ),
  },
})
