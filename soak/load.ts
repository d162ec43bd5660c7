// The load: operations of the callers, until they are stopped.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type ClientResponse, type Client, type Request } from './client.ts'
import { recordFinding, type ExpectedState } from './expected-state.ts'
import { seeded, type Random } from './random.ts'
import type { Account, Fixture, FixtureTracker } from './fixture.ts'
import { commitUntil } from './svn-load.ts'
import type { Statistics } from './statistics.ts'

export interface LoadOptions {
  /** Address of the proxy before the servers. */
  readonly url: string
  /** Address of the repositories; undefined = none. */
  readonly svnUrl: string | undefined
  readonly fixture: Fixture
  readonly expected: ExpectedState
  readonly statistics: Statistics
  readonly seed: number
  readonly servers: number
  /** Folder for working copies. */
  readonly folder: string
  /** Whether faults are caused. */
  readonly isDisturbed: boolean
  readonly stop: AbortSignal
}

/** Longest time until every server has applied a change of rights, with silent connections. */
const RIGHTS_PROPAGATION_MS = 45_000
const MOST_FIELDS = 20
/** Share of the creations, changes and deletions that carry an `Idempotency-Key`. */
const KEYS = 0.5
/** Longer than any fault lasts. */
const ANSWERED_WITHIN_MS = 120_000

export const runLoad = async (options: LoadOptions): Promise<void> => {
  const world = new LoadDriver(options)
  const callers = options.fixture.accounts.map((account, index) =>
    world.call(account, seeded(options.seed + index + 1)),
  )
  await Promise.all([
    ...callers,
    world.changeRights(seeded(options.seed + 10_001)),
    world.changeDefinition(seeded(options.seed + 10_002)),
    ...(options.svnUrl === undefined
      ? []
      : [commitUntil({ ...options, svnUrl: options.svnUrl, tokenOf: () => world.token() })]),
  ])
  world.close()
}

interface KnownArtifact {
  readonly id: number
  readonly trackerId: number
  isDeletionTried: boolean
}

interface WireArtifact {
  readonly title: string | null
  readonly values: readonly { readonly field_id: number | string; readonly value?: string }[] | null
}

interface SimulatedCaller {
  readonly account: Account
  readonly client: Client
  readonly random: Random
}

const WEIGHTS = {
  create: 14,
  update: 14,
  updateIfMatch: 12,
  comment: 8,
  link: 4,
  remove: 2,
  read: 22,
  history: 3,
  list: 4,
  query: 4,
  search: 3,
  find: 1,
  upload: 2,
  signIn: 1,
  race: 4,
} as const
type Operation = keyof typeof WEIGHTS
const weightedOperations = Object.entries(WEIGHTS).flatMap(([name, weight]) =>
  Array<Operation>(weight).fill(name as Operation),
)

class LoadDriver {
  readonly #options: LoadOptions
  readonly #known: KnownArtifact[] = []
  readonly #clients: Client[] = []
  readonly #racing = new Set<number>()
  /** The administrator deletes, since members may not. */
  #administrator: Client | undefined
  #tokens = 0
  #races = 0
  /** Running number and seed: unique across runs. */
  token = (): string => `sk${++this.#tokens}x${this.#options.seed % 100_000}`

  constructor(options: LoadOptions) {
    this.#options = options
    for (const id of options.fixture.hotIds)
      this.#known.push({ id, trackerId: options.fixture.task.id, isDeletionTried: false })
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }

  #clientOf({ headers }: Pick<Account, 'headers'>): Client {
    const { url, statistics, expected } = this.#options
    const client = createClient({ url, headers, statistics, expected })
    this.#clients.push(client)
    return client
  }

  async call(account: Account, random: Random): Promise<void> {
    const caller: SimulatedCaller = { account, random, client: this.#clientOf(account) }
    const operations: Readonly<Record<Operation, (caller: SimulatedCaller) => Promise<void>>> = {
      create: async each => void (await this.#create(each)),
      update: each => this.#update(each),
      updateIfMatch: each => this.#updateIfMatch(each),
      comment: each => this.#comment(each),
      link: each => this.#link(each),
      remove: each => this.#remove(each),
      read: each => this.#readOne(each),
      history: each => this.#history(each),
      list: each => this.#list(each),
      query: each => this.#query(each),
      search: each => this.#search(each),
      find: each => this.#find(each),
      upload: each => this.#upload(each),
      signIn: each => this.#signIn(each),
      race: each => this.#race(each),
    }
    // Starts with an upload, so that even a short run has files.
    let next: Operation = 'upload'
    while (!this.#options.stop.aborted) {
      const name = next
      next = random.pick(weightedOperations)
      try {
        await operations[name](caller)
      } catch (error) {
        recordFinding(
          this.#options.expected,
          `${name}: an answer that makes no sense: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
      // People think between requests, and an unavailable server is not called a thousand times a second.
      await sleep(random.between(0, 40))
    }
  }

  /** With a key, a call is repeated until it is answered; its times are those of all attempts. */
  async #send(
    client: Client,
    isKeyed: boolean,
    operation: string,
    method: string,
    path: string,
    request: Request,
  ): Promise<ClientResponse & { readonly attempts: number | undefined }> {
    if (!isKeyed) return { ...(await client.send(operation, method, path, request)), attempts: undefined }
    const headers = { ...request.headers, 'idempotency-key': randomUUID() }
    const startedAt = performance.now()
    for (let attempts = 1; ; attempts++) {
      const answer = await client.send(operation, method, path, { ...request, headers })
      const isAnswered = answer.outcome !== 'unknown' && !isRunning(answer)
      if (isAnswered || performance.now() - startedAt > ANSWERED_WITHIN_MS)
        return { ...answer, outcome: isAnswered ? answer.outcome : 'unknown', startedAt, attempts }
      await sleep(200)
    }
  }

  // --- artifacts -----------------------------------------------------------------------------------------------------------

  #tracker(id: number): FixtureTracker {
    const { task, bug } = this.#options.fixture
    return id === bug.id ? bug : task
  }

  /** Prefers young and hot artifacts. */
  #some(random: Random): KnownArtifact | undefined {
    const { hotIds } = this.#options.fixture
    if (random.chance(0.15)) return this.#known[random.between(0, hotIds.length - 1)]
    const from = random.chance(0.8) ? Math.max(0, this.#known.length - 60) : 0
    return this.#known[random.between(from, this.#known.length - 1)]
  }

  #text(tracker: FixtureTracker, token: string): object {
    return { field_id: tracker.field('description'), value: { content: token, format: 'text' } }
  }
  #title(tracker: FixtureTracker, token: string): object {
    return { field_id: tracker.field('title'), value: token }
  }
  #format(random: Random): 'json' | 'xml' {
    return random.chance(0.25) ? 'xml' : 'json'
  }

  async #create(
    { client, random }: SimulatedCaller,
    extra: readonly object[] = [],
    trackerId?: number,
  ): Promise<ClientResponse & { token: string }> {
    const { fixture, expected } = this.#options
    const tracker =
      trackerId === undefined ? (random.chance(0.15) ? fixture.bug : fixture.task) : this.#tracker(trackerId)
    const token = this.token()
    const values = [this.#title(tracker, token), this.#text(tracker, token), ...extra]
    const answer = await this.#send(client, random.chance(KEYS), 'create artifact', 'POST', '/api/artifacts', {
      body: { tracker: { id: tracker.id }, values },
      format: this.#format(random),
    })
    const id = answer.outcome === 'done' ? Number(answer.value<{ id: number | string }>().id) : undefined
    this.#expect(answer, 'create artifact', [201])
    expected.writes.push({
      ...this.#timesOf(answer),
      token,
      kind: 'create',
      artifactId: id,
      outcome: answer.outcome,
      status: answer.status,
      ifMatch: undefined,
      race: undefined,
      etag: etagOf(answer),
      trackerId: tracker.id,
      attempts: answer.attempts,
    })
    if (id !== undefined) this.#known.push({ id, trackerId: tracker.id, isDeletionTried: false })
    return { ...answer, token }
  }

  async #put(
    { client, random }: SimulatedCaller,
    { id, trackerId, isDeletionTried }: KnownArtifact,
    token: string,
    body: object,
    given: { readonly ifMatch?: string; readonly race?: number } = {},
  ): Promise<ClientResponse> {
    const operation = given.race !== undefined ? 'race' : given.ifMatch === undefined ? 'update' : 'update if unchanged'
    const isKeyed = given.race === undefined && random.chance(KEYS)
    const answer = await this.#send(client, isKeyed, operation, 'PUT', `/api/artifacts/${id}`, {
      body,
      format: this.#format(random),
      ...(given.ifMatch === undefined ? {} : { headers: { 'if-match': given.ifMatch } }),
    })
    const gone = isDeletionTried || this.#isTried(id) ? [404] : []
    this.#expect(answer, operation, [200, ...(given.ifMatch === undefined ? [] : [412]), ...gone])
    this.#options.expected.writes.push({
      ...this.#timesOf(answer),
      token,
      kind: 'update',
      artifactId: id,
      outcome: answer.outcome,
      status: answer.status,
      ifMatch: given.ifMatch,
      race: given.race,
      etag: etagOf(answer),
      trackerId,
      attempts: answer.attempts,
    })
    return answer
  }

  #isTried(id: number): boolean {
    return this.#known.some(known => known.id === id && known.isDeletionTried)
  }

  #edit(random: Random, trackerId: number, token: string): object {
    const tracker = this.#tracker(trackerId)
    const comment = { body: token, format: 'text' }
    if (random.chance(0.3)) return { values: [this.#title(tracker, token)], comment }
    if (random.chance(0.5)) return { values: [this.#text(tracker, token)], comment }
    return { values: [this.#text(tracker, token), { field_id: this.#number(tracker), value: random.between(0, 99) }] }
  }
  #number(tracker: FixtureTracker): number {
    return tracker.id === this.#options.fixture.bug.id ? tracker.field('effort') : tracker.field('remaining_effort')
  }

  async #update(caller: SimulatedCaller): Promise<void> {
    const artifact = this.#some(caller.random)
    if (!artifact) return
    const token = this.token()
    await this.#put(caller, artifact, token, this.#edit(caller.random, artifact.trackerId, token))
  }

  async #updateIfMatch(caller: SimulatedCaller): Promise<void> {
    const artifact = this.#some(caller.random)
    const ifMatch = artifact && (await this.#read(caller, artifact))
    if (!artifact || ifMatch === undefined) return
    const token = this.token()
    await this.#put(caller, artifact, token, this.#edit(caller.random, artifact.trackerId, token), { ifMatch })
  }

  async #comment(caller: SimulatedCaller): Promise<void> {
    const artifact = this.#some(caller.random)
    if (!artifact) return
    const token = this.token()
    await this.#put(caller, artifact, token, { values: [], comment: { body: token, format: 'commonmark' } })
  }

  async #link(caller: SimulatedCaller): Promise<void> {
    const { fixture } = this.#options
    const [source, target] = [this.#some(caller.random), caller.random.pick([...fixture.hotIds, ...fixture.raceIds])]
    if (!source || source.id === target) return
    const token = this.token()
    const field = this.#tracker(source.trackerId).field('links')
    await this.#put(caller, source, token, {
      values: [{ field_id: field, links: [{ id: target, type: caller.random.pick(['', '_is_child']) }] }],
      comment: { body: token, format: 'text' },
    })
  }

  async #remove({ random }: SimulatedCaller): Promise<void> {
    const { fixture, expected } = this.#options
    const client = (this.#administrator ??= this.#clientOf(fixture.admin))
    const artifact = this.#known[random.between(fixture.hotIds.length, this.#known.length - 1)]
    if (!artifact || artifact.isDeletionTried) return
    artifact.isDeletionTried = true
    const path = `/api/artifacts/${artifact.id}`
    const answer = await this.#send(client, random.chance(KEYS), 'delete artifact', 'DELETE', path, {})
    this.#expect(answer, 'delete artifact', [200])
    expected.deletions.push({ ...this.#timesOf(answer), artifactId: artifact.id, outcome: answer.outcome })
  }

  /** Many writes at once on one version: at most one may win. */
  async #race(caller: SimulatedCaller): Promise<void> {
    const { fixture } = this.#options
    const id = caller.random.pick(fixture.raceIds)
    if (this.#racing.has(id)) return
    this.#racing.add(id)
    try {
      const artifact: KnownArtifact = { id, trackerId: fixture.task.id, isDeletionTried: false }
      const ifMatch = await this.#read(caller, artifact)
      if (ifMatch === undefined) return
      const race = ++this.#races
      await Promise.all(
        Array.from({ length: caller.random.between(2, 6) }, () => {
          const token = this.token()
          return this.#put(caller, artifact, token, this.#edit(caller.random, artifact.trackerId, token), {
            ifMatch,
            race,
          })
        }),
      )
    } finally {
      this.#racing.delete(id)
    }
  }

  // --- reads ---------------------------------------------------------------------------------------------------------------

  /** Returns the version that was read. */
  async #read({ client, random }: SimulatedCaller, artifact: KnownArtifact): Promise<string | undefined> {
    const { expected } = this.#options
    const answer = await client.send('read artifact', 'GET', `/api/artifacts/${artifact.id}`, {
      format: this.#format(random),
    })
    this.#expect(answer, 'read artifact', [200, ...(this.#isTried(artifact.id) ? [404] : [])])
    const etag = etagOf(answer)
    if (answer.status !== 200) return undefined
    if (etag === undefined) throw new Error(`artifact ${artifact.id} was answered without an ETag`)
    const { title, values } = answer.value<WireArtifact>()
    const description = this.#tracker(artifact.trackerId).field('description')
    const text = values?.find(value => Number(value.field_id) === description)?.value ?? ''
    expected.reads.push({
      ...this.#timesOf(answer),
      artifactId: artifact.id,
      etag,
      title: title ?? '',
      text: String(text),
    })
    return etag
  }

  async #readOne(caller: SimulatedCaller): Promise<void> {
    const artifact = this.#some(caller.random)
    if (artifact) await this.#read(caller, artifact)
  }

  async #history({ client, random }: SimulatedCaller): Promise<void> {
    const artifact = this.#some(random)
    if (!artifact) return
    const answer = await client.send('read history', 'GET', `/api/artifacts/${artifact.id}/changesets?limit=50`)
    this.#expect(answer, 'read history', [200, ...(this.#isTried(artifact.id) ? [404] : [])])
    if (answer.status !== 200) return
    const ids = answer.value<{ id: number }[]>().map(({ id }) => id)
    if (ids.length === 0 || ids.some((id, index) => index > 0 && id <= (ids[index - 1] ?? 0)))
      recordFinding(this.#options.expected, `the history of artifact ${artifact.id} is not in order: ${ids.join(' ')}`)
  }

  async #get({ client, random }: SimulatedCaller, operation: string, path: string): Promise<void> {
    const answer = await client.send(operation, 'GET', path, { format: this.#format(random) })
    this.#expect(answer, operation, [200])
    if (answer.status === 200) answer.value()
  }

  #list(caller: SimulatedCaller): Promise<void> {
    const { task } = this.#options.fixture
    const values = caller.random.chance(0.5) ? '&values=all' : ''
    return this.#get(caller, 'list artifacts', `/api/trackers/${task.id}/artifacts?limit=50&order=desc${values}`)
  }
  #query(caller: SimulatedCaller): Promise<void> {
    const { task } = this.#options.fixture
    const status = task.fields.find(field => field.name === 'status')
    const query = encodeURIComponent(JSON.stringify({ [String(status?.field_id)]: status?.values?.[0]?.id }))
    return this.#get(caller, 'query artifacts', `/api/trackers/${task.id}/artifacts?limit=20&query=${query}`)
  }
  #search(caller: SimulatedCaller): Promise<void> {
    const { task } = this.#options.fixture
    const query = encodeURIComponent(`title = "sk${caller.random.between(1, 99)}" AND remaining_effort > 5`)
    return this.#get(caller, 'query by TQL', `/api/trackers/${task.id}/artifacts?limit=20&expert_query=${query}`)
  }
  #find(caller: SimulatedCaller): Promise<void> {
    return this.#get(caller, 'search users', `/api/users?query=caller&limit=10`)
  }

  // --- files ---------------------------------------------------------------------------------------------------------------

  async #upload(caller: SimulatedCaller): Promise<void> {
    const { client, random } = caller
    const { bug, task } = this.#options.fixture
    const tracker = random.chance(0.2) ? bug : task
    const content = random.bytes(random.between(1_000, 200_000))
    const field = tracker.field('attachments')
    const declared = await client.send('declare file', 'POST', `/api/tracker_fields/${field}/files`, {
      body: {
        name: `content-${random.between(1, 1_000_000)}.bin`,
        file_size: content.length,
        file_type: 'application/octet-stream',
      },
    })
    this.#expect(declared, 'declare file', [200])
    if (declared.outcome !== 'done') return
    const file = declared.value<{ id: number; upload_href: string; download_href: string }>()
    if (!(await this.#sendPieces(caller, file.upload_href, content))) return
    const created = await this.#create(caller, [{ field_id: field, value: [file.id] }], tracker.id)
    if (created.outcome === 'refused') return
    this.#options.expected.files.push({
      fileId: file.id,
      sha256: createHash('sha256').update(content).digest('hex'),
      size: content.length,
      token: created.token,
      url: file.download_href,
    })
  }

  /** Uploads by TUS: after a failure it asks for the server's offset, and continues there. */
  async #sendPieces({ client, random }: SimulatedCaller, path: string, content: Buffer): Promise<boolean> {
    const tus = (method: string, request: Request): Promise<ClientResponse> =>
      client.send(method === 'PATCH' ? 'send piece' : 'ask for offset', method, path, {
        ...request,
        headers: { 'tus-resumable': '1.0.0', ...request.headers },
      })
    let offset: number | undefined = 0
    for (let failures = 0; failures < 200;) {
      if (offset === undefined) {
        const asked = await tus('HEAD', {})
        offset = asked.status === 204 ? Number(asked.headers['upload-offset']) : undefined
        this.#expect(asked, 'ask for offset', [204, 423])
        if (offset === undefined) {
          failures++
          await sleep(500)
          continue
        }
      }
      if (offset >= content.length) return true
      const piece = content.subarray(offset, offset + random.between(1_000, 100_000))
      const sent = await tus('PATCH', {
        bytes: piece,
        headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      })
      // 409: our offset differs from the server's. 423: our last piece is still being received.
      this.#expect(sent, 'send piece', [204, 409, 423])
      if (sent.status === 204) {
        offset = Number(sent.headers['upload-offset'])
        continue
      }
      failures++
      offset = undefined
      await sleep(300)
    }
    recordFinding(this.#options.expected, `the upload ${path} could not be finished`)
    return false
  }

  // --- rights --------------------------------------------------------------------------------------------------------------

  async #signIn({ account, client }: SimulatedCaller): Promise<void> {
    const answer = await client.send('sign in', 'POST', '/api/tokens', {
      body: { username: account.login, password: account.password },
    })
    this.#expect(answer, 'sign in', [200])
    if (answer.outcome !== 'done') return
    const { user_id, token } = answer.value<{ user_id: string; token: string }>()
    const bearer = this.#clientOf({ headers: { 'x-auth-userid': user_id, 'x-auth-token': token } })
    this.#expect(await bearer.send('call with token', 'GET', '/api/users/self'), 'call with token', [200])
    const ended = await client.send('delete token', 'DELETE', `/api/tokens/${token}`)
    this.#expect(ended, 'delete token', [200])
    if (ended.outcome === 'done')
      await this.#becomes(`a deleted token of ${account.login}`, 'is accepted', bearer, '/api/users/self', [401])
    bearer.close()
  }

  /** All servers in turn answer so soon, and keep answering so. */
  async #becomes(
    what: string,
    wrong: string,
    client: Client,
    path: string,
    statuses: readonly number[],
  ): Promise<void> {
    const begun = performance.now()
    let agreeing = 0
    while (agreeing < 2 * this.#options.servers) {
      const answer = await client.send('check rights', 'GET', path)
      if (answer.outcome === 'unknown') await sleep(200)
      else if (statuses.includes(answer.status ?? 0)) agreeing++
      else {
        agreeing = 0
        if (answer.startedAt - begun > RIGHTS_PROPAGATION_MS)
          return recordFinding(
            this.#options.expected,
            `${what} ${wrong} ${RIGHTS_PROPAGATION_MS / 1_000} s after the acknowledgement`,
          )
        await sleep(20)
      }
      if (this.#options.stop.aborted && performance.now() - begun > RIGHTS_PROPAGATION_MS) return
    }
    this.#options.statistics.count('rights known everywhere', 'seen', performance.now() - begun)
  }

  /** Adds an account to a closed project, and removes it, again and again. */
  async changeRights(random: Random): Promise<void> {
    const { fixture, expected } = this.#options
    const [admin, guest] = [this.#clientOf(fixture.admin), this.#clientOf(fixture.guest)]
    for (let isMember = true; !this.#options.stop.aborted; isMember = !isMember) {
      const logins = [fixture.admin.login, ...(isMember ? [fixture.guest.login] : [])]
      // With a key: a change without an answer could still happen after the next one.
      const path = `/api/user_groups/${fixture.closedProjectId}_3/users`
      const answer = await this.#send(admin, true, 'change rights', 'PUT', path, {
        body: { user_references: logins.map(username => ({ username })) },
      })
      this.#expect(answer, 'change rights', [200])
      expected.settings.push({
        ...this.#timesOf(answer),
        name: 'guest',
        value: String(isMember),
        outcome: answer.outcome,
      })
      if (answer.outcome === 'done') {
        const trackers = `/api/projects/${fixture.closedProjectId}/trackers`
        const [what, wrong] = isMember ? ['a new member', 'is refused'] : ['a former member', 'is admitted']
        await this.#becomes(what, wrong, guest, trackers, isMember ? [200] : [403, 404])
      }
      await sleep(random.between(200, 1_500))
    }
  }

  /** Changes the form of the tracker while all callers write. */
  async changeDefinition(random: Random): Promise<void> {
    const { fixture, expected } = this.#options
    const admin = this.#clientOf(fixture.admin)
    for (let made = 0; !this.#options.stop.aborted;) {
      const name = this.token()
      if (made < MOST_FIELDS && random.chance(0.3)) {
        made++
        const answer = await admin.send('add field', 'POST', '/api/tracker_fields', {
          body: { tracker: { id: fixture.task.id }, type: 'string', name, label: name },
        })
        this.#expect(answer, 'add field', [201])
        expected.fields.push({ name, outcome: answer.outcome })
      } else {
        const answer = await admin.send(
          'change field',
          'PATCH',
          `/api/tracker_fields/${fixture.task.field('skills')}`,
          {
            body: { label: name },
          },
        )
        this.#expect(answer, 'change field', [200])
        expected.settings.push({ ...this.#timesOf(answer), name: 'label', value: name, outcome: answer.outcome })
      }
      await sleep(random.between(300, 3_000))
    }
  }

  // --- judging an answer ---------------------------------------------------------------------------------------------------

  #timesOf({ startedAt, endedAt }: ClientResponse): { startedAt: number; endedAt: number } {
    return { startedAt, endedAt }
  }

  /** Errors of the server and lost connections are checked elsewhere. */
  #expect({ status, bytes }: ClientResponse, operation: string, statuses: readonly number[]): void {
    if (status === undefined || status >= 500 || statuses.includes(status)) return
    recordFinding(this.#options.expected, `${operation} was answered ${status}: ${bytes.toString().slice(0, 300)}`)
  }
}

/** An earlier attempt is still under way at a server. */
const isRunning = ({ status, bytes }: ClientResponse): boolean =>
  status === 409 && bytes.includes('idempotency.running')

const etagOf = ({ headers }: ClientResponse): string | undefined => {
  const { etag } = headers
  return typeof etag === 'string' ? etag.replaceAll('"', '') : undefined
}
