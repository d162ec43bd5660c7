/** One thing that is wrong: the server's sentence, and what its reason is about. */
export interface ServerFault {
  readonly text: string
  readonly reason?: string
  readonly parameter?: string
  /** Short name of the field. */
  readonly name?: string
  readonly limit?: number
}

/** Something that the server refused, in words for the person who asked for it. */
export class ApiError extends Error {
  /** 0: there was no answer at all. */
  readonly status: number
  /** One sentence for each thing that is wrong. */
  readonly faults: readonly string[]
  /** The same with their reasons; empty where the server gives none for each sentence. */
  readonly reasons: readonly ServerFault[]

  constructor(status: number, faults: readonly string[], reasons: readonly ServerFault[] = []) {
    super(faults.join('\n'))
    this.name = 'ApiError'
    this.status = status
    this.faults = faults
    this.reasons = reasons
  }
}

export const isApiError = (error: unknown, status?: number): error is ApiError =>
  error instanceof ApiError && (status === undefined || error.status === status)

/** The body of an answer that is none: `{ error: { code, message } }`, or something that a proxy in between wrote. */
export const apiErrorOf = (status: number, body: unknown): ApiError => {
  const error = (body as { error?: unknown } | undefined)?.error
  if (typeof error === 'string') return new ApiError(status, [error])
  const { message, i18n_error_message, i18n_error_messages, details } = (error ?? {}) as {
    message?: string
    i18n_error_message?: string
    i18n_error_messages?: readonly string[]
    details?: Details
  }
  const faults =
    i18n_error_messages ?? (i18n_error_message === undefined ? faultsOf(message ?? '') : [i18n_error_message])
  return new ApiError(status, faults, reasonsOf(details, faults))
}

type Details = Omit<ServerFault, 'text'> & { readonly all?: readonly Omit<ServerFault, 'text'>[] }

/** `all` stands in the order of the sentences; where their numbers differ nothing says which is which. */
const reasonsOf = (details: Details | undefined, faults: readonly string[]): readonly ServerFault[] => {
  if (!details) return []
  const { all, ...first } = details
  const reasons = all ?? [first]
  if (faults.length > 0 && faults.length !== reasons.length) return []
  return reasons.map((reason, index) => ({ ...reason, text: faults[index] ?? '' }))
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
