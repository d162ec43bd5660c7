import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Refusal, ContentTooLarge } from '../../errors.ts'
import { overloaded } from '../../overload/concurrency-limiter.ts'

export interface BodyLimits {
  /** Maximum bytes of a body. */
  readonly most: number
  /** Maximum bytes of a body whose sender has no credentials. */
  readonly mostAnonymous: number
  /** Maximum bytes of XML without credentials: XML takes several times as long to parse as JSON of the same size. */
  readonly mostAnonymousXml: number
  /** Maximum bytes of all large bodies that are received or handled at the same time. */
  readonly held: number
  /** In each window of this length ... */
  readonly windowMs: number
  /** ... at least this many bytes of an incomplete body must arrive. */
  readonly windowBytes: number
}

export const defaultBodyLimits: BodyLimits = {
  most: 10 * 1024 * 1024,
  mostAnonymous: 256 * 1024,
  mostAnonymousXml: 64 * 1024,
  held: 128 * 1024 * 1024,
  windowMs: 10_000,
  windowBytes: 10 * 1024,
}

/** Smaller bodies are not counted. */
const LARGE = 64 * 1024

/** Whether the body is parsed as XML; a wrong content type is reported later. */
const isXml = (contentType: string | undefined): boolean => /^\s*application\/xml\b/.test(contentType ?? '')

export interface BodyReader {
  /** Reads the raw body, for Fastify. */
  readonly read: (
    request: FastifyRequest,
    payload: NodeJS.ReadableStream,
    done: (error: Error | null, body?: Buffer) => void,
  ) => void
  /** Counts the body as held until the response is over. */
  readonly keep: (body: unknown, response: ServerResponse) => void
}

/**
 * Reads bodies of the API: up to a maximum size, at a minimum speed, and no more of them at once than memory is reserved for.
 */
export const bodyReader = (
  limits: BodyLimits,
  hasCredentials: (headers: IncomingMessage['headers']) => boolean,
): BodyReader => {
  let held = 0

  const read: BodyReader['read'] = (request, payload, done) => {
    const { headers } = request.raw
    const declared = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
    const mostAnonymous = isXml(headers['content-type']) ? limits.mostAnonymousXml : limits.mostAnonymous
    const most = hasCredentials(headers) ? limits.most : Math.min(limits.most, mostAnonymous)
    const tooLarge = (): Refusal =>
      most < limits.most
        ? new ContentTooLarge(`without credentials a body has at most ${mostAnonymous} bytes`)
        : new ContentTooLarge('the body is larger than this server takes')
    if (declared !== undefined && declared > most) return done(tooLarge())
    if (declared !== undefined && declared > LARGE && held + declared > limits.held) return done(overloaded)

    const chunks: Buffer[] = []
    let size = 0
    let ownHeld = 0
    let sizeAtWindow = 0
    const finish = (error: Error | null, body?: Buffer): void => {
      payload.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak)
      clearInterval(window)
      held -= ownHeld
      done(error, body)
    }
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size > most) return finish(tooLarge())
      if (size > LARGE) {
        held += size - ownHeld
        ownHeld = size
        if (held > limits.held) return finish(overloaded)
      }
      chunks.push(chunk)
    }
    const onEnd = (): void => {
      if (declared !== undefined && size !== declared)
        return finish(new Refusal(400, 'the body is not as long as Content-Length says', { reason: 'body.syntax' }))
      finish(null, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size))
    }
    const onBreak = (): void => finish(new Refusal(400, 'the body broke off', { reason: 'body.syntax' }))
    const window = setInterval(() => {
      if (size - sizeAtWindow < limits.windowBytes)
        return finish(
          new Refusal(408, 'the body comes too slowly; send it again', {
            reason: 'body.syntax',
            headers: { Connection: 'close' },
          }),
        )
      sizeAtWindow = size
    }, limits.windowMs)
    payload.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak)
  }

  return {
    read,
    keep: (body, response) => {
      if (!Buffer.isBuffer(body) || body.length <= LARGE) return
      const { length } = body
      held += length
      response.once('close', () => (held -= length))
    },
  }
}
