// Pages in a real browser: a test app that really listens, and Chromium on it.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import type { Config } from '../../src/platform/config.ts'
import { CHROMIUM, launchChromium, signIn } from '../../tools/chromium.ts'
import { afterFile } from './after-file.ts'
import { testApp, type TestApp } from './app.ts'
import { testFolder } from './process.ts'
import type { Credentials } from './fixture.ts'
import { ownScript } from './sessions.ts'

export { signIn }

const hasBrowser = existsSync(CHROMIUM)
if (!hasBrowser)
  console.warn(`Pages are not tested: there is no Chromium at ${CHROMIUM}. Install it, or name yours by CHROMIUM.`)

const isCI = process.env['CI'] !== undefined

/**
 * Stories on the pages. Without a browser they are skipped, never where the checks run (`CI`): there `npm test` installs one. There a story that
 * fails is told once more, because a browser on a busy machine may be late; the end of the run names the stories that passed only then.
 */
export const describePages = (name: string, tests: () => void): void => {
  describe.skipIf(!hasBrowser && !isCI)(name, { timeout: 120_000, retry: isCI ? 1 : 0 }, tests)
}

export const widths = [320, 768, 1440] as const
export type Scheme = 'light' | 'dark'

export interface PageOptions extends BrowserContextOptions {
  /** Origin of another server that this page leads to. */
  readonly mayGoTo?: string
}

export interface TestBrowser {
  readonly crocus: TestApp
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** A page in a context of its own, nobody signed in. Errors in its console, and requests to other hosts, fail the test. */
  newPage(options?: PageOptions): Promise<Page>
  /** A page with an account that has a session, without walking through the sign-in. */
  newPageOf(as: Credentials, options?: PageOptions): Promise<Page>
}

const contexts: BrowserContext[] = []
const faults: string[] = []
afterEach(async () => {
  await Promise.all(contexts.splice(0).map(context => context.close()))
  expect(faults.splice(0), 'errors in the console, and requests to other hosts').toEqual([])
})

/** Call it in `beforeAll`. One browser for the tests of a file. */
export const testBrowser = async (settings: Partial<Config> = {}): Promise<TestBrowser> => {
  const crocus = await testApp({ publicUrl: undefined, ...settings })
  await crocus.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = crocus.app.fastify.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const browser = await launchChromium(await testFolder())
  afterFile(() => browser.close())
  const newPage = async ({ mayGoTo, ...options }: PageOptions = {}): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
      ...options,
    })
    context.setDefaultTimeout(20_000)
    contexts.push(context)
    const page = await context.newPage()
    page.on('pageerror', error => faults.push(`${page.url()}: ${error.message}`))
    page.on('console', message => {
      // Refused requests are part of many stories; what the page makes of them is what counts.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        faults.push(`${page.url()}: ${message.text()}`)
      }
    })
    page.on('request', request => {
      const { origin: host, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && host !== origin && host !== mayGoTo)
        faults.push(`foreign request: ${request.url()}`)
    })
    return page
  }
  return {
    crocus,
    origin,
    newPage,
    newPageOf: async ([username, password], options) => {
      const page = await newPage(options)
      const response = await page
        .context()
        .request.post('/api/sessions', { data: { username, password }, headers: ownScript })
      expect(response.status(), await response.text()).toBe(201)
      return page
    },
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

/**
 * WCAG 2.2 AA as far as a program can tell, at the smallest and the largest width; the colours of the dark page; and that nothing sticks out
 * at the sides at any width.
 */
export const expectAccessible = async (page: Page, at: readonly number[] = widths): Promise<void> => {
  // The address is there before the page that belongs to it.
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const [narrowest, widest] = [Math.min(...at), Math.max(...at)]
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  for (const width of at) {
    await page.setViewportSize({ width, height: 900 })
    const where = `${page.url()} ${width}`
    await expect.poll(() => overflowOf(page), { message: `${where}: pixels that stick out` }).toBeLessThanOrEqual(0)
    if (width !== narrowest && width !== widest) continue
    // Bars at the edges of a narrow window lie over what is scrolled: that is no fault of what lies there.
    if (width < 768) await showWithoutScrolling(page, width)
    expect(await violationsOf(page, everything), where).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await violationsOf(page, colours), `${page.url()} dark`).toEqual([])
}

/** Pixels in which the page, and a panel that scrolls by itself, have room without scrolling. Tables of any length do not. */
const HEIGHT_OF_ALL = `document.documentElement.scrollHeight + Math.min(4_000, Math.max(0,
  ...[...document.querySelectorAll('body *')].map(each =>
    /auto|scroll/.test(getComputedStyle(each).overflowY) ? each.scrollHeight - each.clientHeight : 0)))`

/** Makes the window as high as its content, once no more content arrives. */
const showWithoutScrolling = async (page: Page, width: number): Promise<void> => {
  let height = 0
  const growth = async (): Promise<number> => {
    const before = height
    height = await page.evaluate<number>(HEIGHT_OF_ALL)
    return height - before
  }
  await expect.poll(growth, { interval: 200, timeout: 5_000, message: `${page.url()}: grows` }).toBe(0)
  await page.setViewportSize({ width, height })
}

/** Of the page as it is laid out: a busy machine takes a while to follow a new size. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that differs between light and dark. */
const colours = ['color-contrast', 'link-in-text-block']

const violationsOf = async (page: Page, rules: readonly string[]): Promise<string[]> => {
  // The debugger's own script: the page's policy does not hold for it.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, { runOnly: ${JSON.stringify(rules)} })`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help}: ${node.html} ${node.failureSummary ?? ''}`),
  )
}

/** Pictures of the page for people to look at, in the folder that CROCUS_SCREENSHOTS names; else nothing. */
export const screenshots = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['CROCUS_SCREENSHOTS']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: join(folder, `${name}-${scheme}-${width}.png`), fullPage: true })
    }
  }
}
