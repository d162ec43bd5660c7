import { Refusal, type RefusalDetails } from '../../../platform/errors.ts'
import { docOf } from '../../../platform/reasons.ts'

/** A call of the REST API, as the caller of a tool. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below `/api`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface ApiAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: unknown
}

/** Calls the API with the rights of one caller; throws `ToolRefusal` for a refusal. */
export type CallApi = (call: ApiCall) => Promise<ApiAnswer>

/** A refusal of the API, or of a tool, which the caller gets as the result of the tool. */
export class ToolRefusal extends Error {
  readonly status: number
  readonly details: RefusalDetails
  /** Members of the result beside the refusal. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    message: string,
    details: RefusalDetails,
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.status = status
    this.details = details
    this.members = members
  }
}

/** The same refusal as the result of a tool; other errors stay as they are. */
export const asToolRefusal = (error: unknown): unknown =>
  error instanceof Refusal ? new ToolRefusal(error.status, error.message, error.details) : error

/** The refusal of an argument that a tool cannot use. */
export const wrongArgument = (parameter: string, message: string): ToolRefusal =>
  new ToolRefusal(400, message, { reason: 'parameter.range', doc: docOf('parameter.range'), parameter })

interface ErrorMembers {
  readonly error?: {
    readonly message?: string
    readonly i18n_error_message?: string
    readonly details?: RefusalDetails
  }
}

/** The answer, if it is a success; throws for a refusal. */
export const requireSuccess = (answer: ApiAnswer): ApiAnswer => {
  const { status, body } = answer
  if (status < 400) return answer
  const { error } = (body ?? {}) as ErrorMembers
  throw new ToolRefusal(
    status,
    error?.i18n_error_message ?? error?.message ?? `The API answered ${status}`,
    error?.details ?? { reason: 'unavailable', doc: '' },
  )
}
