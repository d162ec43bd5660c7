// The measured operations, and the requests of each.

/** Data of the seed that requests need: plain, so that it can be sent to another process. */
export interface Seed {
  readonly accessKey: string
  readonly trackerId: number
  readonly artifactIds: readonly number[]
  readonly userIds: readonly number[]
  readonly fields: Readonly<Record<FieldName, number>>
  readonly statusIds: readonly number[]
  readonly platformIds: readonly number[]
  /** JSON of an artifact's document of ordinary size: what the bare insert writes. */
  readonly document: string
}

export type FieldName =
  'title' | 'details' | 'status' | 'assigned_to' | 'platforms' | 'points' | 'cost' | 'due' | 'links'

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Operation {
  readonly title: string
  /** `forgetful`: Crocus with no memory for answers, as if each were asked for the first time. */
  readonly server: 'crocus' | 'forgetful' | 'bare'
  /** People are told of it afterwards, by mail for instance. */
  readonly isFollowed?: true
  /** The bare operation that is its limit. */
  readonly limit?: 'bare-read' | 'bare-insert'
  /** Least share of the limit, by CPU per request, that the project aims at. */
  readonly goal?: number
  readonly expectedStatus: number
  /** Of an operation that is made of several: what else is right. */
  readonly otherStatus?: number
  /** `random()` is in [0, 1). */
  readonly request: (seed: Seed, random: () => number) => LoadRequest
}

export const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item

export const json = { 'content-type': 'application/json' }
export const read = (path: string, seed: Seed, accept = 'application/json'): LoadRequest => ({
  method: 'GET',
  path,
  headers: { accept, 'x-auth-accesskey': seed.accessKey },
})
const write = (method: 'POST' | 'PUT', path: string, seed: Seed, body: unknown): LoadRequest => ({
  method,
  path,
  headers: { accept: 'application/json', 'x-auth-accesskey': seed.accessKey, ...json },
  body: JSON.stringify(body),
})

export const words = (
  'report upload button crash login page export table slow after update search result wrong date user group list empty ' +
  'server answer missing title filter sort column release branch commit review test build failed network timeout memory'
).split(' ')

/** Ordinary prose of `count` words. */
export const prose = (count: number, random: () => number): string =>
  Array.from({ length: count }, () => pick(words, random)).join(' ')

export const dayOf = (random: () => number): string =>
  new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 365))).toISOString().slice(0, 10)

/** Of two values of an artifact, with a comment. Each server changes its half of the artifacts: none knows what another changed. */
const changeOf =
  (half: 0 | 1): Operation['request'] =>
  (seed, random) => {
    const id = pick(seed.artifactIds, () => (half + random()) / 2)
    return write('PUT', `/api/artifacts/${id}`, seed, {
      values: [
        { field_id: seed.fields.status, bind_value_ids: [pick(seed.statusIds, random)] },
        { field_id: seed.fields.points, value: Math.floor(random() * 1_000_000) },
      ],
      comment: { body: prose(20, random), format: 'text' },
    })
  }

const operationsByName = {
  'bare-read': {
    title: 'bare read by primary key',
    server: 'bare',
    expectedStatus: 200,
    request: (seed, random) => ({ method: 'GET', path: `/rows/${pick(seed.artifactIds, random)}`, headers: {} }),
  },
  'get-json': {
    title: 'GET /artifacts/{id} JSON',
    server: 'crocus',
    limit: 'bare-read',
    goal: 0.6,
    expectedStatus: 200,
    request: (seed, random) => read(`/api/artifacts/${pick(seed.artifactIds, random)}`, seed),
  },
  'get-json-first': {
    title: 'GET /artifacts/{id} JSON, as on a first read',
    server: 'forgetful',
    limit: 'bare-read',
    expectedStatus: 200,
    request: (seed, random) => read(`/api/artifacts/${pick(seed.artifactIds, random)}`, seed),
  },
  'get-xml': {
    title: 'GET /artifacts/{id} XML',
    server: 'crocus',
    limit: 'bare-read',
    goal: 0.6,
    expectedStatus: 200,
    request: (seed, random) => read(`/api/artifacts/${pick(seed.artifactIds, random)}`, seed, 'application/xml'),
  },
  'get-xml-first': {
    title: 'GET /artifacts/{id} XML, as on a first read',
    server: 'forgetful',
    limit: 'bare-read',
    expectedStatus: 200,
    request: (seed, random) => read(`/api/artifacts/${pick(seed.artifactIds, random)}`, seed, 'application/xml'),
  },
  changesets: {
    title: 'GET /artifacts/{id}/changesets',
    server: 'crocus',
    limit: 'bare-read',
    expectedStatus: 200,
    request: (seed, random) => read(`/api/artifacts/${pick(seed.artifactIds, random)}/changesets`, seed),
  },
  list: {
    title: 'GET /trackers/{id}/artifacts, 50 with values',
    server: 'crocus',
    limit: 'bare-read',
    expectedStatus: 200,
    request: (seed, random) => {
      const offset = Math.floor(random() * Math.max(1, seed.artifactIds.length - 50))
      return read(`/api/trackers/${seed.trackerId}/artifacts?limit=50&offset=${offset}&values=all`, seed)
    },
  },
  'bare-insert': {
    title: 'bare insert of one row',
    server: 'bare',
    expectedStatus: 201,
    request: seed => ({ method: 'POST', path: '/rows', headers: json, body: seed.document }),
  },
  post: {
    title: 'POST /artifacts',
    isFollowed: true,
    server: 'crocus',
    limit: 'bare-insert',
    goal: 0.4,
    expectedStatus: 201,
    request: (seed, random) =>
      write('POST', '/api/artifacts', seed, {
        tracker: { id: seed.trackerId },
        values: [
          { field_id: seed.fields.title, value: prose(6, random) },
          { field_id: seed.fields.details, value: { content: prose(60, random), format: 'text' } },
          { field_id: seed.fields.status, bind_value_ids: [pick(seed.statusIds, random)] },
          { field_id: seed.fields.assigned_to, bind_value_ids: [pick(seed.userIds, random)] },
          { field_id: seed.fields.platforms, bind_value_ids: seed.platformIds.slice(0, 2) },
          { field_id: seed.fields.points, value: Math.floor(random() * 100) },
          { field_id: seed.fields.cost, value: Math.floor(random() * 1_000) / 4 },
          { field_id: seed.fields.due, value: dayOf(random) },
        ],
      }),
  },
  put: {
    title: 'PUT /artifacts/{id} with comment',
    isFollowed: true,
    server: 'crocus',
    limit: 'bare-insert',
    goal: 0.4,
    expectedStatus: 200,
    request: changeOf(0),
  },
  'put-first': {
    title: 'PUT with comment, not seen before',
    isFollowed: true,
    server: 'forgetful',
    limit: 'bare-insert',
    expectedStatus: 200,
    request: changeOf(1),
  },
} satisfies Record<string, Operation>

/** People at work: the shares are of what a tracker's pages and clients ask for. */
const mixed: Operation = {
  title: 'mixed use: 12 reads, 4 lists and searches, 3 changes, 1 creation',
  isFollowed: true,
  server: 'crocus',
  expectedStatus: 200,
  otherStatus: 201,
  request: (seed, random) => {
    const share = random() * 20
    if (share < 9) return operationsByName['get-json'].request(seed, random)
    if (share < 12) return operationsByName.changesets.request(seed, random)
    if (share < 14) return operationsByName.list.request(seed, random)
    if (share < 16)
      return read(
        `/api/trackers/${seed.trackerId}/artifacts?limit=50&values=all&query=${encodeURIComponent(
          JSON.stringify({ status: pick(seed.statusIds, random), assigned_to: pick(seed.userIds, random) }),
        )}`,
        seed,
      )
    if (share < 19) return operationsByName.put.request(seed, random)
    return operationsByName.post.request(seed, random)
  },
}

export type OperationName = keyof typeof operationsByName | 'mixed'

/** In the order in which they are measured: all reads before all writes, for what was changed since it was read last is no repeated read. */
export const operations: Readonly<Record<OperationName, Operation>> = { ...operationsByName, mixed }
export const operationNames = Object.keys(operations) as OperationName[]
