// Routes that the generated client lacks. Remove each from this file when `client/` has it.
import { ApiError, apiErrorOf } from './api-error.ts'
import { sessionFetch } from './session-fetch.ts'

export const call = async <Body>(method: string, path: string, json?: unknown): Promise<Body> => {
  const request = new Request(`/api${path}`, {
    method,
    headers: { accept: 'application/json', ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const response = await sessionFetch(request).catch(() => {
    throw new ApiError(0, [])
  })
  const text = await response.text()
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    body = undefined
  }
  if (!response.ok) throw apiErrorOf(response.status, body)
  return body as Body
}
