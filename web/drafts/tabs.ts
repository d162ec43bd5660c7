// News between the tabs of one browser: which tab this is, and which drafts the other tabs wrote.

const TAB_KEY = 'crocus tab'
let tab: string | undefined

/** Stays the same when the tab is loaded again, so that its own drafts come back without a question. */
export const thisTab = (): string => {
  if (tab !== undefined) return tab
  try {
    tab = sessionStorage.getItem(TAB_KEY) ?? crypto.randomUUID()
  } catch {
    tab = crypto.randomUUID()
  }
  rename(tab)
  return tab
}

const rename = (next: string): void => {
  tab = next
  try {
    sessionStorage.setItem(TAB_KEY, next)
  } catch {
    // The browser stores nothing: the name lasts until the tab is loaded again.
  }
}

export interface DraftNews {
  readonly key: string
  /** The tab whose draft another tab took over. */
  readonly takenFrom?: string
}

type Message =
  { readonly kind: 'hello' | 'taken'; readonly tab: string } | { readonly kind: 'draft'; readonly news: DraftNews }

interface Line {
  readonly channel: BroadcastChannel
  readonly listeners: Set<(news: DraftNews) => void>
}

const lines = new Map<number, Line>()

const lineOf = (accountId: number): Line => {
  const known = lines.get(accountId)
  if (known) return known
  const channel = new BroadcastChannel(`crocus-${accountId}`)
  const line: Line = { channel, listeners: new Set() }
  lines.set(accountId, line)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'draft') for (const listener of line.listeners) listener(data.news)
    else if (data.tab !== thisTab()) return
    else if (data.kind === 'hello') channel.postMessage({ kind: 'taken', tab: data.tab } satisfies Message)
    else rename(crypto.randomUUID())
  }
  // A duplicated tab begins with the name of the other.
  channel.postMessage({ kind: 'hello', tab: thisTab() } satisfies Message)
  return line
}

/** Tells the other tabs of the account. */
export const tellTabs = (accountId: number | undefined, news: DraftNews): void => {
  if (accountId !== undefined) lineOf(accountId).channel.postMessage({ kind: 'draft', news } satisfies Message)
}

/** Calls the listener for the news of other tabs until the result is called. */
export const listenToTabs = (accountId: number | undefined, listener: (news: DraftNews) => void): (() => void) => {
  if (accountId === undefined) return () => undefined
  const { listeners } = lineOf(accountId)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
