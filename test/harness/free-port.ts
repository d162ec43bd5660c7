import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A port of loopback that nobody listens on now: for programs that must be told one, and for those that are started there again. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
