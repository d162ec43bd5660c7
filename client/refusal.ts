/** A response that is no success, with what the server says about it. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
  readonly response: Response
  /** `error.details.reason` of the response: docs/reasons.md lists all. */
  readonly reason: string | undefined
  readonly body: unknown

  constructor(response: Response, body: unknown) {
    const { message, details } = (body as { error?: ErrorMember } | undefined)?.error ?? {}
    super(message ?? `The server answered ${response.status}.`)
    this.response = response
    this.reason = details?.reason
    this.body = body
  }
}

interface ErrorMember {
  readonly message?: string
  readonly details?: { readonly reason?: string }
}
