/** A limit of calls and the rest of it, as the headers `RateLimit-Policy` and `RateLimit` name them. */
export interface Quota {
  /** Name of the policy: letters, and nothing that quotes need. */
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
  readonly remaining: number
  /** Seconds until the quota is whole again; absent if it comes back bit by bit. */
  readonly resetSeconds?: number
}

/**
 * The headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers-10). `RateLimit-Policy` has the limit (`q`) and its window in seconds (`w`),
 * `RateLimit` the rest (`r`) and the seconds until the reset (`t`).
 */
export const quotaHeaders = (quotas: readonly Quota[]): Record<string, string> => ({
  'RateLimit-Policy': quotas
    .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
    .join(', '),
  RateLimit: quotas
    .map(
      ({ name, remaining, resetSeconds }) =>
        `"${name}";r=${remaining}${resetSeconds === undefined ? '' : `;t=${resetSeconds}`}`,
    )
    .join(', '),
})

const LISTS = ['RateLimit-Policy', 'RateLimit']

type Headers = Readonly<Record<string, string>>

/** Headers of the call, then those of the route, which win. A response has the quotas of both. */
export const mergeHeaders = (common: Headers | undefined, own: Headers | undefined): Headers | undefined => {
  if (common === undefined || own === undefined) return own ?? common
  const merged: Record<string, string> = { ...common, ...own }
  for (const name of LISTS) if (common[name] && own[name]) merged[name] = `${common[name]}, ${own[name]}`
  return merged
}
