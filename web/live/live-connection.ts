// One stream for all tabs of a browser: the tab that holds the lock has it, the others tell it what they show and hear from it.
import { live, type Interest, type LiveEvent } from './live.ts'

type Wanted = Required<Interest>

type Message =
  | { readonly type: 'want'; readonly tab: string; readonly wanted: Wanted }
  | { readonly type: 'who' }
  | { readonly type: 'bye'; readonly tab: string }
  | { readonly type: 'state'; readonly isOpen: boolean }
  | { readonly type: 'event'; readonly id: string; readonly event: LiveEvent }

/** The parts of the browser that the connection needs. */
export interface LiveBrowser {
  readonly openStream: (address: string) => EventSource
  readonly channel: BroadcastChannel
  /** Runs `lead` when this tab is the one with the stream, until `signal` ends it. */
  readonly elect: (lead: () => void, signal: AbortSignal) => void
  readonly tab: string
}

const KINDS = [
  'artifact.created',
  'artifact.updated',
  'artifact.moved',
  'artifact.deleted',
  'artifact.restored',
  'artifacts.reordered',
  'comment.edited',
  'access.gained',
  'access.lost',
  'tracker.changed',
  'tracker.deleted',
  'inbox',
  'presence',
] as const

/** After this many failures in a row the pages ask in a rhythm. */
const MAX_FAILURES = 3
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 120_000
/** Interests of a page that is being built are sent together. */
const TOGETHER_MS = 200
/** Tabs that did not answer in two rounds are gone. */
const ROUND_MS = 60_000
/** Limits of the server. */
const MAX_IDS = 200
const MAX_PRESENCES = 50

const CHECK: LiveEvent = { kind: 'check', data: {} }

const union = (all: readonly Interest[]): Wanted => {
  const of = (part: keyof Wanted) => [...new Set(all.flatMap(each => each[part] ?? []))].sort((a, b) => a - b)
  return { projects: of('projects'), artifacts: of('artifacts'), presence: of('presence') }
}

const covers = (wide: Wanted, narrow: Wanted): boolean =>
  (['projects', 'artifacts', 'presence'] as const).every(part => narrow[part].every(id => wide[part].includes(id)))

export const addressOf = ({ projects, artifacts, presence }: Wanted, since: string): string => {
  const query = new URLSearchParams()
  for (const id of projects.slice(0, MAX_IDS)) query.append('project_id', String(id))
  for (const id of artifacts.slice(0, MAX_IDS)) query.append('artifact_id', String(id))
  for (const id of presence.slice(-MAX_PRESENCES)) query.append('presence_of', String(id))
  // Pages that show neither hear of the inbox only.
  if (projects.length + artifacts.length === 0) query.set('kinds', 'access.changed')
  if (since !== '') query.set('since', since)
  return `/api/events?${query.toString()}`
}

/** Keeps the pages of this tab informed until the result is called. */
export const connectLive = (browser: LiveBrowser): (() => void) => {
  const { channel, tab } = browser
  const ending = new AbortController()
  /** Other tabs, with the round in which they answered last. */
  const others = new Map<string, { readonly wanted: Wanted; readonly round: number }>()
  let lastId = ''
  let round = 0
  let leader: Leader | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const own = (): Wanted => union(live.interests.get())
  const post = (message: Message): void => channel.postMessage(message)
  const setOpen = (isOpen: boolean): void => {
    if (live.isOpen.get() !== isOpen) live.isOpen.set(isOpen)
  }
  const lead = (): void => {
    leader = createLeader(browser.openStream, {
      since: () => lastId,
      wanted: () => union([own(), ...[...others.values()].map(({ wanted }) => wanted)]),
      onState: isOpen => {
        setOpen(isOpen)
        post({ type: 'state', isOpen })
      },
      onEvent: (id, event) => {
        lastId = id
        live.tell(event)
        post({ type: 'event', id, event })
      },
    })
    post({ type: 'who' })
    leader.update()
  }
  channel.onmessage = ({ data }: MessageEvent<Message>): void => {
    if (data.type === 'want') {
      others.set(data.tab, { wanted: data.wanted, round })
      if (!leader) return
      post({ type: 'state', isOpen: live.isOpen.get() })
      leader.update()
    } else if (data.type === 'who') post({ type: 'want', tab, wanted: own() })
    else if (data.type === 'bye') others.delete(data.tab)
    else if (leader) return
    else if (data.type === 'state') {
      const isNew = data.isOpen && !live.isOpen.get()
      setOpen(data.isOpen)
      // Something may have happened before this tab heard of the stream.
      if (isNew) live.tell(CHECK)
    } else {
      lastId = data.id
      live.tell(data.event)
    }
  }
  const tellWanted = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (leader) leader.update()
      else post({ type: 'want', tab, wanted: own() })
    }, TOGETHER_MS)
  }
  const unsubscribe = live.interests.subscribe(tellWanted)
  const rounds = setInterval(() => {
    if (!leader) return
    for (const [other, { round: answered }] of others) if (answered < round - 1) others.delete(other)
    round++
    post({ type: 'who' })
  }, ROUND_MS)
  const leave = (): void => post({ type: 'bye', tab })
  window.addEventListener('pagehide', leave)
  tellWanted()
  browser.elect(lead, ending.signal)
  return () => {
    ending.abort()
    unsubscribe()
    clearTimeout(timer)
    clearInterval(rounds)
    window.removeEventListener('pagehide', leave)
    leader?.close()
    leave()
    channel.close()
    setOpen(false)
  }
}

interface Leader {
  /** Opens the stream anew if a tab shows something that it does not tell. */
  update(): void
  close(): void
}

interface LeaderOptions {
  readonly since: () => string
  readonly wanted: () => Wanted
  readonly onState: (isOpen: boolean) => void
  /** `id`: the place behind the event. */
  readonly onEvent: (id: string, event: LiveEvent) => void
}

const createLeader = (openStream: LiveBrowser['openStream'], options: LeaderOptions): Leader => {
  let source: EventSource | undefined
  let told: Wanted | undefined
  let failures = 0
  let isReset = false
  let retry: ReturnType<typeof setTimeout> | undefined
  const open = (): void => {
    clearTimeout(retry)
    // The former stream goes on until the new one is open, so that no event is lost between them.
    const former = source?.readyState === EventSource.OPEN && !isReset ? source : undefined
    if (!former) source?.close()
    told = options.wanted()
    const since = isReset ? '' : options.since()
    const current = openStream(addressOf(told, since))
    source = current
    const hear = (event: MessageEvent<string>): void => {
      const data = JSON.parse(event.data) as LiveEvent['data']
      options.onEvent(event.lastEventId, { kind: event.type, data })
    }
    for (const kind of KINDS) current.addEventListener(kind, hear)
    current.addEventListener('access.changed', event => options.onEvent(event.lastEventId, CHECK))
    current.addEventListener('reset', () => {
      isReset = true
      options.onEvent('', CHECK)
      open()
    })
    current.onopen = () => {
      former?.close()
      failures = 0
      isReset = false
      options.onState(true)
      // Something may have happened before the first stream was there.
      if (since === '' && !former) options.onEvent('', CHECK)
    }
    current.onerror = () => {
      if (source !== current) return
      former?.close()
      failed(current)
    }
  }
  const failed = (current: EventSource): void => {
    failures++
    // The browser tries again by itself, unless the server refused.
    if (current.readyState !== EventSource.CLOSED && failures < MAX_FAILURES) return
    options.onState(false)
    current.close()
    retry = setTimeout(open, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 6)))
  }
  return {
    update: () => {
      if (!told || !covers(told, options.wanted())) open()
    },
    close: () => {
      clearTimeout(retry)
      source?.close()
      source = undefined
    },
  }
}

/** The connection of an account in this browser. */
export const browserOf = (accountId: number): LiveBrowser => ({
  openStream: address => new EventSource(address),
  channel: new BroadcastChannel(`crocus live ${accountId}`),
  tab: crypto.randomUUID(),
  elect: (lead, signal) => {
    navigator.locks
      .request(`crocus live ${accountId}`, { signal }, () => {
        lead()
        return new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
      })
      // The page ended before it was its turn.
      .catch(() => undefined)
  },
})
