import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerWebApp } from './web-app.ts'

const html = '<!doctype html><title>Pages</title>'
let folder: string
let app: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crocus-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(join(folder, 'assets/main-1a2b.js'), 'let a')
  await writeFile(join(folder, 'assets/main-1a2b.js.gz'), gzipSync('let a'))
  await writeFile(join(folder, '.crocus-sources'), 'secret')
  app = Fastify()
  app.get('/api/version', () => 'version')
  registerWebApp(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml', ...headers } })

describe('the pages', () => {
  it.each(['/', '/projects/lighthouse', '/artifacts/12?tab=history', '/index.html'])(
    'are one document at %s, revalidated each time and under a strict policy',
    async url => {
      const answer = await get(url)
      expect([answer.statusCode, answer.body]).toEqual([200, html])
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      const policy = String(answer.headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|https?:/)
    },
  )

  it('are not sent again while unchanged', async () => {
    const { headers } = await get('/')
    const again = await get('/', { 'if-none-match': `W/${String(headers.etag)}, "other"` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('load files that never change, compressed for clients that accept it', async () => {
    const plain = await get('/assets/main-1a2b.js', { accept: '*/*' })
    expect([plain.body, plain.headers['cache-control']]).toEqual(['let a', 'public, max-age=31536000, immutable'])
    const packed = await get('/assets/main-1a2b.js', { 'accept-encoding': 'br, gzip' })
    expect([packed.headers['content-encoding'], packed.headers['content-type']]).toEqual([
      'gzip',
      'text/javascript; charset=utf-8',
    ])
    expect(packed.rawPayload).toEqual(gzipSync('let a'))
  })

  it.each(['/api/nothing', '/uploads/x', '/svnplugin/x', '/assets/gone.js', '/health/x', '/.well-known/x'])(
    'are not at %s',
    async url => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  it('are not sent to programs that read no HTML, and no other file is shown', async () => {
    expect((await get('/projects', { accept: '*/*' })).statusCode).toBe(404)
    expect((await get('/.crocus-sources')).body).toBe(html)
    expect((await get('/assets/../../package.json')).body).toBe(html)
    expect((await get('/api/version')).body).toBe('version')
  })

  it('are refused to other sites, except by links (http.md §9)', async () => {
    const framed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
    const refused = await get('/', framed)
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8'])
    expect((await get('/', { ...framed, 'sec-fetch-dest': 'document' })).statusCode).toBe(200)
  })

  it('are reported as missing if they were not built', async () => {
    const bare = Fastify()
    registerWebApp(bare, join(folder, 'nowhere'))
    const answer = await bare.inject({ url: '/', headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('npm run build')])
    await bare.close()
  })
})
