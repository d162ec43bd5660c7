import { docOf, type Reason } from './reasons.ts'

/** Parameters of a reason: only what the caller sent or may read elsewhere. */
export interface ReasonParameters {
  readonly field_id?: number | undefined
  /** Several fields. */
  readonly field_ids?: readonly number[] | undefined
  /** Name of the field. */
  readonly name?: string | undefined
  /** Parameter of the request: `values[0][field_id]`. */
  readonly parameter?: string | undefined
  /** Position in the text of a query, in characters from 1, as in the message. */
  readonly position?: number | undefined
  readonly transition?: { readonly from_id: number | null; readonly to_id: number | null } | undefined
  /** Groups whose members may do it; only groups whose members the caller may see. */
  readonly groups?: readonly { readonly id: string; readonly label: string }[] | undefined
  readonly limit?: number | undefined
  readonly remaining?: number | undefined
  /** Time of the next allowed try, ISO 8601. */
  readonly retry_at?: string | undefined
  readonly scope?: string | undefined
  /** Position of an operation in a batch, from 0. */
  readonly operation?: number | undefined
  /** Positions of the operations of a batch that were refused. */
  readonly failed?: readonly number[] | undefined
  /** Address at which a reader begins anew. */
  readonly start_again?: string | undefined
  /** `Etag` of the version that stands now; only of an object that the caller may read. */
  readonly etag?: string | undefined
  /** Fields that changed since the version of the condition; null if that version is unknown. */
  readonly changed_since?: readonly ChangedSince[] | null | undefined
  /** An artifact that stands in the way; only one that the caller may see. */
  readonly artifact?: { readonly id: number; readonly uri: string } | undefined
  /** Changes since that version, newest first. */
  readonly changesets?: readonly ChangeSince[] | undefined
}

/** A field that others changed. Values are entries as the route takes them; null: none. */
export interface ChangedSince {
  readonly field_id: number
  readonly name: string
  readonly yours: object | null
  readonly theirs: object | null
  /** Absent if the condition names no version. */
  readonly base?: object | null
}

export interface ChangeSince {
  readonly id: number
  readonly by: { readonly id: number; readonly username: string } | null
  readonly at: string
}

/** One thing that is wrong, as a value. A function that finds several faults collects them, so that the caller gets all at once. */
export interface Fault extends ReasonParameters {
  /** A sentence for people. */
  readonly text: string
  readonly reason: Reason
}

/** The fault of a parameter, if there is one. */
export const faultOf = (
  parameter: string,
  text: string | undefined,
  reason: Reason = 'parameter.range',
): readonly Fault[] => (text === undefined ? [] : [{ text, reason, parameter }])

/** Faults that share their reason and its parameters. */
export const faultsOf = (texts: readonly string[], about: WithReason): readonly Fault[] =>
  texts.map(text => ({ ...about, text }))

/** A machine-readable reason beside the sentence. */
export interface WithReason extends ReasonParameters {
  readonly reason: Reason
}

/** `error.details` on the wire (integrators.md §8). */
export interface RefusalDetails extends WithReason {
  readonly doc: string
  /** All faults, if several are joined, in the order of the sentences; the first one is also at the top level. */
  readonly all?: readonly (WithReason & { readonly doc: string })[]
}

export interface RefusalOptions {
  /** Members of the body beside `error`. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly localised?: string
  readonly localisedList?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A refusal is thrown: a request, command or import that cannot be done, with the status and the sentence its author gets.
 * `platform/http/response/error-handler.ts` turns it into `{ error: { code, message, details } }`; anything else that is thrown is a bug (500).
 * Several faults are joined, one a line (artifacts.md §0.2).
 */
export class Refusal extends Error {
  readonly status: number
  readonly faults: readonly Fault[]
  /** Text in the user's language (`i18n_error_message`); `message` on the wire is then the bare reason phrase. */
  readonly localised: string | undefined
  /** Several texts (`i18n_error_messages`). */
  readonly localisedList: readonly string[] | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly members: Readonly<Record<string, unknown>>

  constructor(status: StatusWithReason, said?: RefusalText, options?: RefusalOptions & Partial<WithReason>)
  constructor(status: number, said: readonly Fault[], options?: RefusalOptions)
  constructor(status: number, said: string, options: RefusalOptions & WithReason)
  constructor(status: number, said: RefusalText = '', options: RefusalOptions & Partial<WithReason> = {}) {
    const { localised, localisedList, headers = {}, members = {}, reason = usualReason(status), ...about } = options
    const faults = typeof said === 'string' ? [{ ...about, text: said, reason }] : said
    super(faults.map(fault => fault.text).join('\n'))
    this.name = new.target.name
    this.status = status
    this.faults = faults
    this.localised = localised
    this.localisedList = localisedList
    this.headers = headers
    this.members = members
  }

  get details(): RefusalDetails {
    // A missing object and a hidden one answer alike, whatever reason the refusing code knew.
    if (this.status === 404) return detailsOf({ reason: 'not_found' })
    const all = this.faults.map(detailsOf)
    const first = all[0] ?? detailsOf({ reason: usualReason(this.status) })
    return all.length > 1 ? { ...first, all } : first
  }
}

type RefusalText = string | readonly Fault[]

const detailsOf = ({ reason, ...about }: WithReason & { readonly text?: string }): RefusalDetails => {
  const { text: _, ...rest } = about
  return { reason, doc: docOf(reason), ...rest }
}

/**
 * The reason of refusals that carry nothing but their status. 400, 401 and 403 have many reasons: the compiler requires the code that throws
 * them to name one.
 */
const reasonByStatus = {
  404: 'not_found',
  405: 'method.unsupported',
  406: 'accept.none',
  409: 'conflict',
  412: 'precondition.changed',
  413: 'limit.size',
  415: 'body.media_type',
  429: 'limit.calls',
  431: 'limit.size',
  503: 'unavailable',
  507: 'limit.quota',
} as const satisfies Readonly<Record<number, Reason>>

type StatusWithReason = keyof typeof reasonByStatus

const saysItsReason = (status: number): status is StatusWithReason => Object.hasOwn(reasonByStatus, status)

/** The reason of a status. Statuses that only HTTP itself has mean an unreadable request. */
export const usualReason = (status: number): Reason =>
  saysItsReason(status) ? reasonByStatus[status] : status < 500 ? 'body.syntax' : 'internal'

/** Makes the class of the refusals whose status implies the reason. */
const refusal = (status: StatusWithReason) =>
  class extends Refusal {
    constructor(said?: RefusalText, options?: RefusalOptions & Partial<WithReason>) {
      super(status, said, options)
    }
  }

/** Makes the class of the refusals whose status has many reasons: each fault, or the refusal, names its reason. */
const refusalWithReason = (status: number) =>
  class extends Refusal {
    constructor(faults: readonly Fault[], options?: RefusalOptions)
    constructor(said: string, options: RefusalOptions & WithReason)
    constructor(said: string | readonly Fault[], options?: RefusalOptions & WithReason) {
      super(status, said as string, options as RefusalOptions & WithReason)
    }
  }

/** The result of the work; undefined if it is refused. */
export const unlessRefused = async <Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** 400: what was sent is wrong. */
export class Invalid extends refusalWithReason(400) {}

/** 401: credentials are needed, or those sent are wrong. */
export class Unauthorized extends refusalWithReason(401) {}

/** 403: the caller is known, or anonymous if anonymous access is allowed, but lacks the right. */
export class Forbidden extends refusalWithReason(403) {}

/** 404: the object does not exist, or is hidden from the caller. */
export class NotFound extends refusal(404) {}

/** 409: the request conflicts with the current state, for example a taken name. */
export class Conflict extends refusal(409) {}

/** 410: what the request refers to was there, and is gone for good. */
export class Gone extends refusalWithReason(410) {}

/** 412: the object changed since the version that the client names. */
export class PreconditionFailed extends refusal(412) {}

/** 413: the body is larger than the server takes. */
export class ContentTooLarge extends refusal(413) {}

/** 429: a quota of the caller is used up. */
export class TooManyRequests extends refusal(429) {}

/** 499, as proxies call it: the client has closed the connection before the response. */
export class ClientClosedRequest extends refusalWithReason(499) {
  constructor() {
    super('the caller has gone', { reason: 'internal' })
  }
}

/** 503: a part of the server that the request needs is unavailable; the detail names it and the remedy. */
export class ServiceUnavailable extends refusal(503) {}

/** 507: no space is left to store what was sent; an operator has to free some. */
export class InsufficientStorage extends refusal(507) {}
