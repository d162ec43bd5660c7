import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'
import { describeError, hideSecrets } from './log-redaction.ts'

// Headers that carry credentials, as Node names them.
const CREDENTIALS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-auth-accesskey', 'x-auth-token']
const PLACES = ['headers', 'req.headers', 'res.headers', 'request.headers', 'response.headers']

/** Addresses and headers are left out: both may hold credentials. */
const serializeRequest = (request: unknown): unknown => ({ method: (request as { method?: unknown }).method })
const serializeResponse = (response: unknown): unknown => ({
  status: (response as { statusCode?: unknown }).statusCode,
})

/**
 * The log of a process: a JSON object a line on standard output, without credentials. `secrets` are those of the process's own
 * configuration: they appear in no line.
 */
export const createLog = (
  level: LogLevel,
  destination?: DestinationStream,
  secrets: readonly string[] = [],
): Logger => {
  // As the secrets appear in a line: escaped for a JSON text.
  const written = secrets.map(secret => JSON.stringify(secret).slice(1, -1))
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: error => describeError(error),
        error: error => describeError(error),
        req: serializeRequest,
        res: serializeResponse,
      },
      redact: { paths: PLACES.flatMap(place => CREDENTIALS.map(name => `${place}["${name}"]`)), censor: '[redacted]' },
      hooks: { streamWrite: line => hideSecrets(line, written) },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
}
