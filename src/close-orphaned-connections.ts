import type { Worker } from 'node:cluster'

/** A message between the primary and a worker below the API of `cluster`. */
interface ClusterMessage {
  readonly cmd?: string
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

interface Closable {
  close(): void
}

type Send = (message: ClusterMessage, handle?: Closable, ...rest: unknown[]) => boolean

/**
 * Closes connections that a dead worker never accepted. Node hands each connection to a worker process and waits until the worker
 * confirms it. If the process dies first, the connection stays open in the primary for ever, without an answer. After the close the
 * client can retry.
 */
export const closeOrphanedConnections = (worker: Worker): void => {
  const handedOver = new Map<number, Closable>()
  const child = worker.process as unknown as { send: Send }
  const send = child.send.bind(child)
  child.send = (message, handle, ...rest) => {
    if (message.act === 'newconn' && message.seq !== undefined && handle) handedOver.set(message.seq, handle)
    return send(message, handle, ...rest)
  }
  worker.process.on('internalMessage', ({ cmd, ack }: ClusterMessage) => {
    if (cmd === 'NODE_CLUSTER' && ack !== undefined) handedOver.delete(ack)
  })
  worker.once('exit', () => {
    for (const handle of handedOver.values()) handle.close()
    handedOver.clear()
  })
}
