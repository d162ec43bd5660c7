import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

// Headers that carry credentials, as Node names them.
const CREDENTIALS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-auth-accesskey', 'x-auth-token']
const PLACES = ['headers', 'req.headers', 'res.headers', 'request.headers', 'response.headers']

/** Without the connection that a database error carries along: it holds keys and every statement. */
const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { client: _client, ...written } = pino.stdSerializers.err(error) as { client?: unknown }
  return written
}

/** The log of a process: a JSON object a line on standard output, without credentials. */
export const createLog = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError, error: serializeError },
      redact: { paths: PLACES.flatMap(place => CREDENTIALS.map(name => `${place}["${name}"]`)), censor: '[redacted]' },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
