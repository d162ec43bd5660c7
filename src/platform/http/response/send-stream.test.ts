import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendStream } from './send-stream.ts'

const server = createServer()
beforeAll(() => new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

const asked = async () => {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { client, response }
}
const endless = () => Readable.from(Array.from({ length: 100_000 }, () => 'word '.repeat(100)))

it('closes the source if the client has already left', async () => {
  const { client, response } = await asked()
  client.resetAndDestroy()
  await once(response, 'close')
  const source = endless()
  const gzip = createGzip()
  await sendStream(response, source, gzip)
  expect([source.destroyed, gzip.destroyed]).toEqual([true, true])
})

it('closes the source when the client leaves in the middle, and reports it', async () => {
  const { client, response } = await asked()
  const source = endless()
  const sent = sendStream(response, source)
  client.once('data', () => client.resetAndDestroy())
  await expect(sent).rejects.toThrow()
  expect(source.destroyed).toBe(true)
})
