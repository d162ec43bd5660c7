// The limit of `npm run bench -- files`: a bare Node server that streams a request's body to a file and syncs it, nothing else.
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const folder = process.env['BENCH_FOLDER'] ?? ''
let files = 0

const server = createServer((request, response) => {
  const target = join(folder, `bare-${++files}`)
  pipeline(request, createWriteStream(target))
    .then(async () => {
      const file = await open(target, 'r+')
      await file.sync()
      await file.close()
      response.writeHead(204).end()
    })
    .catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
)
