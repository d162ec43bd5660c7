type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined }

/** The canonical text of a JSON value (RFC 8785): the names of members in the order of their UTF-16 units, no spaces. */
export const canonicalJson = (value: unknown): string => write(value as Json)

const write = (value: Json): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(write).join(',')}]`
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${write(member as Json)}`)
  return `{${members.join(',')}}`
}
