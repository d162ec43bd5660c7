/** A route that is to go. */
export interface Deprecation {
  /** Day from which clients should use something else: `2026-12-01`. */
  readonly since: string
  /** Day after which a version of the platform may leave the route out. */
  readonly sunset: string
  /** Address on the server that tells what to use instead. */
  readonly documentation: string
}

/** The headers of each response of a route that is to go: RFC 9745, RFC 8594. */
export const deprecationHeaders = ({ since, sunset, documentation }: Deprecation): Record<string, string> => ({
  Deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1_000}`,
  Sunset: new Date(`${sunset}T23:59:59Z`).toUTCString(),
  Link: `<${documentation}>; rel="deprecation"; type="text/html"`,
})
