// Sends requests of all kinds to all routes of the document, and checks every response.
import { performance } from 'node:perf_hooks'
import type { Db } from '../../src/platform/db/db.ts'
import { differenceInXml, faultsOf, readXml, textOf } from './check-responses.ts'
import type { ApiDocument, FuzzTarget } from './api-document.ts'
import { asCurl, type SendRequest, type ReceivedResponse, type SentRequest } from './send-request.ts'
import { differingLines, databaseFingerprint, projectRows, nextTransactionId } from './database-diff.ts'
import { planRequest, urlOf, type PlannedRequest } from './mutations.ts'
import { randomOf, type Random } from './random.ts'
import { collectionOf, makeDrafts, type RequestDraft } from './request-drafts.ts'
import { shrink } from './shrink.ts'
import type { Caller, Fixture } from './fixture.ts'

export interface FuzzerOptions {
  readonly exchange: SendRequest
  readonly db: Db
  readonly fixture: Fixture
  readonly document: ApiDocument
  readonly seed: number
  /**
   * Only the fuzzer writes: then a refused write must leave nothing behind. A server with background work also writes.
   */
  readonly isAlone: boolean
}

export interface Fault {
  /** Of the request in its run; undefined for those of other phases. */
  readonly number?: number
  readonly what: string
  readonly request: string
  /** Number of similar faults on this route; one of them is reported. */
  times: number
}

export interface RouteCount {
  requests: number
  reached: number
  milliseconds: number
  slowest: number
  slowestNumber: number
}

export interface Counts {
  requests: number
  readonly statuses: Map<number, number>
  readonly kinds: Map<string, { requests: number; reached: number }>
  readonly callers: Map<string, number>
  readonly routes: Map<string, RouteCount>
}

export interface ApiFuzzer {
  readonly faults: Fault[]
  readonly counts: Counts
  /** Every route but deletions, with nothing hostile, by the administrator: what was refused, with its status. */
  tryEverything(): Promise<string[]>
  /** Sends every write except deletions several times at once: all of them must be answered. */
  writeConcurrently(): Promise<void>
  /** Every read, by everybody, in both forms: alike, with HEAD, and without a trace. */
  readEverything(): Promise<void>
  /** Sends every write to the secret project without rights: nothing in it may change. */
  writeWithoutRights(): Promise<void>
  /** Requests from one number to before another, of all kinds; ends early at the deadline. Answers how many there were. */
  runRequests(from: number, to: number, deadline?: number): Promise<number>
  /** One of them, alone. */
  repeat(number: number): Promise<{ planned: PlannedRequest; received: ReceivedResponse; faults: string[] }>
  /** Deletes all remaining objects, with rights. */
  deleteEverything(): Promise<void>
  neverReached(): string[]
}

/** Routes that answer lines or events, wait for changes, or end with their client; they have tests of their own. */
const STREAMS = /^\/(?:changes|events)\b|\/export$/

/** How often a route is drawn, where not as often as the others: the dear ones less, the deep ones more. */
const ROUTE_WEIGHTS: Readonly<Record<string, number>> = {
  'PUT /artifacts/{id}': 10,
  'POST /artifacts': 8,
  'GET /artifacts/{id}': 4,
  'GET /trackers/{id}/artifacts': 8,
  'GET /artifact_files/{id}': 4,
  'GET /users': 2,
  'GET /projects': 2,
  // They copy trackers, make repositories, or compute hashes of passwords.
  'POST /projects': 0.1,
  'POST /svn': 0.05,
  'PUT /svn/{id}': 0.3,
  'POST /sessions': 0.1,
  'POST /tokens': 0.1,
  'POST /site/users': 0.15,
  'PUT /account/password': 0.1,
  'PATCH /account': 0.3,
  'POST /access_keys': 0.5,
}

const CALLERS: Readonly<Record<string, number>> = { admin: 12, mia: 3, gil: 2 }
const IN_FLIGHT = 16
const AT_ONCE = 200
const CONCURRENT_WRITES = 6

export const createApiFuzzer = (options: FuzzerOptions): ApiFuzzer => {
  const { exchange, db, fixture, document, seed, isAlone } = options
  const drafts = makeDrafts(fixture, document)
  // Ids in the secret project, for requests that write in the writable one.
  const [shown = 0, restricted = 0, behind = 0] = (fixture.pools['artifacts']?.secret ?? []).map(Number)
  const aimed: Fixture = {
    ...fixture,
    writableProject: fixture.secretProject,
    spoilableProject: fixture.secretProject,
    artifacts: { bug: shown, story: behind, task: restricted, test_case: shown },
    pools: Object.fromEntries(
      Object.entries(fixture.pools).map(([name, pool]) => [name, { use: pool.secret, secret: pool.secret }]),
    ),
  }
  const intrusions = makeDrafts(aimed, document)
  const targets = document.targets
    .filter(target => fixture.hasSvn || !/\bsvn\b/.test(target.path))
    .filter(target => !STREAMS.test(target.path))
    .map(target => [target, ROUTE_WEIGHTS[target.name] ?? 1] as const)
  const callers = fixture.callers.map(caller => [caller, CALLERS[caller.name] ?? 1] as const)
  const faults: Fault[] = []
  const counts: Counts = { requests: 0, statuses: new Map(), kinds: new Map(), callers: new Map(), routes: new Map() }

  const planOf = (number: number): PlannedRequest => {
    const random = randomOf(seed, number)
    const target = random.weighted(targets)
    const caller = callerFor(target, random)
    return planRequest({ fixture, document, drafts, target, caller, random })
  }
  const callerFor = (target: FuzzTarget, random: Random): Caller => {
    // All tokens, all sessions: others need theirs.
    if (target.method === 'DELETE' && target.inPath.length === 0) return fixture.caller('admin')
    for (;;) {
      const caller = random.weighted(callers)
      if (!target.isWrite || caller.use !== 'reads') return caller
    }
  }

  const alike = new Map<string, Fault>()
  /** The fault as found before, counted; undefined for a new one. */
  const knownFault = (target: FuzzTarget, what: string): Fault | undefined => {
    const found = alike.get(likeness(target, what))
    if (found) found.times++
    return found
  }
  const reportFault = (target: FuzzTarget, what: string, sent: SentRequest, number: number): void => {
    if (knownFault(target, what)) return
    const fault = { what, request: asCurl(sent), times: 1, ...(number < 0 ? {} : { number }) }
    alike.set(likeness(target, what), fault)
    faults.push(fault)
  }
  const count = (planned: PlannedRequest, received: ReceivedResponse, milliseconds: number, number: number): void => {
    const isReached = received.status < 300 && planned.mayMiss !== true
    counts.requests++
    counts.statuses.set(received.status, (counts.statuses.get(received.status) ?? 0) + 1)
    counts.callers.set(planned.caller.name, (counts.callers.get(planned.caller.name) ?? 0) + 1)
    const kind = counts.kinds.get(planned.kind) ?? { requests: 0, reached: 0 }
    counts.kinds.set(planned.kind, { requests: kind.requests + 1, reached: kind.reached + Number(isReached) })
    const { name } = planned.target
    const route = counts.routes.get(name) ?? { requests: 0, reached: 0, milliseconds: 0, slowest: 0, slowestNumber: -1 }
    counts.routes.set(name, route)
    route.requests++
    route.reached += Number(isReached)
    route.milliseconds += milliseconds
    if (milliseconds > route.slowest) {
      route.slowest = milliseconds
      route.slowestNumber = number
    }
  }

  const exchanged = async (planned: PlannedRequest, number: number): Promise<ReceivedResponse | undefined> => {
    const start = performance.now()
    try {
      const received = await inTime(exchange(planned.sent))
      count(planned, received, performance.now() - start, number)
      return received
    } catch (error) {
      // A client that keeps to HTTP does not send such a header at all.
      if (isUnsendable(error)) return undefined
      reportFault(planned.target, `no answer: ${String(error)}`, planned.sent, number)
      return undefined
    }
  }
  const checkResponse = async (planned: PlannedRequest, received: ReceivedResponse, number: number): Promise<void> => {
    const found = faultsOf(document, fixture.secrets, planned, received)
    const { control } = planned
    if (control) found.push(...(await faultsOfProbe(planned, received, control)))
    if (found.length === 0) return
    const [first = ''] = found
    if (knownFault(planned.target, first)) return
    const smallest = await shrink(planned.sent, async sent => {
      const again = await exchange(sent)
      return faultsOf(document, fixture.secrets, { ...planned, sent }, again).some(fault => isSameFault(fault, first))
    })
    reportFault(
      planned.target,
      `${found.join('; ')}\n   → ${received.status} ${textOf(received).slice(0, 300)}`,
      smallest,
      number,
    )
  }
  /** A caller without access to a secret must get the same response for the secret as for an unknown word. */
  const faultsOfProbe = async (
    planned: PlannedRequest,
    received: ReceivedResponse,
    { sent, secret, word }: NonNullable<PlannedRequest['control']>,
  ): Promise<string[]> => {
    const other = await exchange(sent)
    counts.requests++
    const comparable = (answer: ReceivedResponse, said: string): string => {
      const pages = Object.entries(answer.headers).filter(([name]) => name.startsWith('x-pagination'))
      const text = `${answer.status} ${JSON.stringify(pages)} ${textOf(answer)}`
      // A sentence about a text that is no JSON names its first letter.
      return text.replaceAll(said, 'WORD').replace(/Unexpected token '\w'/, '')
    }
    return comparable(received, secret.word) === comparable(other, word)
      ? []
      : [
          `it tells ${planned.caller.name} that ${secret.what} is there: asked for ${word}, the answer is ${comparable(other, word).slice(0, 200)}`,
        ]
  }

  const one = async (planned: PlannedRequest, number: number): Promise<void> => {
    const isGuarded = isAlone && planned.target.isWrite
    const before = isGuarded ? await nextTransactionId(db) : ''
    const received = await exchanged(planned, number)
    if (!received) return
    if (isGuarded && received.status >= 400 && (await nextTransactionId(db)) !== before)
      await checkSideEffects(planned, number)
    await checkResponse(planned, received, number)
  }
  /** The database changed although the request was refused: the repetition must leave nothing. */
  const checkSideEffects = async (planned: PlannedRequest, number: number): Promise<void> => {
    const before = await databaseFingerprint(db)
    const received = await exchange(planned.sent)
    if (received.status < 400) return
    const after = await databaseFingerprint(db)
    if (before !== after)
      reportFault(
        planned.target,
        `refused with ${received.status}, and yet it changed ${differingLines(before, after)}`,
        planned.sent,
        number,
      )
  }

  return {
    faults,
    counts,
    tryEverything: async () => {
      const admin = fixture.caller('admin')
      const refused: string[] = []
      for (const [target] of targets) {
        if (target.method === 'DELETE') continue
        const draft = drafts.plain(target, admin, randomOf(seed, -3))
        const [parameter] = target.inPath
        const pool = fixture.pools[collectionOf(target)]
        const id = parameter && !target.isWrite ? pool?.use[0] : undefined
        const path = parameter && id !== undefined ? { ...draft.path, [parameter.name]: ownId(target, id) } : draft.path
        const planned: PlannedRequest = {
          kind: 'valid',
          target,
          caller: admin,
          sent: sentOf(admin, { ...draft, path }),
        }
        const received = await exchanged(planned, -1)
        if (!received) continue
        await checkResponse(planned, received, -1)
        if (received.status >= 300) refused.push(`${target.name} ${received.status} ${textOf(received)}`)
      }
      return refused
    },
    writeConcurrently: async () => {
      const admin = fixture.caller('admin')
      for (const [target] of targets) {
        if (!target.isWrite || target.method === 'DELETE' || isCostly(target)) continue
        const draft = drafts.plain(target, admin, randomOf(seed, -4))
        const planned: PlannedRequest = { kind: 'valid', target, caller: admin, sent: sentOf(admin, draft) }
        await inParallel(Array.from({ length: CONCURRENT_WRITES }), CONCURRENT_WRITES, async () => {
          const received = await exchanged(planned, -1)
          if (received) await checkResponse(planned, received, -1)
        })
      }
    },
    readEverything: async () => {
      const before = isAlone ? await databaseFingerprint(db) : ''
      const reads = targets.filter(([target]) => !target.isWrite)
      const asked = reads.flatMap(([target]) => fixture.callers.map(caller => ({ target, caller })))
      await inParallel(asked, IN_FLIGHT, async ({ target, caller }) => {
        const random = randomOf(seed, -1)
        const draft = drafts.plain(target, caller, random)
        const pool = fixture.pools[collectionOf(target)]
        const [parameter] = target.inPath
        const ids = parameter ? [...(pool?.use ?? []), ...(pool?.secret ?? []), draft.path[parameter.name] ?? ''] : ['']
        for (const id of new Set(ids.map(String))) {
          const url = urlOf(parameter ? { ...draft, path: { ...draft.path, [parameter.name]: id } } : draft)
          await formatVariants(target, caller, url)
        }
      })
      if (!isAlone) return
      const after = await databaseFingerprint(db)
      if (before !== after)
        faults.push({ what: `reads changed ${differingLines(before, after)}`, request: 'all reads', times: 1 })
    },
    writeWithoutRights: async () => {
      const before = await projectRows(db, fixture.secretProject.id)
      const writes = targets.filter(([target]) => target.isWrite && target.inPath.length + (target.body ? 1 : 0) > 0)
      const intruders = fixture.callers.filter(caller => caller.use === 'anything')
      let number = 1_000_000_000
      for (const [target] of writes) {
        if (isAboutOneself(target)) continue
        const ids = fixture.pools[collectionOf(target)]?.secret ?? []
        for (const caller of intruders)
          for (const isRich of [false, true]) {
            const random = randomOf(seed, number++)
            const draft = (isRich ? intrusions.rich : intrusions.plain)(target, caller, random)
            const [parameter] = target.inPath
            if (parameter && ids.length === 0) continue
            for (const id of parameter ? ids : ['']) {
              const path = parameter ? { ...draft.path, [parameter.name]: String(id) } : draft.path
              const planned: PlannedRequest = {
                kind: 'valid',
                target,
                caller,
                sent: sentOf(caller, { ...draft, path }),
              }
              const received = await exchanged(planned, -1)
              if (received) await checkResponse(planned, received, -1)
            }
          }
      }
      const after = await projectRows(db, fixture.secretProject.id)
      if (before !== after)
        faults.push({
          what: `those who may not changed the vault: ${differingLines(before, after)}`,
          request: 'all writes',
          times: 1,
        })
    },
    runRequests: async (from, to, deadline = Infinity) => {
      let number = from
      while (number < to && Date.now() < deadline) {
        const numbers = Array.from({ length: Math.min(AT_ONCE, to - number) }, (_, index) => number + index)
        const planned = numbers.map(each => [each, planOf(each)] as const)
        // One write after the other where traces are looked for; reads beside them.
        await Promise.all([
          inParallel(
            planned.filter(([, { target }]) => !target.isWrite),
            IN_FLIGHT,
            ([each, plan]) => one(plan, each),
          ),
          inParallel(
            planned.filter(([, { target }]) => target.isWrite),
            isAlone ? 1 : IN_FLIGHT,
            ([each, plan]) => one(plan, each),
          ),
        ])
        number += numbers.length
      }
      return number - from
    },
    repeat: async number => {
      const planned = planOf(number)
      const received = await exchange(planned.sent)
      return { planned, received, faults: faultsOf(document, fixture.secrets, planned, received) }
    },
    deleteEverything: async () => {
      const admin = fixture.caller('admin')
      // Containers are deleted after their content.
      const order = [
        '/artifact',
        '/tracker_',
        '/svn',
        '/oauth2',
        '/access',
        '/sessions',
        '/tokens/',
        '/user_groups',
        '/',
      ]
      const rank = ({ path }: FuzzTarget): number => order.findIndex(start => path.startsWith(start))
      const deletions = targets.map(([target]) => target).filter(({ method }) => method === 'DELETE')
      for (const target of deletions.sort((a, b) => rank(a) - rank(b) || b.path.length - a.path.length)) {
        const pool = fixture.pools[collectionOf(target)]
        const draft = drafts.plain(target, admin, randomOf(seed, -2))
        const [parameter] = target.inPath
        for (const id of parameter ? (pool?.remove ?? pool?.use ?? []) : ['']) {
          const path = {
            ...draft.path,
            ...(parameter ? { [parameter.name]: String(id) } : {}),
            ...('user_id' in draft.path ? { user_id: String(fixture.leaver.userId) } : {}),
          }
          const caller = ownerOf(fixture, target)
          const sent: SentRequest = { method: 'DELETE', url: urlOf({ ...draft, path }), headers: caller.headers }
          const planned: PlannedRequest = { kind: 'valid', target, caller, sent }
          const received = await exchanged(planned, -1)
          if (received) await checkResponse(planned, received, -1)
        }
      }
    },
    neverReached: () => targets.map(([{ name }]) => name).filter(name => (counts.routes.get(name)?.reached ?? 0) === 0),
  }

  /** JSON and XML say the same, and HEAD the same of it as GET. */
  async function formatVariants(target: FuzzTarget, caller: Caller, url: string): Promise<void> {
    const planned = (headers: Readonly<Record<string, string>>, method = 'GET'): PlannedRequest => ({
      kind: 'valid',
      target,
      caller,
      sent: { method, url, headers: { ...caller.headers, ...headers } },
    })
    const plans = [planned({}), planned({ accept: 'application/xml' }), planned({}, 'HEAD')] as const
    const [json, xml, head] = [
      await exchanged(plans[0], -1),
      await exchanged(plans[1], -1),
      await exchanged(plans[2], -1),
    ]
    if (!json || !xml || !head) return
    await checkResponse(plans[0], json, -1)
    await checkResponse(plans[1], xml, -1)
    if (json.status !== xml.status || json.status !== head.status)
      return reportFault(target, `GET is ${json.status}, in XML ${xml.status}, HEAD ${head.status}`, plans[0].sent, -1)
    const { date: _date, connection: _connection, 'keep-alive': _alive, 'x-request-id': _id, ...ofGet } = json.headers
    const { date: _other, connection: _kept, 'keep-alive': _living, 'x-request-id': _another, ...ofHead } = head.headers
    if (!isVolatile(target) && JSON.stringify(ofGet) !== JSON.stringify(ofHead))
      reportFault(
        target,
        `HEAD has other headers: ${JSON.stringify(ofHead)}, not ${JSON.stringify(ofGet)}`,
        plans[2].sent,
        -1,
      )
    if (json.body.length === 0 || isVolatile(target)) return
    const read = readXml(textOf(xml))
    const difference = typeof read === 'string' ? read : differenceInXml(JSON.parse(textOf(json)), read)
    if (difference !== undefined) reportFault(target, `JSON and XML differ: ${difference}`, plans[0].sent, -1)
  }
}

/** It says something else from one moment to the next: sizes of disks, when something was used last. */
const isVolatile = (target: FuzzTarget): boolean =>
  /\/site\/health|\/sessions|\/access_keys|\/site\/users/.test(target.path)

/** Takes a tenth of a second and more: a repository, trackers, a hash of a password. */
const isCostly = ({ name }: FuzzTarget): boolean => (ROUTE_WEIGHTS[name] ?? 1) < 0.2

/** Routes that every caller may write: they concern the caller, not the secret project. */
const isAboutOneself = ({ path }: FuzzTarget): boolean =>
  /^\/(?:access_keys|account|tokens|sessions|user_dashboards|password_resets|artifact_temporary_files$|users\/\{id\}\/(?:history|preferences|sessions))/.test(
    path,
  )

/** A caller who may delete the object. */
const ownerOf = (fixture: Fixture, { path }: FuzzTarget): Caller =>
  /^\/(?:users|sessions|tokens)/.test(path) ? fixture.leaver : fixture.caller('admin')

/** Private data of a person is requested by that person; a history is named by number (users.md §2). */
const ownId = ({ path }: FuzzTarget, id: string | number): string =>
  path.startsWith('/users/{id}/') ? (path.endsWith('/history') ? '101' : 'self') : String(id)

const sentOf = (caller: Caller, draft: RequestDraft): SentRequest => ({
  method: draft.target.method,
  url: urlOf(draft),
  headers: { ...caller.headers, ...(draft.body === undefined ? {} : { 'content-type': 'application/json' }) },
  ...(draft.body === undefined ? {} : { payload: JSON.stringify(draft.body) }),
})

/** The route, and the sentence without its numbers. */
const likeness = ({ name }: FuzzTarget, what: string): string =>
  `${name} ${what.replace(/\d+|"[^"]*"/g, '').slice(0, 60)}`
const isSameFault = (left: string, right: string): boolean => left.slice(0, 40) === right.slice(0, 40)

/** Longer takes nothing that is well; who waits for what never comes is told which request it was. */
const ANSWER_WAIT_MS = 20_000
const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ANSWER_WAIT_MS / 1000} s`)), ANSWER_WAIT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const isUnsendable = (error: unknown): boolean =>
  error instanceof Error &&
  /ERR_(?:INVALID_CHAR|UNESCAPED_CHARACTERS|INVALID_URL|HTTP_INVALID|INVALID_HTTP)/.test(
    (error as NodeJS.ErrnoException).code ?? '',
  )

const inParallel = async <Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as Item)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
}
