// The Chromium of this machine, for tests, pictures and measurements of the pages.
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'

/** Chromium without windows needs half of the processor: the whole browser also draws its own menus and panels, even where nobody sees them. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** Path of the program; the environment names another one by `CHROMIUM`. */
export const CHROMIUM = process.env['CHROMIUM'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium')

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

/** Through the form, as a person does; then the page is at `path`. */
export const signIn = async (page: Page, [login, password]: readonly [string, string], path = '/'): Promise<void> => {
  await page.goto(`/login?return_to=${encodeURIComponent(path)}`)
  await page.getByLabel(/^(Login name|Nom de connexion)/).fill(login)
  await page.getByLabel(/^(Password|Mot de passe)/).fill(password)
  await page.getByRole('button', { name: /^(Sign in|Se connecter)$/ }).click()
  await page.waitForURL(url => url.pathname !== '/login')
}
