import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postForm, type Outcome } from './post-form.ts'

const server = createServer((request, response) => {
  request.resume()
  response.end()
})
let port = 0
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Posts to a host whose name resolves to these addresses. */
const post = (host: string, allowedHosts: readonly string[], addresses: readonly string[] = []): Promise<Outcome> =>
  postForm(
    new URL(`http://${host}:${port}/`),
    { a: 'b' },
    {
      allowedHosts,
      resolve: (_host, _options, callback) =>
        callback(
          null,
          addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    },
  )

describe('a host that an operator allows', () => {
  it('is called at a private address', async () => {
    expect(await post('ci.inside', ['ci.inside'], ['127.0.0.1'])).toEqual({ kind: 'accepted', status: 200 })
    expect(await post('127.0.0.1', ['127.0.0.1'])).toEqual({ kind: 'accepted', status: 200 })
    expect(await post('ci.inside', [], ['127.0.0.1'])).toMatchObject({ kind: 'refused' })
  })

  it.each([
    ['its name means it', 'ci.inside', ['169.254.169.254']],
    ['its name means it among others', 'ci.inside', ['127.0.0.1', 'fd00:ec2::254']],
    ['its name means it in an address of IPv6', 'ci.inside', ['::ffff:169.254.169.254']],
    ['the address is named', '169.254.169.254', []],
    ['the address is named as a number', '2852039166', []],
    ['the address is named in one of IPv6', '[::ffff:a9fe:a9fe]', []],
  ])('is never called at a metadata address of a cloud: %s', async (_case, host, addresses) => {
    const allowed = [host, '169.254.169.254']
    expect(await post(host, allowed, addresses)).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('never called') as string,
    })
  })
})
