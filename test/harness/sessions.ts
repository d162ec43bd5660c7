// Browsers with a session: they send its cookie, and say what pages of the platform say of their calls.
import { expect } from 'vitest'
import type { TestApp, TestRequest, TestResponse } from './app.ts'
import type { Credentials } from './fixture.ts'

/** Headers of a browser on a call by a script of the platform's own pages. */
export const ownScript = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' } as const

export interface Browser {
  readonly sessionId: number
  /** `name=value`, as it is sent back. */
  readonly cookie: string
  /** Of a call that a page makes: cookie and what the browser adds. */
  readonly headers: Readonly<Record<string, string>>
  request(method: string, path: string, request?: TestRequest): Promise<TestResponse>
}

export const cookieOf = (response: TestResponse): string =>
  String(response.headers['set-cookie']).split(';', 1)[0] ?? ''

export const signIn = async (
  crocus: Pick<TestApp, 'request'>,
  [username, password]: Credentials,
  headers: Readonly<Record<string, string>> = {},
): Promise<Browser> => {
  const response = await crocus.request('POST', '/api/sessions', {
    json: { username, password },
    headers: { ...ownScript, ...headers },
  })
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  const cookie = cookieOf(response)
  const sent = { ...ownScript, cookie }
  return {
    sessionId: response.json<{ id: number }>().id,
    cookie,
    headers: sent,
    request: (method, path, request = {}) =>
      crocus.request(method, path, { ...request, headers: { ...sent, ...request.headers } }),
  }
}
