// The Chromium of this machine, for tests, pictures and measurements of the pages.
import { chromium, type Browser } from 'playwright-core'

/** Path of the program; the environment names another one by `CHROMIUM`. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser that keeps its own files in the folder `home`, and makes no requests of its own. */
export const launchChromium = (home: string): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args, env: { ...process.env, HOME: home } })
