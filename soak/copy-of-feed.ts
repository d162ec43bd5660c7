// A copy of all artifacts, kept by the feed through every fault (docs/integrating.md), and its comparison with a snapshot.
import { createClient, openFeed, type ArtifactLink, type CopiedArtifact, type FeedStep } from '../client/index.ts'
import { recordFinding, type ExpectedState } from './expected-state.ts'
import type { Account } from './fixture.ts'

export interface FeedReaderOptions {
  /** Address of the proxy before the servers. */
  readonly url: string
  /** An account that sees everything. */
  readonly account: Account
  readonly expected: ExpectedState
}

const WAIT_SECONDS = 5

/** A reader of the feed that never gives up. */
export class FeedReader {
  readonly #options: FeedReaderOptions
  readonly #stop = new AbortController()
  readonly #copy = new CopyOfArtifacts()
  readonly #following: Promise<void>
  #place: string | undefined
  #changes = 0
  #cuts = 0

  constructor(options: FeedReaderOptions) {
    this.#options = options
    this.#following = this.#follow(options.url, WAIT_SECONDS).catch((error: unknown) =>
      recordFinding(options.expected, `feed: the reader ended with ${String(error)}`),
    )
  }

  /** Reads to the end of the feed, at a server that stands. */
  async finish(url: string): Promise<void> {
    this.#stop.abort()
    await this.#following
    await this.#follow(url, 0)
  }

  /** Differences between the copy and a snapshot of now: each line byte for byte, and the links as one set. */
  async differences(url: string): Promise<{ readonly findings: string[]; readonly counts: Record<string, number> }> {
    const response = await fetch(`${url}/api/changes/snapshot?representation=values`, {
      headers: this.#options.account.headers as Record<string, string>,
    })
    const text = await response.text()
    const [head = '', ...lines] = text.trim().split('\n')
    const end = lines.pop() ?? ''
    if (response.status !== 200 || !head.includes('"cursor"') || !end.includes('"end":true'))
      return { findings: [`feed: the snapshot was answered ${response.status}: ${text.slice(-300)}`], counts: {} }
    const fresh = new CopyOfArtifacts()
    for (const line of lines) fresh.put(JSON.parse(line) as CopiedArtifact)
    return {
      findings: fresh.differencesFrom(this.#copy).map(difference => `feed: ${difference}`),
      counts: {
        'artifacts of a copy held against a snapshot': lines.length,
        'links of a copy': fresh.links.size,
        'changes that the feed told': this.#changes,
        'connections that the reader of the feed lost': this.#cuts,
      },
    }
  }

  async #follow(server: string, wait: number): Promise<void> {
    const { login, password } = this.#options.account
    const client = createClient({ server, credentials: { login, password } })
    const { signal } = this.#stop
    const store = {
      load: () => this.#place,
      save: (place: string) => void (this.#place = place),
      versionOf: (id: number) => this.#copy.versionOf(id),
    }
    const pages = openFeed(client, {
      store,
      wait,
      onConnectionLost: () => void this.#cuts++,
      ...(wait > 0 && { signal }),
    })
    for await (const { steps, changes } of pages) {
      this.#changes += changes.length
      for (const step of steps) this.#copy.apply(step)
    }
  }
}

/** Artifacts as text, without the links, and the links as one set. */
export class CopyOfArtifacts {
  readonly artifacts = new Map<number, { readonly form: CopiedArtifact; readonly text: string }>()
  /** `source target type field`. */
  readonly links = new Map<string, readonly [source: number, target: number]>()

  versionOf(id: number): number | undefined {
    return this.artifacts.get(id)?.form.changeset_id
  }

  apply(step: FeedStep): void {
    if (step.kind === 'put') return this.put(step.artifact)
    if (step.kind === 'remove') return this.remove(step.artifactId)
    const { scope, after, until } = step
    for (const [id, { form }] of [...this.artifacts])
      if (
        id > after &&
        id <= (until ?? Infinity) &&
        (scope.tracker_id ?? form.tracker_id) === form.tracker_id &&
        (scope.project_id ?? form.project_id) === form.project_id
      )
        this.remove(id)
    for (const artifact of step.artifacts) this.put(artifact)
  }

  put(form: CopiedArtifact): void {
    const { links, reverse_links: reverseLinks, ...rest } = form
    this.#removeLinks(form.id)
    this.artifacts.set(form.id, { form, text: JSON.stringify(rest) })
    const add = (source: number, target: number, { type, field_id }: ArtifactLink): void =>
      void this.links.set(`${source} ${target} ${type} ${field_id}`, [source, target])
    for (const link of links) add(form.id, link.id, link)
    for (const link of reverseLinks) add(link.id, form.id, link)
  }

  remove(id: number): void {
    this.artifacts.delete(id)
    this.#removeLinks(id)
  }

  /** One sentence for each difference, from the view of this one. */
  differencesFrom(other: CopyOfArtifacts): string[] {
    const found: string[] = []
    for (const [id, { text }] of this.artifacts) {
      const copied = other.artifacts.get(id)?.text
      if (copied === undefined) found.push(`artifact ${id} is not in the copy`)
      else if (copied !== text) found.push(`artifact ${id} is ${text}, and in the copy ${copied}`)
    }
    for (const id of other.artifacts.keys())
      if (!this.artifacts.has(id)) found.push(`artifact ${id} is in the copy only`)
    for (const [link] of this.links) if (!other.links.has(link)) found.push(`link ${link} is not in the copy`)
    for (const [link, ends] of other.links)
      // A link counts while both of its ends are in the copy.
      if (!this.links.has(link) && ends.every(id => other.artifacts.has(id)))
        found.push(`link ${link} is in the copy only`)
    return found
  }

  #removeLinks(id: number): void {
    for (const [key, ends] of this.links) if (ends.includes(id)) this.links.delete(key)
  }
}
