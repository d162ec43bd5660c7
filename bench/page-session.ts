// A person at a browser, with a watch. Times are taken inside the page, so that the way to the browser is in none of them.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page, Request } from 'playwright-core'
import { signIn } from '../tools/chromium.ts'

const PROJECT = '/projects/bench'
const WAIT_MS = 60_000

export interface SessionOptions {
  readonly browser: Browser
  readonly origin: string
  readonly login: string
  readonly password: string
  /** Factor by which the processor of the pages is slowed down. */
  readonly slower: number
}

export interface Calls {
  readonly requests: number
  /** Longest chain of requests of which each began after the one before had ended. */
  readonly steps: number
}

export interface PageSession {
  readonly devtools: CDPSession
  /** From the home of the project by its link to the tracker, until the first rows are painted. */
  openTracker(): Promise<Calls & { readonly ms: number }>
  /** Scrolls to a part of the list, from 0 to 1, until the rows there are painted. Answers milliseconds. */
  jumpTo(part: number): Promise<number>
  /** Presses `ArrowDown` `count` times; answers the 95th percentile from the key to the next picture, in milliseconds. */
  arrowKeys(count: number): Promise<number>
  /** Opens the artifact of the first row in sight. */
  openArtifact(): Promise<Calls & { readonly titleMs: number; readonly everythingMs: number }>
  /** Types `count` characters of a comment; answers the 95th percentile as `arrowKeys`. */
  typeComment(count: number): Promise<number>
  back(): Promise<void>
  close(): Promise<void>
}

export const openSession = async (options: SessionOptions): Promise<PageSession> => {
  const { browser, origin, login, password, slower } = options
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  await signIn(page, [login, password], PROJECT)
  await page.getByRole('main').getByRole('link', { name: 'All task' }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const calls = watchCalls(page)

  return {
    devtools,
    openTracker: async () => {
      calls.begin()
      const [ms = 0] = await timesAfterClick(page, 'main a[href*="/trackers/"]', [ROWS_ARE_THERE])
      return { ms, ...calls.end() }
    },
    jumpTo: async part => {
      return page.evaluate<number>(`watch.jump(${part})`)
    },
    arrowKeys: async count => {
      await page.evaluate(`document.querySelector('[role=gridcell][data-row]:not([aria-busy] *)').focus()`)
      return delaysOf(page, count, () => page.keyboard.press('ArrowDown'))
    },
    openArtifact: async () => {
      calls.begin()
      const [titleMs = 0, everythingMs = 0] = await timesAfterClick(page, FIRST_TITLE, [
        `document.querySelector('main h1') && location.pathname.startsWith('/artifacts/')`,
        `document.querySelector('.activity-list li') && !document.querySelector('main .bone')`,
      ])
      await page.waitForLoadState('networkidle')
      return { titleMs, everythingMs, ...calls.end() }
    },
    typeComment: async count => {
      await page.getByRole('textbox', { name: 'Comment' }).focus()
      return delaysOf(page, count, () => page.keyboard.press('a'))
    },
    back: async () => {
      await page.goBack()
      await page.evaluate(`watch.until(() => ${ROWS_ARE_THERE})`)
    },
    close: () => context.close(),
  }
}

const ROWS_ARE_THERE = `document.querySelector('[role=row]:not([aria-busy]) [role=gridcell] a')`
/** Not a selector: the link of the first row that is in sight. */
const FIRST_TITLE = 'first title'

/** Functions of the page. Conditions are looked at in each frame; a time ends with the frame after the one in which the condition holds. */
const WATCH = `
window.watch = {
  delays: [],
  async until(holds) {
    const end = performance.now() + ${WAIT_MS}
    while (!holds()) {
      if (performance.now() > end) throw new Error('waited in vain: ' + holds)
      await new Promise(requestAnimationFrame)
    }
    await new Promise(requestAnimationFrame)
  },
  async click(selector, conditions) {
    const find = () => (selector === '${FIRST_TITLE}' ? this.firstTitle() : document.querySelector(selector))
    await this.until(find)
    const link = find()
    const start = performance.now()
    link.click()
    const times = []
    for (const condition of conditions) {
      await this.until(condition)
      times.push(performance.now() - start)
    }
    return times
  },
  rowsInSight() {
    const grid = document.querySelector('[role=grid]')
    const box = (grid.closest('.grid') ?? grid).getBoundingClientRect()
    const head = document.querySelector('[role=columnheader]').getBoundingClientRect().bottom
    return [...document.querySelectorAll('[role=row]')].filter(row => {
      const { top, bottom } = row.getBoundingClientRect()
      return row.querySelector('[role=gridcell]') && bottom > head && top < box.bottom
    })
  },
  firstTitle() {
    return this.rowsInSight().map(row => row.querySelector('a')).find(Boolean)
  },
  async jump(part) {
    const scroller = document.querySelector('.grid')
    const start = performance.now()
    scroller.scrollTop = part * (scroller.scrollHeight - scroller.clientHeight)
    await new Promise(requestAnimationFrame)
    await this.until(() => {
      const rows = this.rowsInSight()
      return rows.length > 5 && rows.every(row => row.getAttribute('aria-busy') !== 'true')
    })
    return performance.now() - start
  },
}
if (PerformanceObserver.supportedEntryTypes.includes('event'))
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if (entry.name === 'keydown') window.watch.delays.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 })
`

const timesAfterClick = (page: Page, selector: string, conditions: readonly string[]): Promise<number[]> =>
  page.evaluate<number[]>(
    `watch.click(${JSON.stringify(selector)}, [${conditions.map(text => `() => ${text}`).join(', ')}])`,
  )

/** The browser reports keys of at least 16 ms; the others count as 16. */
const delaysOf = async (page: Page, count: number, press: () => Promise<void>): Promise<number> => {
  await page.evaluate('watch.delays.length = 0')
  for (let pressed = 0; pressed < count; pressed++) {
    await press()
    await sleep(30)
  }
  await sleep(300)
  const delays = await page.evaluate<number[]>('watch.delays')
  const all = [...delays, ...Array.from({ length: Math.max(0, count - delays.length) }, () => 16)]
  return all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] ?? 0
}

interface Call {
  readonly began: number
  ended: number
}

/** Calls of the API since `begin`. */
const watchCalls = (page: Page) => {
  let current = new Map<Request, Call>()
  const isCall = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/api/')
  page.on('request', request => {
    if (isCall(request)) current.set(request, { began: performance.now(), ended: Infinity })
  })
  const finish = (request: Request): void => {
    const call = current.get(request)
    if (call) call.ended = performance.now()
  }
  page.on('requestfinished', finish)
  page.on('requestfailed', finish)
  return {
    begin: (): void => {
      current = new Map()
    },
    end: (): Calls => ({ requests: current.size, steps: stepsOf([...current.values()]) }),
  }
}

const stepsOf = (calls: readonly Call[]): number => {
  const depths = new Map<Call, number>()
  for (const call of calls.toSorted((a, b) => a.began - b.began)) {
    const before = [...depths].filter(([other]) => other.ended < call.began).map(([, depth]) => depth)
    depths.set(call, 1 + Math.max(0, ...before))
  }
  return Math.max(0, ...depths.values())
}

export interface MemoryOptions {
  readonly minutes: number
  /** Number of artifacts to open. */
  readonly artifacts: number
}

/** Scrolls and opens artifacts in turns for the whole time; then the browser collects what nothing needs. */
export const memoryAfterUse = async (
  session: PageSession,
  { minutes, artifacts }: MemoryOptions,
): Promise<{ readonly heapMegabytes: number; readonly detachedRows: number }> => {
  const { devtools } = session
  try {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.openTracker()
    const end = Date.now() + minutes * 60_000
    const pause = (minutes * 60_000) / Math.max(1, artifacts)
    for (let opened = 0; opened < artifacts; opened++) {
      const next = Date.now() + pause
      do await session.jumpTo(Math.random())
      while (Date.now() < next - 1_000 && Date.now() < end)
      await session.openArtifact()
      await session.back()
    }
    await devtools.send('HeapProfiler.enable')
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('Performance.enable')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
    return { heapMegabytes: heap / 1e6, detachedRows: await detachedRows(devtools) }
  } finally {
    await session.close()
  }
}

/** Rows of the grid that are in memory and in no document. */
const detachedRows = async (devtools: CDPSession): Promise<number> => {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'HTMLDivElement.prototype' })
  const { objects } = await devtools.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
  const counted = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function () { return this.filter(it => it.className.includes?.('grid-row') && !it.isConnected).length }`,
    returnByValue: true,
  })
  return counted.result.value as number
}
