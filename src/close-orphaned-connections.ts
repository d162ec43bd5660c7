import type { Worker } from 'node:cluster'

/** What the primary and a worker say to each other beneath `cluster`. */
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
 * Node hands each connection to a worker process and waits for its word that it took it. When the process dies before, the connection stays
 * open in the primary for ever: nobody answers it, and nobody ends it. Here it is ended, so that who asked can ask again.
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
