import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import type { FieldValue } from '../../fields/field-view.ts'
import type { LoadedArtifact } from '../artifact-queries.ts'
import { valueOf } from './artifact-values.ts'
import {
  createWriteQueue,
  type QueueEvent,
  type Stored,
  type WriteAnswer,
  type WriteQueue,
  type WriteRequest,
} from './write-queue.ts'

const TITLE = 1
const STATUS = 2
const TEXT = 3

const value = (field_id: number, content: string): FieldValue =>
  ({ field_id, label: '', type: 'string', value: content }) as unknown as FieldValue
const read = (loaded: LoadedArtifact | undefined, fieldId: number): unknown =>
  loaded && (valueOf(loaded.artifact, fieldId) as { value?: unknown } | undefined)?.value

/** A server with one artifact. */
const fakeServer = () => {
  const values = new Map<number, string>([
    [TITLE, 'Lamp'],
    [STATUS, 'New'],
    [TEXT, 'It is dark'],
  ])
  const comments: string[] = []
  const requests: WriteRequest[] = []
  const done = new Map<string, string>()
  let version = 1
  let isDeleted = false
  /** Answers instead of the server's, in this order; `lost`: the server works, its answer does not arrive. */
  const faults: (WriteAnswer | 'lost')[] = []
  let blocked: Promise<void> | undefined
  let blockedReads: Promise<void> | undefined
  const loaded = (): LoadedArtifact =>
    ({
      etag: `v${version}`,
      artifact: { id: 7, tracker: {}, values: [...values].map(([id, content]) => value(id, content)) },
    }) as unknown as LoadedArtifact
  const write = (request: WriteRequest): WriteAnswer => {
    const known = done.get(request.key)
    if (known !== undefined) return { kind: 'done', etag: known }
    if (isDeleted) return { kind: 'refused', error: new ApiError(404, []) }
    if (request.ifMatch !== undefined && request.ifMatch !== `v${version}`) return { kind: 'changed' }
    const entries = request.values as readonly { field_id: number; value: string }[]
    if (entries.some(entry => entry.value === 'bad')) return { kind: 'refused', error: new ApiError(400, ['Not this']) }
    const isNew = entries.some(entry => values.get(entry.field_id) !== entry.value) || request.comment !== undefined
    for (const entry of entries) values.set(entry.field_id, entry.value)
    // An action of the workflow.
    if (values.get(STATUS) === 'Done') values.set(TEXT, 'Solved')
    if (request.comment) comments.push(request.comment.body)
    if (isNew) version += 1
    done.set(request.key, `v${version}`)
    return { kind: 'done', etag: `v${version}` }
  }
  return {
    values,
    comments,
    requests,
    faults,
    loaded,
    edit: (fieldId: number, content: string) => {
      values.set(fieldId, content)
      version += 1
    },
    remove: () => {
      isDeleted = true
    },
    /** The next requests wait until the result is called. */
    block: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      blocked = promise
      return () => {
        blocked = undefined
        resolve()
      }
    },
    /** The next reads wait until the result is called. */
    blockReads: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      blockedReads = promise
      return () => {
        blockedReads = undefined
        resolve()
      }
    },
    transport: {
      put: async (request: WriteRequest): Promise<WriteAnswer> => {
        requests.push(request)
        await blocked
        const fault = faults.shift()
        if (fault === undefined) return write(request)
        if (fault !== 'lost') return fault
        write(request)
        return { kind: 'unreachable' }
      },
      get: async () => {
        await blockedReads
        return isDeleted ? { kind: 'refused' as const, error: new ApiError(404, []) } : loaded()
      },
    },
  }
}

const fakeClock = () => {
  let timers: readonly { readonly at: number; readonly run: () => void }[] = []
  let now = 0
  return {
    after: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run }
      timers = [...timers, timer]
      return () => {
        timers = timers.filter(each => each !== timer)
      }
    },
    pass: (ms: number) => {
      now += ms
      const due = timers.filter(timer => timer.at <= now)
      timers = timers.filter(timer => timer.at > now)
      for (const timer of due) timer.run()
    },
  }
}

const same = (_id: number, one: FieldValue | undefined, other: FieldValue | undefined) =>
  (one as { value?: unknown } | undefined)?.value === (other as { value?: unknown } | undefined)?.value

const scene = (server = fakeServer()) => {
  const clock = fakeClock()
  const events: QueueEvent[] = []
  let shown: LoadedArtifact | undefined
  let stored: Stored | undefined
  let keys = 0
  const queue: WriteQueue = createWriteQueue({
    transport: server.transport,
    clock,
    newKey: () => `${Math.random()}-${(keys += 1)}`,
    same,
    entryOf: ({ field_id, ...rest }) => ({ field_id, value: (rest as { value?: unknown }).value }),
    paint: loaded => (shown = loaded),
    store: next => (stored = next),
    notify: event => events.push(event),
    afterWrite: async () => undefined,
  })
  shown = queue.take(server.loaded(), queue.epoch())
  return { server, clock, events, queue, shown: () => shown, stored: () => stored }
}

/** All promises that are settled run on. */
const settle = () => new Promise(resolve => setTimeout(resolve, 0))

describe('the queue of writes', () => {
  it('paints at once, sends the version that the person saw, and takes the value that the server says', async () => {
    const { server, queue, shown, events } = scene()
    const result = queue.change([value(STATUS, 'Done')])
    expect(read(shown(), STATUS)).toBe('Done')
    expect(queue.state().edits.get(STATUS)).toBe('sending')
    expect(await result).toEqual({ kind: 'saved' })
    await settle()
    expect(server.requests[0]).toMatchObject({ ifMatch: 'v1', values: [{ field_id: STATUS, value: 'Done' }] })
    expect(read(shown(), TEXT)).toBe('Solved')
    expect(events).toContainEqual({ kind: 'followed', fields: [TEXT] })
    expect(queue.state().edits.size).toBe(0)
  })

  it('has one request in flight; edits made meanwhile go together in the next one, without a conflict', async () => {
    const { server, queue } = scene()
    const goOn = server.block()
    const results = [
      queue.change([value(TITLE, 'A')]),
      queue.change([value(STATUS, 'B')]),
      queue.change([value(TITLE, 'C')]),
    ]
    expect(queue.state().edits.get(STATUS)).toBe('waiting')
    await settle()
    expect(server.requests).toHaveLength(1)
    goOn()
    expect(await Promise.all(results)).toEqual([{ kind: 'saved' }, { kind: 'saved' }, { kind: 'saved' }])
    expect(server.requests.map(request => [request.ifMatch, request.values.length])).toEqual([
      ['v1', 1],
      ['v2', 2],
    ])
    expect(server.values.get(TITLE)).toBe('C')
    expect(queue.state().conflict).toBeUndefined()
  })

  it('takes a value back that the server refuses, and keeps what was typed', async () => {
    const { queue, shown } = scene()
    const result = await queue.change([value(TITLE, 'bad')])
    expect(result.kind).toBe('refused')
    expect(read(shown(), TITLE)).toBe('Lamp')
    expect(queue.state().refusals.get(TITLE)).toMatchObject({
      value: { value: 'bad' },
      error: { faults: ['Not this'] },
    })
    queue.forgetRefusal(TITLE)
    expect(queue.state().refusals.size).toBe(0)
  })

  it('saves the others when one of several waiting edits is refused', async () => {
    const { server, queue } = scene()
    const goOn = server.block()
    void queue.change([value(TEXT, 'Still dark')])
    const bad = queue.change([value(TITLE, 'bad')])
    const good = queue.change([value(STATUS, 'Open')])
    goOn()
    expect([(await bad).kind, (await good).kind]).toEqual(['refused', 'saved'])
    expect([server.values.get(TITLE), server.values.get(STATUS)]).toEqual(['Lamp', 'Open'])
  })

  it('shows no editor for the faults of a form, which shows them itself', async () => {
    const { queue } = scene()
    await queue.change([value(TITLE, 'bad')], { isForm: true })
    expect(queue.state().refusals.size).toBe(0)
  })

  it('makes fields read only that the server forbids', async () => {
    const { server, queue, shown } = scene()
    server.faults.push({ kind: 'refused', error: new ApiError(403, []) })
    await queue.change([value(TITLE, 'Mine')])
    expect([...queue.state().locked]).toEqual([TITLE])
    expect(read(shown(), TITLE)).toBe('Lamp')
  })

  it('waits as long as the server says', async () => {
    const { server, queue, clock } = scene()
    server.faults.push({ kind: 'later', afterMs: 3_000 })
    const result = queue.change([value(TITLE, 'Later')])
    await settle()
    expect(queue.state().edits.get(TITLE)).toBe('waiting')
    clock.pass(2_999)
    await settle()
    expect(server.requests).toHaveLength(1)
    clock.pass(1)
    expect(await result).toEqual({ kind: 'saved' })
  })

  it('keeps an edit that gets no answer, and sends it again with the same version and key', async () => {
    const { server, queue, stored } = scene()
    server.faults.push({ kind: 'unreachable' })
    const result = queue.change([value(TITLE, 'Unsent')])
    await settle()
    expect(queue.state().edits.get(TITLE)).toBe('unsent')
    expect(stored()?.writes).toMatchObject([{ seen: { etag: 'v1' }, values: [{ value: 'Unsent' }] }])
    queue.wake()
    expect(await result).toEqual({ kind: 'saved' })
    await settle()
    expect(server.requests[1]).toEqual(server.requests[0])
    expect(stored()).toBeUndefined()
  })

  it('goes on after a reload with what was stored', async () => {
    const first = scene()
    first.server.faults.push('lost')
    void first.queue.change([value(TITLE, 'Stored')])
    await settle()
    const stored = first.stored()
    first.server.edit(STATUS, 'Open')
    const second = scene(first.server)
    if (stored) second.queue.restore(stored)
    await settle()
    expect(first.server.values.get(TITLE)).toBe('Stored')
    expect(second.queue.state().edits.size).toBe(0)
    expect(second.queue.state().conflict).toBeUndefined()
  })

  it('finds that a change had arrived whose answer got lost, even without the key', async () => {
    const { server, queue, clock } = scene()
    server.faults.push('lost', { kind: 'changed' })
    const result = queue.change([value(TITLE, 'Once')])
    await settle()
    clock.pass(10_000)
    expect(await result).toEqual({ kind: 'saved' })
    expect(queue.state().conflict).toBeUndefined()
  })

  it('joins changes of different fields, and says who changed what', async () => {
    const { server, queue, events, shown } = scene()
    server.edit(STATUS, 'Open')
    expect(await queue.change([value(TITLE, 'Mine')])).toEqual({ kind: 'saved' })
    await settle()
    expect([server.values.get(TITLE), server.values.get(STATUS)]).toEqual(['Mine', 'Open'])
    expect(read(shown(), STATUS)).toBe('Open')
    expect(events.find(event => event.kind === 'joined')).toMatchObject({ fields: [STATUS] })
  })

  it('says nothing when the version moved by an own comment', async () => {
    const { server, queue, events } = scene()
    const seen = server.loaded()
    await queue.comment({ body: 'Hello', format: 'commonmark' })
    expect(await queue.change([value(TITLE, 'Mine')], { seen })).toEqual({ kind: 'saved' })
    expect(events.some(event => event.kind === 'joined')).toBe(false)
    expect(queue.state().conflict).toBeUndefined()
  })

  it('asks when both changed the same field, and sends what the person chose', async () => {
    const { server, queue, shown } = scene()
    server.edit(STATUS, 'Open')
    server.edit(TEXT, 'Light')
    const result = queue.change([value(STATUS, 'Done'), value(TITLE, 'Mine')])
    await settle()
    const { conflict } = queue.state()
    expect(conflict?.fields).toMatchObject([
      { fieldId: STATUS, base: { value: 'New' }, theirs: { value: 'Open' }, mine: { value: 'Done' } },
    ])
    expect(conflict?.taken).toEqual([TEXT])
    expect(read(shown(), STATUS)).toBe('Done')
    queue.resolve([value(STATUS, 'Half')])
    expect(await result).toEqual({ kind: 'saved' })
    expect([server.values.get(STATUS), server.values.get(TITLE)]).toEqual(['Half', 'Mine'])
  })

  it.each(['keep', 'edit', 'discard'] as const)('leaves the question: %s', async how => {
    const { server, queue, shown, stored } = scene()
    server.edit(STATUS, 'Open')
    const result = queue.change([value(STATUS, 'Done')])
    await settle()
    queue.leaveConflict(how)
    expect(await result).toEqual({ kind: 'dropped' })
    expect(read(shown(), STATUS)).toBe('Open')
    expect([queue.state().kept.has(STATUS), queue.state().refusals.has(STATUS)]).toEqual([
      how === 'keep',
      how === 'edit',
    ])
    expect(stored()?.kept.length ?? 0).toBe(how === 'keep' ? 1 : 0)
    expect(server.values.get(STATUS)).toBe('Open')
  })

  it('asks a person after three rounds, whatever the others changed', async () => {
    const { server, queue } = scene()
    let round = 0
    const { get } = server.transport
    server.transport.get = async () => {
      const loaded = await get()
      server.edit(TEXT, `round ${(round += 1)}`)
      return loaded
    }
    server.edit(TEXT, 'first')
    void queue.change([value(TITLE, 'Mine')])
    await settle()
    expect(server.requests).toHaveLength(4)
    expect(queue.state().conflict?.fields).toMatchObject([
      { fieldId: TITLE, theirs: { value: 'Lamp' }, mine: { value: 'Mine' } },
    ])
  })

  it('sends a comment without a version, while an open question holds the edits', async () => {
    const { server, queue } = scene()
    server.edit(STATUS, 'Open')
    void queue.change([value(STATUS, 'Done')])
    await settle()
    expect(queue.state().conflict).toBeDefined()
    const result = queue.comment({ body: 'Meanwhile', format: 'commonmark' })
    expect(queue.state().comments).toMatchObject([{ body: 'Meanwhile', state: 'sending' }])
    expect(await result).toEqual({ kind: 'saved' })
    expect(server.comments).toEqual(['Meanwhile'])
    expect(server.requests.at(-1)?.ifMatch).toBeUndefined()
    expect(queue.state().comments).toEqual([])
    expect(queue.state().conflict).toBeDefined()
  })

  it('drops the painted comment as soon as the activity has it', async () => {
    const { server, queue } = scene()
    const goOn = server.blockReads()
    const result = queue.comment({ body: 'Once', format: 'commonmark' })
    await settle()
    expect(server.comments).toEqual(['Once'])
    expect(queue.state().comments).toEqual([])
    goOn()
    expect(await result).toEqual({ kind: 'saved' })
  })

  it('writes a comment once, however often its answer gets lost', async () => {
    const { server, queue, clock, stored } = scene()
    server.faults.push('lost', 'lost')
    const result = queue.comment({ body: 'Once', format: 'commonmark' })
    await settle()
    expect(queue.state().comments).toMatchObject([{ state: 'unsent' }])
    expect(stored()?.writes).toMatchObject([{ comment: { body: 'Once' }, values: [] }])
    clock.pass(2_000)
    await settle()
    clock.pass(5_000)
    expect(await result).toEqual({ kind: 'saved' })
    expect(server.comments).toEqual(['Once'])
  })

  it('gives everything back that was typed when somebody deleted the artifact', async () => {
    const { server, queue } = scene()
    const goOn = server.block()
    void queue.change([value(TITLE, 'One')])
    const second = queue.change([value(TEXT, 'Two')])
    server.remove()
    goOn()
    expect((await second).kind).toBe('refused')
    expect(queue.state().isGone).toBe(true)
    expect(
      [TITLE, TEXT].map(id => (queue.state().refusals.get(id)?.value as { value?: unknown } | undefined)?.value),
    ).toEqual(['One', 'Two'])
  })

  it('reads the version first where a list did not tell it', async () => {
    const { server, queue } = scene()
    const seen = { ...server.loaded(), etag: '' }
    expect(await queue.change([value(TITLE, 'Mine')], { seen })).toEqual({ kind: 'saved' })
    expect(server.requests.map(({ ifMatch }) => ifMatch)).toEqual(['v1'])
  })

  it('does not let an older response undo a write', async () => {
    const { server, queue } = scene()
    const since = queue.epoch()
    const old = server.loaded()
    await queue.change([value(TITLE, 'New title')])
    await settle()
    expect(read(queue.take(old, since), TITLE)).toBe('New title')
    server.edit(STATUS, 'Open')
    expect(read(queue.take(server.loaded(), queue.epoch()), STATUS)).toBe('Open')
  })
})
