import { describe, expect, it } from 'vitest'
import { UploadQueue, type UploadObserver, type UploadServices } from './upload-queue.ts'
import { isCutOff, type Upload } from './upload.ts'

class Refused extends Error {}

/** The outside of the queue: server, clock and store of the browser. */
const outside = () => {
  let ids = 0
  let time = 0
  const sendings = new Map<string, UploadObserver>()
  const stopped: string[] = []
  const attached: (readonly number[])[] = []
  const canceled: number[] = []
  const elsewhere = new Set<string>()
  const released: string[] = []
  const stored = new Map<string, Upload>()
  const timers: { ms: number; run: () => void }[] = []
  let declareFault: unknown
  let attachFault: unknown
  const services: UploadServices = {
    declare: upload => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      if (declareFault !== undefined) return Promise.reject(declareFault)
      const fileId = 100 + Number(upload.name.replace(/\D/g, ''))
      return Promise.resolve({ fileId, href: upload.size === 0 ? undefined : `/uploads/${fileId}` })
    },
    send: (upload, sending) => {
      sendings.set(upload.name, sending)
      return () => stopped.push(upload.name)
    },
    cancel: upload => {
      canceled.push(upload.fileId ?? 0)
      return Promise.resolve()
    },
    attach: (_target, fileIds) => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      if (attachFault !== undefined) return Promise.reject(attachFault)
      attached.push(fileIds)
      return Promise.resolve()
    },
    claim: id => Promise.resolve(!elsewhere.has(id)),
    release: id => void released.push(id),
    sizeOnServer: () => Promise.resolve(40),
    store: upload => {
      stored.set(upload.id, upload)
      return Promise.resolve()
    },
    forget: id => {
      stored.delete(id)
      return Promise.resolve()
    },
    newId: () => `id ${++ids}`,
    now: () => time,
    after: (ms, run) => {
      timers.push({ ms, run })
      return () => undefined
    },
    isFinal: error => error instanceof Refused,
  }
  const queue = new UploadQueue(services)
  return {
    queue,
    sendings,
    stopped,
    attached,
    canceled,
    elsewhere,
    released,
    stored,
    timers,
    tick: (ms: number) => (time += ms),
    refuseDeclarations: (error: unknown) => (declareFault = error),
    refuseAttaching: (error: unknown) => (attachFault = error),
    states: () => queue.uploads().map(({ name, state }) => `${name} ${state}`),
  }
}

const target = { fieldId: 7, artifactId: 12 }
const file = (name: string, size = 100): File => new File([new Uint8Array(size)], name, { lastModified: 1 })
const settle = () => new Promise(resolve => setTimeout(resolve, 0))

describe('the queue of uploads', () => {
  it('sends two files at a time, and attaches all of a drop at once', async () => {
    const { queue, sendings, attached, stored, states } = outside()
    queue.add([file('a1'), file('b2'), file('c3')], target)
    await settle()
    expect(states()).toEqual(['a1 sending', 'b2 sending', 'c3 waiting'])
    sendings.get('a1')?.onComplete()
    await settle()
    expect(states()).toEqual(['a1 complete', 'b2 sending', 'c3 sending'])
    expect(attached).toEqual([])
    sendings.get('c3')?.onComplete()
    sendings.get('b2')?.onComplete()
    await settle()
    expect(attached).toEqual([[101, 102, 103]])
    expect(states()).toEqual([])
    expect(stored.size).toBe(0)
  })

  it('goes on after a lost connection, with longer pauses, and at once when the browser is online', async () => {
    const { queue, sendings, timers, states } = outside()
    queue.add([file('a1')], target)
    await settle()
    const cut = () => sendings.get('a1')?.onFailure({ error: new Error('cut'), isGone: false, isRefused: false })
    cut()
    expect(states()).toEqual(['a1 interrupted'])
    timers.at(-1)?.run()
    await settle()
    cut()
    timers.at(-1)?.run()
    await settle()
    cut()
    expect(timers.map(({ ms }) => ms)).toEqual([1000, 3000, 10_000])
    queue.wake()
    await settle()
    expect(states()).toEqual(['a1 sending'])
  })

  it('begins anew when the server knows the upload no more', async () => {
    const { queue, sendings, states } = outside()
    queue.add([file('a1')], target)
    await settle()
    const before = sendings.get('a1')
    before?.onFailure({ error: new Error('404'), isGone: true, isRefused: false })
    await settle()
    expect(sendings.get('a1')).not.toBe(before)
    expect(states()).toEqual(['a1 sending'])
  })

  it('attaches the others when one is refused, and tells why', async () => {
    const { queue, sendings, attached, states } = outside()
    queue.add([file('a1'), file('b2')], target)
    await settle()
    sendings.get('a1')?.onFailure({ error: new Refused(), isGone: false, isRefused: true })
    sendings.get('b2')?.onComplete()
    await settle()
    expect(attached).toEqual([[102]])
    expect(states()).toEqual(['a1 refused'])
    expect(queue.uploads()[0]?.error).toBeInstanceOf(Refused)
  })

  it('keeps files on the server when attaching fails, and attaches them again', async () => {
    const { queue, sendings, attached, refuseAttaching, states } = outside()
    refuseAttaching(new Refused())
    queue.add([file('a1')], target)
    await settle()
    sendings.get('a1')?.onComplete()
    await settle()
    expect(states()).toEqual(['a1 complete'])
    refuseAttaching(undefined)
    queue.resume(queue.uploads()[0]?.id ?? '')
    await settle()
    expect(attached).toEqual([[101]])
  })

  it('pauses, resumes and removes', async () => {
    const { queue, stopped, canceled, states } = outside()
    queue.add([file('a1')], target)
    await settle()
    const [upload] = queue.uploads()
    queue.pause(upload?.id ?? '')
    expect(states()).toEqual(['a1 paused'])
    expect(stopped).toEqual(['a1'])
    queue.resume(upload?.id ?? '')
    await settle()
    expect(states()).toEqual(['a1 sending'])
    await queue.remove(upload?.id ?? '')
    expect(canceled).toEqual([101])
    expect(states()).toEqual([])
  })

  it('takes over uploads of a former page, with the same file only', async () => {
    const first = outside()
    first.queue.add([file('a1'), file('b2')], target)
    await settle()
    const [one, two] = [...first.stored.values()]
    const { queue, states } = outside()
    queue.restore([one, two && { ...two, file: undefined }].filter(upload => upload !== undefined))
    expect(states()).toEqual(['a1 paused', 'b2 file-missing'])
    const id = queue.uploads()[1]?.id ?? ''
    expect(queue.provide(id, file('b2', 99))).toBe(false)
    expect(queue.provide(id, file('b2'))).toBe(true)
    await settle()
    expect(states()).toEqual(['a1 paused', 'b2 sending'])
  })

  it('tells how much of a former upload the server has, and leaves it to the tab that goes on first', async () => {
    const first = outside()
    first.queue.add([file('a1')], target)
    await settle()
    const { queue, elsewhere, sendings, states } = outside()
    queue.restore([...first.stored.values()])
    await settle()
    const [upload] = queue.uploads()
    expect([upload?.state, upload?.sent, upload && isCutOff(upload)]).toEqual(['paused', 40, true])
    elsewhere.add(upload?.id ?? '')
    queue.resume(upload?.id ?? '')
    await settle()
    expect([states(), sendings.size]).toEqual([[], 0])
  })

  it('stops everything when the account leaves, and keeps what is stored', async () => {
    const { queue, stopped, released, stored, states } = outside()
    queue.add([file('a1')], target)
    await settle()
    queue.stopAll()
    expect([states(), stopped, released.length, stored.size]).toEqual([[], ['a1'], 1, 1])
  })

  it('leaves the files of a new artifact to its form', async () => {
    const { queue, sendings, attached, states } = outside()
    queue.add([file('a1')], { fieldId: 7, artifactId: undefined, draft: 'new:3' })
    await settle()
    sendings.get('a1')?.onComplete()
    await settle()
    expect(states()).toEqual(['a1 complete'])
    await queue.settle('new:3')
    expect(attached).toEqual([])
    expect(states()).toEqual([])
  })

  it('measures the speed over the last seconds', async () => {
    const { queue, sendings, tick } = outside()
    queue.add([file('a1', 1000)], target)
    await settle()
    sendings.get('a1')?.onProgress(0)
    tick(1000)
    sendings.get('a1')?.onProgress(200)
    expect(queue.uploads()[0]).toMatchObject({ sent: 200, speed: 200 })
  })

  it('refuses what cannot be declared', async () => {
    const { queue, refuseDeclarations, states } = outside()
    refuseDeclarations(new Refused())
    queue.add([file('a1')], target)
    await settle()
    expect(states()).toEqual(['a1 refused'])
  })
})
