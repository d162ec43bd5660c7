// Addresses of databases as PostgreSQL's own programs write them: one address may name several servers, which `pg` does not understand.

/** Address of each server, every one of which `pg` understands. */
export type ServerUrls = readonly [string, ...string[]]

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/
const SESSION = 'target_session_attrs'

/** The values that `target_session_attrs` may have, by the purpose of the address: writes go to the primary in any case. */
const sessions = {
  primary: ['any', 'read-write', 'primary'],
  standby: ['any', 'read-only', 'standby', 'prefer-standby'],
} as const

export type Role = keyof typeof sessions

/**
 * `postgres://user:password@one:5432,two:5433/crocus?target_session_attrs=read-write` → one address for each server, or undefined if the
 * text is no address of a database. With one server and no `target_session_attrs` the result is the text itself.
 */
export const serverUrls = (text: string, role: Role = 'primary'): ServerUrls | undefined => {
  const [, before = '', servers = '', after = ''] = ADDRESS.exec(text) ?? []
  if (before === '') return undefined
  const names = servers.split(',')
  if (names.length > 1 && names.includes('')) return undefined
  const urls = names.map(name => before + name + after)
  const session = URL.parse(urls[0] ?? '')?.searchParams.get(SESSION) ?? 'any'
  if (!urls.every(url => URL.canParse(url)) || !(sessions[role] as readonly string[]).includes(session))
    return undefined
  return urls.map(url => withoutParameter(url, SESSION)) as unknown as ServerUrls
}

/** The address without one of its parameters, and otherwise as it was written. */
export const withoutParameter = (url: string, name: string): string =>
  url.replace(new RegExp(`([?&])${name}=[^&#]*(&?)`), (_all, start: string, more: string) => (more === '' ? '' : start))

/** Database and servers for people to read, without account and password. */
export const describeDatabase = (urls: ServerUrls): string => {
  const parsed = urls.map(url => URL.parse(url))
  const name = decodeURIComponent(parsed[0]?.pathname.slice(1) ?? '')
  return `${name} on ${parsed.map(url => url?.searchParams.get('host') ?? url?.host ?? '').join(', ')}`
}
