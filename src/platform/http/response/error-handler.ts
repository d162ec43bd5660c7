import { STATUS_CODES } from 'node:http'
import { isTimedOut, isOutage } from '../../db/outage.ts'
import { Refusal, ServiceUnavailable, usualReason, type RefusalDetails } from '../../errors.ts'
import { docOf } from '../../reasons.ts'
import { noRouteHeaders } from './response.ts'
import { isOfOwnPage } from '../headers/fetch-metadata.ts'

/** The error form of http.md §4.2, with the details of integrators.md §8. */
export interface ErrorBody {
  readonly error: {
    readonly code: number
    readonly message: string
    readonly i18n_error_message?: string
    readonly i18n_error_messages?: readonly string[]
    readonly details: RefusalDetails
  }
}

export interface ErrorResponse {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>
  /**
   * Level of the log line. `error`: a bug; an operator has to look at it, and the client sees nothing of it. `warn`: the database was
   * unavailable. Refusals are not logged.
   */
  readonly logLevel?: 'error' | 'warn'
}

/** http.md §4.2 uses the older name of 413. */
const reasonOf = (status: number): string =>
  status === 413
    ? 'Request Entity Too Large'
    : (STATUS_CODES[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error'))

export const errorBody = (
  status: number,
  detail = '',
  localised?: string,
  localisedList?: readonly string[],
  details: RefusalDetails = usualDetails(status),
): ErrorBody => {
  const reason = reasonOf(status)
  const isLocalised = localised !== undefined || localisedList !== undefined
  return {
    error: {
      code: status,
      message: detail === '' || isLocalised ? reason : `${reason}: ${detail}`,
      ...(localised === undefined ? {} : { i18n_error_message: localised }),
      ...(localisedList === undefined ? {} : { i18n_error_messages: localisedList }),
      details,
    },
  }
}

const usualDetails = (status: number): RefusalDetails => {
  const reason = usualReason(status)
  return { reason, doc: docOf(reason) }
}

/** The remaining ways to sign in (auth.md), as RFC 9110 §11.6.1 lists them. */
const otherChallenges = 'Token realm="Crocus", AccessKey realm="Crocus", Bearer realm="Crocus"'
const challenges = `Basic realm="Crocus", charset="UTF-8", ${otherChallenges}`

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The response to a thrown error, for a request with these headers. */
export const errorResponseOf = (error: unknown, sent: Headers = {}): ErrorResponse => {
  const isLate = isTimedOut(error)
  const isAway = isLate || isOutage(error)
  const refusal =
    error instanceof Refusal
      ? error
      : isLate
        ? databaseTimeoutResponse()
        : isAway
          ? databaseUnavailableResponse()
          : refusalOfFramework(error)
  if (!refusal || refusal.status < 400 || refusal.status > 599)
    return { status: 500, body: errorBody(500), headers: {}, logLevel: 'error' }
  const { status, message, localised, localisedList, details } = refusal
  const headers =
    status === 401 && !hasHeader(refusal.headers, 'www-authenticate')
      ? // If a response offers Basic, a browser asks for a password in its own dialog, before the page gets the response.
        { ...refusal.headers, 'WWW-Authenticate': isOfOwnPage(sent) ? otherChallenges : challenges }
      : refusal.headers
  const described = errorBody(status, message, localised, localisedList, withRetryTime(details, headers))
  const body = { ...described, ...refusal.members }
  return isAway ? { status, body, headers, logLevel: 'warn' } : { status, body, headers }
}

/** A refusal that is over after some seconds says when, so that a program reads it in one place, whichever refusal it is. */
const withRetryTime = (details: RefusalDetails, headers: Readonly<Record<string, string>>): RefusalDetails => {
  const seconds = headers['Retry-After']
  if (seconds === undefined || details.retry_at !== undefined) return details
  return { ...details, retry_at: new Date(Date.now() + Number(seconds) * 1_000).toISOString() }
}

/** Seconds; a database that crashed is back after some, and everybody asks again. */
const RETRY_AFTER = '2'

const databaseUnavailableResponse = (): Refusal =>
  new ServiceUnavailable(
    'the database is away; try again in a moment. Whether a change that was under way was made can only be seen by reading',
    { reason: 'unavailable', headers: { 'Retry-After': RETRY_AFTER } },
  )

const databaseTimeoutResponse = (): Refusal =>
  new ServiceUnavailable('the database did not get to it in time, and nothing was changed; try again in a moment', {
    reason: 'limit.busy',
    headers: { 'Retry-After': RETRY_AFTER },
  })

const hasHeader = (headers: Readonly<Record<string, string>>, name: string): boolean =>
  Object.keys(headers).some(key => key.toLowerCase() === name)

/** Fastify's own refusals in our words; undefined for any other error. */
const refusalOfFramework = (error: unknown): Refusal | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(413, 'the body is larger than this server takes')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(403, 'the content type is not supported; send application/json or application/xml', {
        reason: 'body.media_type',
      })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal(400, 'the body is not as long as Content-Length says', { reason: 'body.syntax' })
    case 'FST_ERR_BAD_URL':
      return new Refusal(400, 'the percent-encoding of the path is not valid UTF-8', { reason: 'body.syntax' })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal(404)
  }
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
    ? new Refusal(statusCode, '', { reason: usualReason(statusCode) })
    : undefined
}

/** Header lines from a list that alternates names and values. */
const headerLines = (headers: readonly string[]): string[] =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []))

/** The response to bytes that are no HTTP request: without a request it is written to the socket as it is. */
export const clientErrorResponse = (code: string | undefined): string => {
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = JSON.stringify(errorBody(status))
  return [
    `HTTP/1.1 ${status} ${reasonOf(status)}`,
    // A page of another origin may read the reason too.
    ...headerLines(noRouteHeaders.json),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
