// The operations of Crocus and Redmine: for each, the equivalent request to either.
import { dayOf, json, operations, pick, prose, read, type LoadRequest, type Seed } from './operations.ts'

export type Side = 'crocus' | 'redmine'
export const sides: readonly Side[] = ['crocus', 'redmine']

/** Data in Redmine that requests need. */
export interface RedmineSeed {
  readonly apiKey: string
  readonly projectId: number
  readonly trackerId: number
  /** The issues have the numbers from this one on. */
  readonly firstIssueId: number
  readonly issues: number
  readonly userIds: readonly number[]
  readonly statusIds: readonly number[]
  readonly platforms: readonly string[]
  readonly fields: Readonly<Record<'platforms' | 'points' | 'cost' | 'due', number>>
}

export interface PeerSeed {
  readonly crocus: Seed
  readonly redmine: RedmineSeed
}

export interface PeerAnswer {
  readonly headers: Headers
  readonly text: string
}

interface PeerRequest {
  readonly expectedStatus: number
  readonly request: (seed: PeerSeed, random: () => number) => LoadRequest
  /** Whether an answer has what was asked for. */
  readonly isRight: (answer: PeerAnswer) => boolean
}

export interface PeerOperation extends Readonly<Record<Side, PeerRequest>> {
  readonly title: string
  readonly isWrite: boolean
  /** Least ratio of CPU per request, Redmine's divided by ours, that the project aims at. */
  readonly goal: number
}

const PAGE = 50
const WIDE_PAGE = 100
const CHANGESETS = 4

const parsed = ({ text }: PeerAnswer): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>
const isPage = (list: unknown, length: number, total: unknown): boolean =>
  Array.isArray(list) && list.length === length && Number(total) > length

const ourOperation = (
  name: 'get-json' | 'get-xml' | 'changesets' | 'post' | 'put',
  isRight: PeerRequest['isRight'],
): PeerRequest => {
  const { expectedStatus, request } = operations[name]
  return { expectedStatus, request: (seed, random) => request(seed.crocus, random), isRight }
}

const ourList = (limit: number, criteria: (seed: Seed, random: () => number) => object): PeerRequest => ({
  expectedStatus: 200,
  request: ({ crocus }, random) => {
    const query = encodeURIComponent(JSON.stringify(criteria(crocus, random)))
    return read(`/api/trackers/${crocus.trackerId}/artifacts?values=all&limit=${limit}&query=${query}`, crocus)
  },
  isRight: answer => isPage(JSON.parse(answer.text), limit, answer.headers.get('x-pagination-size')),
})

const key = ({ redmine }: PeerSeed): Record<string, string> => ({ 'x-redmine-api-key': redmine.apiKey })
const issue = ({ redmine }: PeerSeed, random: () => number): number =>
  redmine.firstIssueId + Math.floor(random() * redmine.issues)

const theirOperation = (
  path: (seed: PeerSeed, random: () => number) => string,
  isRight: PeerRequest['isRight'],
): PeerRequest => ({
  expectedStatus: 200,
  request: (seed, random) => ({ method: 'GET', path: path(seed, random), headers: key(seed) }),
  isRight,
})

const theirList = (limit: number, filters: (seed: RedmineSeed, random: () => number) => string): PeerRequest =>
  theirOperation(
    ({ redmine }, random) => `/issues.json?project_id=${redmine.projectId}&limit=${limit}&${filters(redmine, random)}`,
    answer => isPage(parsed(answer)['issues'], limit, parsed(answer)['total_count']),
  )

const theirWrite = (
  method: 'POST' | 'PUT',
  expectedStatus: number,
  path: (seed: PeerSeed, random: () => number) => string,
  fields: (seed: RedmineSeed, random: () => number) => object,
): PeerRequest => ({
  expectedStatus,
  request: (seed, random) => ({
    method,
    path: path(seed, random),
    headers: { ...key(seed), ...json },
    body: JSON.stringify({ issue: fields(seed.redmine, random) }),
  }),
  // Afterwards the records are counted.
  isRight: () => true,
})

const operationsByName = {
  'get-json': {
    title: 'GET by id, JSON',
    isWrite: false,
    goal: 80,
    crocus: ourOperation('get-json', answer => typeof parsed(answer)['title'] === 'string'),
    redmine: theirOperation(
      (seed, random) => `/issues/${issue(seed, random)}.json`,
      answer => answer.text.includes('"subject"') && answer.text.includes('"custom_fields"'),
    ),
  },
  'get-xml': {
    title: 'GET by id, XML',
    isWrite: false,
    goal: 80,
    crocus: ourOperation('get-xml', answer => answer.text.includes('<title>')),
    redmine: theirOperation(
      (seed, random) => `/issues/${issue(seed, random)}.xml`,
      answer => answer.text.includes('<subject>') && answer.text.includes('<custom_fields '),
    ),
  },
  history: {
    title: 'GET history',
    isWrite: false,
    goal: 100,
    crocus: ourOperation('changesets', answer => (JSON.parse(answer.text) as unknown[]).length >= CHANGESETS),
    redmine: theirOperation(
      (seed, random) => `/issues/${issue(seed, random)}.json?include=journals`,
      // Its journals do not count the creation.
      answer => (parsed(answer)['issue'] as { journals: unknown[] }).journals.length >= CHANGESETS - 1,
    ),
  },
  list: {
    title: `list, status and person, ${PAGE} and total`,
    isWrite: false,
    goal: 50,
    crocus: ourList(PAGE, (seed, random) => ({
      status: String(pick(seed.statusIds, random)),
      assigned_to: String(pick(seed.userIds, random)),
    })),
    redmine: theirList(
      PAGE,
      (seed, random) => `status_id=${pick(seed.statusIds, random)}&assigned_to_id=${pick(seed.userIds, random)}`,
    ),
  },
  wide: {
    title: `list, status, ${WIDE_PAGE} and total`,
    isWrite: false,
    goal: 40,
    crocus: ourList(WIDE_PAGE, (seed, random) => ({ status: String(pick(seed.statusIds, random)) })),
    redmine: theirList(WIDE_PAGE, (seed, random) => `status_id=${pick(seed.statusIds, random)}`),
  },
  post: {
    title: 'POST',
    isWrite: true,
    goal: 60,
    crocus: ourOperation('post', answer => typeof parsed(answer)['id'] === 'number'),
    redmine: theirWrite(
      'POST',
      201,
      () => '/issues.json',
      (seed, random) => ({
        project_id: seed.projectId,
        tracker_id: seed.trackerId,
        subject: prose(6, random),
        description: prose(60, random),
        status_id: pick(seed.statusIds, random),
        assigned_to_id: pick(seed.userIds, random),
        custom_fields: [
          { id: seed.fields.platforms, value: seed.platforms.slice(0, 2) },
          { id: seed.fields.points, value: Math.floor(random() * 100) },
          { id: seed.fields.cost, value: Math.floor(random() * 1_000) / 4 },
          { id: seed.fields.due, value: dayOf(random) },
        ],
      }),
    ),
  },
  put: {
    title: 'PUT with comment',
    isWrite: true,
    goal: 40,
    crocus: ourOperation('put', () => true),
    redmine: theirWrite(
      'PUT',
      204,
      (seed, random) => `/issues/${issue(seed, random)}.json`,
      (seed, random) => ({
        status_id: pick(seed.statusIds, random),
        custom_fields: [{ id: seed.fields.points, value: Math.floor(random() * 1_000_000) }],
        notes: prose(20, random),
      }),
    ),
  },
} satisfies Record<string, PeerOperation>

export type PeerOperationName = keyof typeof operationsByName

/** In the order in which a round measures them. */
export const peerOperations: Readonly<Record<PeerOperationName, PeerOperation>> = operationsByName
export const peerOperationNames = Object.keys(operationsByName) as PeerOperationName[]

/** The name of one side's half of an operation for the load generator. */
export const halfOf = (name: PeerOperationName, side: Side): string => `${name} of ${side}`
