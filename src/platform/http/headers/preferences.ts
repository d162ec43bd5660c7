type Headers = Readonly<Record<string, string | string[] | undefined>>

const PREFERENCE = /^([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s;,"]*)))?/

/** The preferences of `Prefer` by lower-case name (RFC 7240); "" for those without a value. If one occurs twice, the first counts. */
export const preferencesOf = (headers: Headers): ReadonlyMap<string, string> => {
  const sent = headers['prefer']
  if (sent === undefined) return NONE
  const found = new Map<string, string>()
  for (const part of String(sent).split(',')) {
    const match = PREFERENCE.exec(part.trim())
    const name = match?.[1]?.toLowerCase()
    if (name !== undefined && !found.has(name)) found.set(name, match?.[2] ?? match?.[3] ?? '')
  }
  return found
}

const NONE: ReadonlyMap<string, string> = new Map()

/** The preference for a dry run. */
export const DRY_RUN = 'dry-run'
