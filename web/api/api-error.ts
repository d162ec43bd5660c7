/** Something that the server refused, in words for the person who asked for it. */
export class ApiError extends Error {
  /** 0: there was no answer at all. */
  readonly status: number
  /** One sentence for each thing that is wrong. */
  readonly faults: readonly string[]

  constructor(status: number, faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ApiError'
    this.status = status
    this.faults = faults
  }
}

export const isApiError = (error: unknown, status?: number): error is ApiError =>
  error instanceof ApiError && (status === undefined || error.status === status)

/** The body of an answer that is none: `{ error: { code, message } }`, or something that a proxy in between wrote. */
export const apiErrorOf = (status: number, body: unknown): ApiError => {
  const error = (body as { error?: unknown } | undefined)?.error
  if (typeof error === 'string') return new ApiError(status, [error])
  const { message, i18n_error_message, i18n_error_messages } = (error ?? {}) as {
    message?: string
    i18n_error_message?: string
    i18n_error_messages?: readonly string[]
  }
  if (i18n_error_messages) return new ApiError(status, i18n_error_messages)
  if (i18n_error_message !== undefined) return new ApiError(status, [i18n_error_message])
  return new ApiError(status, faultsOf(message ?? ''))
}

/** `Bad Request: first thing\nsecond thing`: the reason phrase is for programs. Nothing is left when there is only that. */
const faultsOf = (message: string): readonly string[] => {
  const detail = /^[A-Z][A-Za-z' -]*: ([^]*)$/.exec(message)?.[1] ?? ''
  return detail
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => line.charAt(0).toUpperCase() + line.slice(1))
}
