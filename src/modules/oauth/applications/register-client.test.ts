import { describe, expect, it } from 'vitest'
import { parseClientMetadata } from './register-client.ts'

const aClient = (given: object = {}) => ({
  client_name: 'A program',
  redirect_uris: ['http://127.0.0.1:49152/callback'],
  ...given,
})

describe('metadata of clients that register themselves (RFC 7591)', () => {
  it.each([
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [
      { redirect_uris: Array.from({ length: 11 }, (_, port) => `http://127.0.0.1:${port + 1}/`) },
      'invalid_redirect_uri',
    ],
    [{ redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://a.example/#x'] }, 'invalid_redirect_uri'],
    [{ client_name: '' }, 'invalid_client_metadata'],
    [{ client_name: 'x'.repeat(256) }, 'invalid_client_metadata'],
    [{ token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
    [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ response_types: ['token'] }, 'invalid_client_metadata'],
  ] as const)('are refused: %j', (given, error) => {
    expect(parseClientMetadata(aClient(given))).toMatchObject({ error })
  })

  it('are a name in one line, and each address once', () => {
    const redirect_uris = ['https://a.example/', 'https://a.example/']
    expect(parseClientMetadata(aClient({ client_name: ' A \n b ', redirect_uris }))).toEqual({
      name: 'A b',
      redirectUris: ['https://a.example/'],
    })
  })

  it.each([undefined, null, [], 'text', 1])('are an object, not %j', metadata => {
    expect(parseClientMetadata(metadata)).toMatchObject({ error: 'invalid_client_metadata' })
  })
})
