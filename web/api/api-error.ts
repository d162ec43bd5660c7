/** One fault: the server's sentence, and the data of its reason. */
export interface ServerFault {
  readonly text: string
  readonly reason?: string
  readonly parameter?: string
  /** Short name of the field. */
  readonly name?: string
  readonly limit?: number
}

/** A refusal of the server, in sentences for the reader. */
export class ApiError extends Error {
  /** 0: no response arrived. */
  readonly status: number
  /** One sentence for each fault. */
  readonly faults: readonly string[]
  /** The faults with their reasons; empty if the server gives no reason for each sentence. */
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

/** The body of a failed response: `{ error: { code, message } }`, or the text of a proxy in between. */
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

/** `all` is in the order of the sentences. If the numbers differ, the reasons cannot be assigned. */
const reasonsOf = (details: Details | undefined, faults: readonly string[]): readonly ServerFault[] => {
  if (!details) return []
  const { all, ...first } = details
  const reasons = all ?? [first]
  if (faults.length > 0 && faults.length !== reasons.length) return []
  return reasons.map((reason, index) => ({ ...reason, text: faults[index] ?? '' }))
}

/** `Bad Request: first thing\nsecond thing`: removes the reason phrase, which is for programs. Empty if the message has nothing else. */
const faultsOf = (message: string): readonly string[] => {
  const detail = /^[A-Z][A-Za-z' -]*: ([^]*)$/.exec(message)?.[1] ?? ''
  return detail
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => line.charAt(0).toUpperCase() + line.slice(1))
}
