import type { IncomingMessage, Server } from 'node:http'
import { Refusal } from '../../errors.ts'
import { noRouteHeaders, writeResponse } from '../response/response.ts'
import { errorResponseOf } from '../response/error-handler.ts'
import { drainRequestBody } from './drain-request-body.ts'
import { unambiguousFormat } from '../headers/negotiate.ts'

/**
 * `Expect` with a value other than `100-continue` (RFC 9110 §10.1.1): an empty one is ignored, any other is refused in the error form.
 * Node answers both with a bare 417.
 */
export const handleExpectHeader = (server: Server, requestId: (request: IncomingMessage) => string): void => {
  server.on('checkExpectation', (request, response) => {
    const expected = request.headers.expect?.trim() ?? ''
    if (expected === '') return void server.emit('request', request, response)
    const { status, body } = errorResponseOf(
      new Refusal(417, 'the only expectation that can be met is 100-continue; leave the header `Expect` out', {
        reason: 'parameter.unsupported',
        parameter: 'Expect',
      }),
    )
    const format = unambiguousFormat(request.headers.accept)
    drainRequestBody(request)
    void writeResponse(response, undefined, noRouteHeaders, { status, format, body, requestId: requestId(request) })
  })
}
