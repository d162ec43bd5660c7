import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../html.ts'
import { reasons } from '../../reasons.ts'

const style = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
dt { font-family: ui-monospace, monospace; font-weight: 600; margin-top: 1rem; scroll-margin-top: 1rem }
dt:target { outline: 2px solid; outline-offset: .25rem }
dd { margin: .25rem 0 0 }
dt a { color: inherit; text-decoration: none }`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const entries = Object.entries(reasons)
  .map(
    ([reason, meaning]) =>
      `<dt id="${reason}"><a href="#${reason}">${reason}</a></dt>\n<dd>${escapeHtml(meaning)}</dd>`,
  )
  .join('\n')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reasons of refusals · Crocus API</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Reasons of refusals</h1>
<p>Every refusal of the API has one of these in <code>error.details.reason</code>. A reason is never renamed; new ones may come.
Where several things are wrong, <code>all</code> has each of them. See also <a href="/api/explorer/">the routes of the API</a>.</p>
<dl>
${entries}
</dl>
</main>
</body>
</html>
`

/** `/docs/reasons#field.required`, where `error.details.doc` leads (integrators.md §8). */
export const registerReasonsPage = (app: FastifyInstance): void => {
  app.get('/docs/reasons', (_request, reply) =>
    reply
      .headers({
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': policy,
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
