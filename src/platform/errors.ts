/**
 * A refusal is thrown: a request, command or import that cannot be done, with the status and the sentence its author gets.
 * `platform/http/error-handler.ts` turns it into `{ error: { code, message } }`; anything else that is thrown is a bug (500).
 */
export class Refusal extends Error {
  readonly status: number
  /** Text in the user's language (`i18n_error_message`); `message` on the wire is then the bare reason phrase. */
  readonly localised: string | undefined
  /** Several texts (`i18n_error_messages`). */
  readonly localisedList: readonly string[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail = '', options: RefusalOptions = {}) {
    super(detail)
    this.name = new.target.name
    this.status = status
    this.localised = options.localised
    this.localisedList = options.localisedList
    this.headers = options.headers ?? {}
  }
}

export interface RefusalOptions {
  readonly localised?: string
  readonly localisedList?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** 400: what was sent is wrong. Several faults are joined, one a line (artifacts.md §0.2). */
export class Invalid extends Refusal {
  readonly faults: readonly string[]
  constructor(faults: string | readonly string[], options: RefusalOptions = {}) {
    const list = typeof faults === 'string' ? [faults] : faults
    super(400, list.join('\n'), options)
    this.faults = list
  }
}

/** 401: credentials are needed, or those sent are wrong. */
export class Unauthorized extends Refusal {
  constructor(detail = '', options: RefusalOptions = {}) {
    super(401, detail, options)
  }
}

/** 403: known caller, or anonymous where that is allowed, but not for them. */
export class Forbidden extends Refusal {
  constructor(detail = '', options: RefusalOptions = {}) {
    super(403, detail, options)
  }
}

/** 404: no such thing, or one hidden from the caller. */
export class NotFound extends Refusal {
  constructor(detail = '', options: RefusalOptions = {}) {
    super(404, detail, options)
  }
}

/** 409: something else stands in the way, such as a name that is taken. */
export class Conflict extends Refusal {
  constructor(detail = '', options: RefusalOptions = {}) {
    super(409, detail, options)
  }
}

/** 412: the object changed since the version that the client names. */
export class PreconditionFailed extends Refusal {
  constructor(detail = '', options: RefusalOptions = {}) {
    super(412, detail, options)
  }
}

/** 413: the body is larger than the server takes. */
export class TooLarge extends Refusal {
  constructor(detail = '', options: RefusalOptions = {}) {
    super(413, detail, options)
  }
}

/** 429: a quota of the caller is used up. */
export class TooMany extends Refusal {
  constructor(detail = '', options: RefusalOptions = {}) {
    super(429, detail, options)
  }
}

/** 499, as proxies call it: whoever asked has gone before the answer, which nobody reads. */
export class Abandoned extends Refusal {
  constructor() {
    super(499, 'whoever asked has gone')
  }
}

/** 503: a part of the server that this needs is not there; the detail says which and what to do. */
export class Unavailable extends Refusal {
  constructor(detail = '', options: RefusalOptions = {}) {
    super(503, detail, options)
  }
}

/** 507: there is no room to keep what was sent; an operator has to make some. */
export class OutOfRoom extends Refusal {
  constructor(detail = '', options: RefusalOptions = {}) {
    super(507, detail, options)
  }
}
