/** The parts of a request that identify the caller. Header names are in lower case. */
export interface Caller {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly method: string
  readonly ip: string
  /** The service that is called, if it is not the API: tokens for it open nothing else (RFC 8707). */
  readonly audience?: string
}

/** The value of a header, maybe empty; undefined if the header is missing. */
export const headerOf = (caller: Caller, name: string): string | undefined => {
  const value = caller.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Whether a request has credentials, right or wrong. */
export const hasCredentials = ({
  authorization,
  cookie,
  'x-auth-accesskey': accessKey,
  'x-auth-token': token,
}: Caller['headers']): boolean =>
  authorization !== undefined || accessKey !== undefined || token !== undefined || cookie !== undefined

/** The scheme of `Authorization` in lower case, and the rest of the value. */
export const authorizationOf = (caller: Caller): { scheme: string; value: string } | undefined => {
  const header = headerOf(caller, 'authorization')
  if (header === undefined) return undefined
  const [, scheme = '', value = ''] = /^\s*(\S*)\s*(.*)$/s.exec(header) ?? []
  return { scheme: scheme.toLowerCase(), value: value.trimEnd() }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Login and password of HTTP Basic (UTF-8); undefined if the value is malformed. */
export const parseBasic = (value: string): { login: string; password: string } | undefined => {
  if (!/^[A-Za-z0-9+/]+=*$/.test(value)) return undefined
  let text: string
  try {
    text = utf8.decode(Buffer.from(value, 'base64'))
  } catch {
    return undefined
  }
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { login: text.slice(0, colon), password: text.slice(colon + 1) }
}
