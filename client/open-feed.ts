import type { CrocusClient } from './crocus-client.ts'
import type { Change, CopiedArtifact, FeedOptions, FeedPage, FeedScope, FeedStep } from './feed.ts'
import { ConnectionLost, jsonLines } from './json-lines.ts'
import { RequestRefused } from './refusal.ts'
import { backoff, REPEATABLE_STATUSES } from './repeating-fetch.ts'

const WAIT_SECONDS = 50
const ARTIFACTS_OF_PAGE = 500
const FIRST_PAUSE = 1_000
const VERSION_KINDS = new Set([
  'artifact.created',
  'artifact.updated',
  'artifact.moved',
  'artifact.restored',
  'access.gained',
  'comment.edited',
])

/**
 * Keeps a copy of artifacts current: first a snapshot, then the changes, page by page. The store keeps the place, so a program that starts again
 * goes on there; a page that was not saved comes again. After a lost connection the feed goes on by itself, and when its cursor is too old
 * (410) it begins anew with a snapshot. Throws a RequestRefused.
 */
export async function* openFeed(client: CrocusClient, options: FeedOptions): AsyncGenerator<FeedPage, void, undefined> {
  const feed = new Feed(client, options)
  const { signal, onConnectionLost, sleep = pause } = options
  let failures = 0
  await feed.load()
  while (!signal?.aborted) {
    try {
      const isComplete = yield* feed.next()
      failures = 0
      if (isComplete && options.wait === 0) return
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof RequestRefused && error.response.status === 410) await feed.beginAnew()
      else if (error instanceof ConnectionLost) {
        onConnectionLost?.(error)
        await sleep(backoff(failures++, FIRST_PAUSE), signal)
      } else throw error
    }
  }
}

/** Behind the artifact `after` of a snapshot, or behind the changes before `cursor`. */
type Place =
  | { readonly kind: 'snapshot'; readonly after: number; readonly cursor: string }
  | { readonly kind: 'changes'; readonly cursor: string }

const writePlace = (place: Place): string =>
  place.kind === 'changes' ? `changes:${place.cursor}` : `snapshot:${place.after}:${place.cursor}`

const readPlace = (text: string | undefined): Place | undefined => {
  const [, after, cursor = ''] = /^(?:changes|snapshot:(\d+)):(.+)$/.exec(text ?? '') ?? []
  if (cursor === '') return undefined
  return after === undefined ? { kind: 'changes', cursor } : { kind: 'snapshot', after: Number(after), cursor }
}

interface SnapshotLine extends CopiedArtifact {
  readonly cursor?: string
  readonly end?: true
}
interface RightsChange {
  readonly scope: 'site' | 'project' | 'tracker'
  readonly project_id: number | null
  readonly tracker_id: number | null
}
interface ChangeLine extends Partial<RightsChange> {
  readonly cursor: string
  readonly kind: string
  readonly artifact_id?: number | null
  readonly changeset_id?: number | null
  readonly artifact?: CopiedArtifact
  /** Only the last line of a page. */
  readonly next?: string
  readonly more?: boolean
}

class Feed {
  readonly #client: CrocusClient
  readonly #options: FeedOptions
  readonly #filter: readonly (readonly [name: string, value: string])[]
  #place: Place | undefined

  constructor(client: CrocusClient, options: FeedOptions) {
    this.#client = client
    this.#options = options
    const { trackerIds = [], projectIds = [] } = options
    this.#filter = [
      ...trackerIds.map(id => ['tracker_id', String(id)] as const),
      ...projectIds.map(id => ['project_id', String(id)] as const),
    ]
  }

  async load(): Promise<void> {
    this.#place = readPlace(await this.#options.store.load())
  }

  /** The copy stays until the snapshot replaces it, part by part. */
  async beginAnew(): Promise<void> {
    this.#place = undefined
    await this.#options.store.save('')
  }

  /** Reads a snapshot, or a page of changes. Returns whether there are no more changes. */
  async *next(): AsyncGenerator<FeedPage, boolean, undefined> {
    if (this.#place?.kind === 'changes') return yield* this.#readChanges(this.#place.cursor)
    const cursor = yield* this.#readSnapshot(this.#filter, {}, this.#place)
    this.#place = { kind: 'changes', cursor }
    return false
  }

  /** Gives a page to the caller, and keeps its place when the caller asks for the next one. */
  async *#give(
    steps: readonly FeedStep[],
    changes: readonly Change[],
    place: Place | undefined,
  ): AsyncGenerator<FeedPage, void, undefined> {
    const text = place ? writePlace(place) : ''
    yield { steps, changes, place: text }
    await this.#options.store.save(text)
    this.#place = place
  }

  /** All artifacts of the filter. `from`: the place of a snapshot that was cut. Returns the cursor from which changes go on. */
  async *#readSnapshot(
    filter: readonly (readonly [string, string])[],
    scope: FeedScope,
    from: { readonly after: number; readonly cursor: string } | undefined,
    isWhole = true,
  ): AsyncGenerator<FeedPage, string, undefined> {
    let after = from?.after ?? 0
    let cursor = from?.cursor
    let artifacts: CopiedArtifact[] = []
    const response = await this.#ask('snapshot', [
      ...filter,
      ...(cursor === undefined ? [] : [['after', String(after)] as const, ['cursor', cursor] as const]),
    ])
    const part = (until: number | null): FeedStep => ({ kind: 'replace', scope, after, until, artifacts })
    for await (const line of jsonLines(response) as AsyncGenerator<SnapshotLine>) {
      if (line.end) {
        const place = isWhole ? ({ kind: 'changes', cursor: cursor ?? '' } as const) : this.#place
        yield* this.#give([part(null)], [], place)
        return cursor ?? ''
      }
      if (line.cursor !== undefined) {
        cursor ??= line.cursor
        continue
      }
      artifacts.push(line)
      if (artifacts.length < ARTIFACTS_OF_PAGE) continue
      const place = isWhole ? ({ kind: 'snapshot', after: line.id, cursor: cursor ?? '' } as const) : this.#place
      yield* this.#give([part(line.id)], [], place)
      after = line.id
      artifacts = []
    }
    throw new ConnectionLost('the snapshot was cut')
  }

  async *#readChanges(since: string): AsyncGenerator<FeedPage, boolean, undefined> {
    const { wait = WAIT_SECONDS } = this.#options
    const response = await this.#ask('', [
      ['since', since],
      ['representation', 'values'],
      ['limit', String(ARTIFACTS_OF_PAGE)],
      ['wait', String(wait)],
      ...this.#filter,
    ])
    let page = new PendingPage(this.#options.store.versionOf.bind(this.#options.store))
    let cursor = since
    for await (const line of jsonLines(response) as AsyncGenerator<ChangeLine>) {
      if (line.next !== undefined) {
        yield* this.#give(page.steps, page.changes, { kind: 'changes', cursor: line.next })
        return line.more !== true
      }
      if (line.kind === 'access.changed') {
        yield* this.#give(page.steps, page.changes, { kind: 'changes', cursor })
        page = new PendingPage(this.#options.store.versionOf.bind(this.#options.store))
        yield* this.#compare(line as RightsChange)
      } else await page.add(line, artifact => this.#isWanted(artifact))
      cursor = line.cursor
    }
    if (page.changes.length > 0) yield* this.#give(page.steps, page.changes, { kind: 'changes', cursor })
    throw new ConnectionLost('the page of changes was cut')
  }

  #isWanted({ tracker_id, project_id }: CopiedArtifact): boolean {
    const { trackerIds, projectIds } = this.#options
    return (trackerIds?.includes(tracker_id) ?? true) && (projectIds?.includes(project_id) ?? true)
  }

  /** Rights on many artifacts have changed: the snapshot of the scope has what the account sees now. */
  async *#compare(change: RightsChange): AsyncGenerator<FeedPage, void, undefined> {
    for (const scope of this.#scopesOf(change)) {
      const filter = Object.entries(scope).map(([name, id]) => [name, String(id)] as const)
      try {
        yield* this.#readSnapshot(filter, scope, undefined, false)
      } catch (error) {
        if (!(error instanceof RequestRefused && error.response.status === 404)) throw error
        yield* this.#give([{ kind: 'replace', scope, after: 0, until: null, artifacts: [] }], [], this.#place)
      }
    }
  }

  /** Parts of the copy, each of which the account sees as a whole or not. */
  #scopesOf({ scope, project_id, tracker_id }: RightsChange): FeedScope[] {
    const { trackerIds, projectIds } = this.#options
    if (scope === 'tracker' && tracker_id !== null) return [{ tracker_id }]
    if (trackerIds) return trackerIds.map(id => ({ tracker_id: id }))
    if (scope === 'project' && project_id !== null) return [{ project_id }]
    if (projectIds) return projectIds.map(id => ({ project_id: id }))
    return [{}]
  }

  async #ask(path: 'snapshot' | '', query: readonly (readonly [string, string])[]): Promise<Response> {
    const { signal } = this.#options
    const parameters = new URLSearchParams()
    for (const [name, value] of query) parameters.append(name, value)
    const address = `/api/changes${path && `/${path}`}?${parameters.toString()}`
    const response = await this.#client
      .send(address, { headers: { accept: 'application/x-ndjson' }, ...(signal && { signal }) })
      .catch((cause: unknown) => {
        throw new ConnectionLost('no connection', { cause })
      })
    if (response.ok) return response
    if (REPEATABLE_STATUSES.has(response.status)) throw new ConnectionLost(`the server answered ${response.status}`)
    throw new RequestRefused(response, await response.json().catch(() => undefined))
  }
}

/** The steps of changes that were read, until they are given to the caller. */
class PendingPage {
  readonly steps: FeedStep[] = []
  readonly changes: Change[] = []
  readonly #versionOf: FeedOptions['store']['versionOf']
  /** Versions after the steps; 0: removed. */
  readonly #versions = new Map<number, number>()

  constructor(versionOf: FeedOptions['store']['versionOf']) {
    this.#versionOf = versionOf
  }

  async add({ artifact, ...change }: ChangeLine, isWanted: (artifact: CopiedArtifact) => boolean): Promise<void> {
    this.changes.push(change as Change)
    const { kind, artifact_id: id } = change
    if (kind === 'tracker.deleted' && typeof change.tracker_id === 'number')
      this.steps.push({
        kind: 'replace',
        scope: { tracker_id: change.tracker_id },
        after: 0,
        until: null,
        artifacts: [],
      })
    if (typeof id !== 'number') return
    if (kind === 'access.lost' || kind === 'artifact.deleted') {
      // Two changes of one artifact may come in the wrong order: the greater `changeset_id` counts.
      const version = this.#versions.get(id) ?? (await this.#versionOf(id))
      if (version === undefined || version > (change.changeset_id ?? 0)) return
      this.#remove(id)
    } else if (VERSION_KINDS.has(kind) && artifact) {
      // The artifact is as it is now. One that is gone by now is absent, and a later change says so.
      if (isWanted(artifact)) this.#put(artifact)
      else this.#remove(id)
    }
  }

  #put(artifact: CopiedArtifact): void {
    this.steps.push({ kind: 'put', artifact })
    this.#versions.set(artifact.id, artifact.changeset_id)
  }

  #remove(artifactId: number): void {
    this.steps.push({ kind: 'remove', artifactId })
    this.#versions.set(artifactId, 0)
  }
}

const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
