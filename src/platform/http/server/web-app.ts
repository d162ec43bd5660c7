// The pages (web/dist) as files: one HTML document for every page's address, and the files that it loads. http.md §9 has their rules.
import { createHash } from 'node:crypto'
import { access, readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { isCrossSite } from '../headers/fetch-metadata.ts'
import { acceptsBrotli, acceptsGzip } from '../headers/negotiate.ts'

/** The folder into which `npm run build` writes the pages. */
export const BUILT_PAGES = join(import.meta.dirname, '../../../../web/dist')

interface PageFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly gzip: Buffer | undefined
  readonly brotli: Buffer | undefined
}
/** By path: `/assets/index-3f2a.js`. */
type PageFiles = ReadonlyMap<string, PageFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const INDEX = '/index.html'
/** File names in this folder contain the hash of the content. */
const HASHED = '/assets/'
/** Addresses that are never a page. */
const NO_PAGE = /^\/(api|mcp|assets|uploads|svnplugin|health|\.well-known)(\/|$)/

/** Nothing from another host, no inline script and no inline style. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // auth.md §2.6: without Sec-Fetch-Site the server recognises a foreign page by the Referer, which browsers must therefore send here.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept, Accept-Encoding, Sec-Fetch-Site',
}

/**
 * Serves the pages at every address without another route. Without a build the rest of the server works. Returns the handler, for routes
 * that leave some of their addresses to the pages.
 */
export const registerWebApp = (app: FastifyInstance, folder: string = BUILT_PAGES): RouteHandlerMethod => {
  // All files are read together and once: a build that replaces them while the server runs mixes nothing.
  let reading: Promise<PageFiles> | undefined
  app.addHook('onListen', async () => {
    const isBuilt = await access(join(folder, INDEX)).then(
      () => true,
      () => false,
    )
    if (!isBuilt) app.log.warn({ folder }, 'there are no pages: run `npm run build`, then start again')
  })
  const showPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> => {
    const path = pathOf(request)
    if (NO_PAGE.test(path) && !path.startsWith(HASHED)) return reply.callNotFound()
    if (isCrossSite(request.headers, request.method)) {
      return reply
        .code(403)
        .headers(headers)
        .type('text/plain; charset=utf-8')
        .send('Requests from other sites are refused here.\n')
    }
    reading ??= readPageFiles(folder)
    const files = await reading
    const file = path === INDEX ? undefined : files.get(path)
    if (file) return send(request, reply, file, path.startsWith(HASHED))
    // A missing picture or script, and any request of a program, gets a 404 and no page.
    if (path.startsWith(HASHED) || !(request.headers.accept ?? '').includes('text/html')) return reply.callNotFound()
    const index = files.get(INDEX)
    if (index) return send(request, reply, index, false)
    reading = undefined
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The pages are not built here: run `npm run build`. The API works without them: /api/explorer/\n')
  }
  app.get('/*', showPage)
  return showPage
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/'

const send = (request: FastifyRequest, reply: FastifyReply, file: PageFile, isHashed: boolean): FastifyReply => {
  void reply.headers({
    ...headers,
    ETag: file.etag,
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  if (request.headers['if-none-match']?.split(/\s*,\s*/).some(tag => tag.replace(/^W\//, '') === file.etag) === true)
    return reply.code(304).send()
  void reply.type(file.type)
  const accepted = request.headers['accept-encoding']
  if (file.brotli && acceptsBrotli(accepted)) return reply.header('Content-Encoding', 'br').send(file.brotli)
  if (file.gzip && acceptsGzip(accepted)) return reply.header('Content-Encoding', 'gzip').send(file.gzip)
  return reply.send(file.plain)
}

const readPageFiles = async (folder: string): Promise<PageFiles> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const contents = new Map(await Promise.all(names.map(async name => [name, await readFile(name)] as const)))
  const files = new Map<string, PageFile>()
  for (const [name, plain] of contents) {
    const type = types[extname(name)]
    if (type === undefined) continue
    files.set(`/${relative(folder, name).split(sep).join('/')}`, {
      type,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      gzip: contents.get(`${name}.gz`),
      brotli: contents.get(`${name}.br`),
    })
  }
  return files
}
