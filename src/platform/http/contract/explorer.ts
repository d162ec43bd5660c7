import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCrossSite } from '../headers/fetch-metadata.ts'
import { acceptsGzip } from '../headers/negotiate.ts'
import type { OpenApiDocument } from './openapi.ts'
import { toSwagger2 } from './swagger2.ts'

export interface ExplorerOptions {
  readonly document: OpenApiDocument
  /** Sends finished JSON text in the way of every API response. */
  readonly send: (request: FastifyRequest, reply: FastifyReply, json: string) => void
}

const compress = promisify(gzip)
const ui = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** Files of Swagger UI that the page loads, and their content types. */
const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
  'oauth2-redirect.html': 'text/html; charset=utf-8',
  'oauth2-redirect.js': 'text/javascript; charset=utf-8',
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Crocus API</title>
<link rel="stylesheet" href="swagger-ui.css">
<link rel="icon" type="image/png" href="favicon-32x32.png">
</head>
<body>
<main id="explorer"></main>
<noscript>This page needs JavaScript. The description of the API is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
<script src="swagger-ui-bundle.js"></script>
<script src="explorer.js"></script>
</body>
</html>
`

const script = `const ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  oauth2RedirectUrl: new URL('oauth2-redirect.html', location.href).href,
  presets: [SwaggerUIBundle.presets.apis],
  onComplete: () => ui.initOAuth({ scopeSeparator: ' ', usePkceWithAuthorizationCodeGrant: true }),
})
`

/** Nothing from another host, no inline script; Swagger UI draws its icons from data addresses. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Sec-Fetch-Site, Accept-Encoding',
}

/** The OpenAPI document at `/api/openapi.json` and Swagger UI, served by ourselves, at `/api/explorer/` (http.md §10). */
export const registerExplorer = (app: FastifyInstance, options: ExplorerOptions): void => {
  const json = JSON.stringify(options.document)
  // The suffix `.json` is cut off every path of the API before routing. The document is a file without an XML form.
  app.get('/api/openapi', (request, reply) => options.send(request, reply, json))

  app.register((explorer, _options, done) => {
    explorer.addHook('onRequest', (request, reply, next) => {
      void reply.headers(pageHeaders)
      if (!isCrossSite(request.headers, request.method)) return next()
      return reply.code(403).type('text/plain; charset=utf-8').send('Requests from other sites are refused here.\n')
    })
    explorer.get('/api/explorer', (_request, reply) => reply.redirect('/api/explorer/', 301))
    const serve = (name: string, type: string, read: () => Promise<Buffer>) => {
      let content: Promise<{ plain: Buffer; gzipped: Buffer }> | undefined
      explorer.get(`/api/explorer/${name}`, async (request, reply) => {
        content ??= read().then(async plain => ({ plain, gzipped: await compress(plain) }))
        const { plain, gzipped } = await content
        void reply.type(type).header('Cache-Control', name === '' ? 'no-cache' : 'public, max-age=3600')
        if (!acceptsGzip(request.headers['accept-encoding'])) return plain
        void reply.header('Content-Encoding', 'gzip')
        return gzipped
      })
    }
    serve('', 'text/html; charset=utf-8', () => Promise.resolve(Buffer.from(page)))
    serve('explorer.js', 'text/javascript; charset=utf-8', () => Promise.resolve(Buffer.from(script)))
    for (const [name, type] of Object.entries(assets)) serve(name, type, () => readFile(join(ui, name)))
    explorer.get('/api/explorer/swagger.json', (request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(toSwagger2(options.document, request.host))),
    )
    done()
  })
}
