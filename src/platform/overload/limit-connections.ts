import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Files that a process has open beside connections of clients: database, repositories, contents. */
const OTHER_FILES = 512
const TELL_EVERY_MS = 60_000

/** Maximum open files of this process (Linux); undefined if unknown. */
const openFilesLimit = (): number | undefined => {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return found === undefined ? undefined : Number(found)
  } catch {
    return undefined
  }
}

/** Limits the open connections to `most` and to what the machine allows: further ones are closed at once. */
export const limitConnections = (server: Server, most: number, log: Logger): void => {
  const files = openFilesLimit()
  const possible = files === undefined ? most : Math.max(1, files - OTHER_FILES)
  if (possible < most)
    log.warn(
      { wanted: most, possible, openFiles: files },
      'fewer connections than CROCUS_MAX_CONNECTIONS: raise the limit of open files (ulimit -n, LimitNOFILE)',
    )
  server.maxConnections = Math.min(most, possible)
  let lastTold = -Infinity
  server.on('drop', () => {
    if (performance.now() - lastTold < TELL_EVERY_MS) return
    lastTold = performance.now()
    log.warn({ connections: server.maxConnections }, 'connections are refused: there are too many')
  })
}
