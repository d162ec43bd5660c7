import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, rm, rmdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Logger } from 'pino'
import { ServiceUnavailable } from '../../../platform/errors.ts'
import type { Account } from '../../../platform/system-account.ts'

/** Handles the requests of one path of the socket. */
export type SocketHandler = (form: URLSearchParams) => Promise<SocketResponse>

export interface SocketResponse {
  readonly status: 200 | 403
  readonly text: string
}

// A message of 4 MiB, if each byte is encoded with three bytes.
const MAX_BODY_BYTES = 12 * 1024 * 1024 + 65_536
// sun_path holds 107 bytes.
const MAX_SOCKET_PATH = 107

/**
 * The socket lies in a closed folder: each account that can open the folder may send requests. If the path is too long, the
 * socket gets a separate folder.
 */
export const socketPath = (folder: string): string => {
  const inside = path.join(folder, 'run', 'hooks.sock')
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH) return inside
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return path.join(tmpdir(), `crocus-svn-${name}`, 'hooks.sock')
}

/**
 * Answers hooks, and other processes of this server. Fails closed: an unknown request or an error gets no 200, and then svn does not
 * commit.
 */
export const listenForHooks = async (
  socket: string,
  account: Account | undefined,
  handlers: Readonly<Record<string, SocketHandler>>,
  log: Logger,
): Promise<{ close(): Promise<void> }> => {
  await prepareFolder(path.dirname(socket), account)
  await rm(socket, { force: true })
  const server = createServer((request, response) => void answer(request, response, handlers, log))
  server.requestTimeout = 0
  server.listen(socket)
  await once(server, 'listening')
  await chmod(socket, 0o600)
  if (account) await chown(socket, account.uid, account.gid)
  return {
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      if (path.dirname(path.dirname(socket)) === tmpdir()) await rmdir(path.dirname(socket)).catch(() => undefined)
    },
  }
}

const prepareFolder = async (folder: string, account: Account | undefined): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  // In a folder that everybody may write to, another account may have created it first.
  if (!found.isDirectory() || ![process.getuid?.(), account?.uid].includes(found.uid))
    throw new ServiceUnavailable(`${folder} belongs to somebody else: Subversion needs it for its socket.`)
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
}

const answer = async (
  request: IncomingMessage,
  response: ServerResponse,
  handlers: Readonly<Record<string, SocketHandler>>,
  log: Logger,
): Promise<void> => {
  const name = (request.url ?? '').slice(1)
  const send = (status: number, text: string): void => {
    response.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    })
    response.end(text)
  }
  try {
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (!handler) return send(404, 'There is no such hook.')
    const body = await readBody(request)
    if (body === undefined) return send(413, 'The message is too long.')
    const { status, text } = await handler(new URLSearchParams(body))
    send(status, text)
  } catch (error) {
    log.error({ err: error, hook: name }, 'a hook could not be answered')
    send(500, 'The server that checks commits could not do so: nothing was changed, try again later.')
  }
}

const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8')
}
