import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { tcpProxy, type Target, type TcpProxy } from './tcp-proxy.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Says its name, then repeats what it hears. */
const echo = async (name: string): Promise<Target & { server: Server }> => {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write(`${name}:`)
    socket.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, server }
}

const proxyTo = async (...targets: readonly Target[]): Promise<TcpProxy> => {
  const proxy = await tcpProxy(targets)
  closing.push(() => proxy.close())
  return proxy
}

const client = (proxy: TcpProxy) => {
  const socket = connect(proxy.port, proxy.host)
  closing.push(() => socket.destroy())
  const state = { text: '', end: undefined as string | undefined }
  socket.on('data', chunk => (state.text += String(chunk)))
  socket.on('end', () => (state.end ??= 'end'))
  socket.on('error', error => (state.end ??= (error as NodeJS.ErrnoException).code))
  return {
    socket,
    state,
    hears: (text: string) => expect.poll(() => state.text).toBe(text),
    endsBy: (end: string) => expect.poll(() => state.end).toBe(end),
  }
}

describe('the proxy of the tests', () => {
  it('goes round its targets, and only those that are in', async () => {
    const [a, b] = [await echo('a'), await echo('b')]
    const proxy = await proxyTo(a, b)
    await client(proxy).hears('a:')
    await client(proxy).hears('b:')
    proxy.removeTarget(a)
    await client(proxy).hears('b:')
    proxy.addTarget(a)
    proxy.removeTarget(b)
    await client(proxy).hears('a:')
    expect(proxy.connectionsTo(b)).toHaveLength(2)
  })

  it('takes the next target when one is not there, and refuses when none is', async () => {
    const [a, b] = [await echo('a'), await echo('b')]
    const proxy = await proxyTo(a, b)
    a.server.close()
    await once(a.server, 'close')
    await client(proxy).hears('b:')
    proxy.removeTarget(b)
    await client(proxy).endsBy('ECONNRESET')
    expect(proxy.counts).toMatchObject({ accepted: 2, unreachable: 2, refused: 1 })
  })

  it('holds back one direction and loses nothing', async () => {
    const proxy = await proxyTo(await echo('a'))
    const { socket, hears } = client(proxy)
    await hears('a:')
    const [connection] = proxy.connections()
    connection?.stall('down')
    socket.write('quiet')
    await expect.poll(() => proxy.counts.bytesUp).toBe(5)
    await hears('a:')
    connection?.release()
    await hears('a:quiet')
    connection?.stall()
    socket.end('last')
    await hears('a:quiet')
    connection?.release()
    await hears('a:quietlast')
    expect(proxy.counts).toMatchObject({ stalled: 2, bytesUp: 9, bytesDown: 11 })
  })

  it('resets, cuts, and cuts after so many bytes', async () => {
    const proxy = await proxyTo(await echo('a'))
    const one = client(proxy)
    await one.hears('a:')
    proxy.connections()[0]?.reset()
    await one.endsBy('ECONNRESET')
    const two = client(proxy)
    await two.hears('a:')
    proxy.connections()[0]?.cut()
    await two.endsBy('end')
    proxy.cutNextAfter({ bytes: 4, direction: 'down' })
    const three = client(proxy)
    three.socket.write('words')
    await three.hears('a:wo')
    await three.endsBy('ECONNRESET')
    await expect.poll(() => proxy.connections()).toEqual([])
    expect(proxy.counts).toMatchObject({ reset: 2, cut: 1 })
  })

  it('refuses or swallows new connections while those that stand go on', async () => {
    const proxy = await proxyTo(await echo('a'))
    const before = client(proxy)
    await before.hears('a:')
    proxy.newConnections = 'refuse'
    await client(proxy).endsBy('ECONNRESET')
    proxy.newConnections = 'swallow'
    const lost = client(proxy)
    lost.socket.write('hello?')
    await expect.poll(() => proxy.counts.swallowed).toBe(1)
    before.socket.write('still')
    await before.hears('a:still')
    expect(lost.state).toEqual({ text: '', end: undefined })
    expect(proxy.counts).toMatchObject({ accepted: 3, refused: 1, swallowed: 1 })
  })
})
