import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'
import { inTransaction } from '../../src/platform/db/db.ts'
import { enqueueJobs } from '../../src/platform/jobs/jobs.store.ts'

const pages = ['', 'users', 'projects', 'applications', 'settings', 'deletions', 'jobs', 'health'] as const

describePages('the pages of the site administration', () => {
  let browser: TestBrowser
  let alice: Account
  let project: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    alice = await givenAccount(browser.crocus, 'alice', { realName: 'Alice Liddell' })
    await givenAccount(browser.crocus, 'asleep', { realName: 'Rip Van Winkle', status: 'S' })
    project = await givenProject(browser.crocus, 'lighthouse', { members: ['alice'] })
  })

  const administration = async (path: string): Promise<Page> => {
    const page = await browser.newPageOf(browser.crocus.admin)
    await page.goto(`/administration${path}`)
    return page
  }

  it('are accessible in light and dark at every width', { timeout: 180_000 }, async () => {
    const page = await administration('')
    for (const path of pages) {
      await page.goto(`/administration/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      await expectAccessible(page)
      await screenshots(page, `site-${path || 'overview'}`)
    }
  })

  it('are for administrators: others are told so', async () => {
    const page = await browser.newPageOf(alice.as)
    await page.goto('/administration/settings')
    await page.getByRole('heading', { name: 'This page is for site administrators' }).waitFor()
    await expectAccessible(page)
  })

  it('speak the language of the account, whatever the browser speaks', async () => {
    const { crocus } = browser
    await crocus.request('PATCH', '/api/account', { as: crocus.admin, json: { language: 'fr' } })
    const page = await administration('/users')
    await page.getByRole('button', { name: 'Nouveau compte' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await crocus.request('PATCH', '/api/account', { as: crocus.admin, json: { language: '' } })
  })

  it('limit deletions, and show how far the limit is used up', async () => {
    const { crocus } = browser
    const tracker = project.tracker('bug')
    const ids = [
      await givenArtifact(crocus, tracker, 'One', { as: crocus.admin }),
      await givenArtifact(crocus, tracker, 'Two', { as: crocus.admin }),
    ]
    const page = await administration('/settings')
    const group = page.locator('#artifacts')
    await group.getByLabel('Artifacts that an account may delete in 24 hours').fill('1')
    await group.getByRole('button', { name: 'Save: Artifacts and queries' }).click()
    await page.getByText('Artifacts and queries: saved').waitFor()

    const statuses: number[] = []
    for (const id of ids)
      statuses.push((await crocus.request('DELETE', `/api/artifacts/${id}`, { as: crocus.admin })).status)
    expect(statuses).toEqual([200, 429])
    await page.reload()
    await page.getByText('1 artifact was deleted in the last 24 hours.').waitFor()
    await page.getByRole('link', { name: 'Who deleted them' }).click()
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /admin/ }) })
    await row.waitFor()
    expect((await row.getByRole('cell').allInnerTexts()).slice(0, 2)).toEqual(['1', '0'])
    await expectAccessible(page)
    await screenshots(page, 'site-deletions-used')
  })

  it('close the platform to anonymous readers, and return to the default', async () => {
    const { crocus } = browser
    const anonymous = async () => (await crocus.request('GET', '/api/projects')).status
    const page = await administration('/settings')
    const group = page.locator('#access')
    const save = async () => {
      await group.getByRole('button', { name: 'Save: Access and accounts' }).click()
      await page.getByText('Access and accounts: saved').first().waitFor()
    }
    await group.getByText('People who are signed in', { exact: true }).click()
    await save()
    expect(await anonymous()).toBe(401)
    await group.getByRole('button', { name: 'Use the default: Who may read' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await save()
    expect(await anonymous()).toBe(200)
  })

  it('call every setting by a name of its own', async () => {
    const page = await administration('/settings')
    await page.locator('#limits').getByLabel('Calls of the API that an account may make in a minute').fill('600')
    await page.getByRole('button', { name: 'Save: Limits of calls' }).click()
    await page.getByText('Limits of calls: saved').first().waitFor()
    expect(browser.crocus.app.modules.settings.get('requests_per_minute')).toBe(600)
    await browser.crocus.app.modules.settings.set('requests_per_minute', '0', { actorId: null, means: 'command' })
    // The page shows unknown settings in the words of the server.
    expect(await page.locator('#other').count()).toBe(0)
    await screenshots(page, 'site-settings-limits')
  })

  it('show the refusal of the server at the form', async () => {
    const page = await administration('/settings')
    const group = page.locator('#files')
    await group.getByLabel('Largest attachment').fill('much')
    await group.getByRole('button', { name: 'Save: Files' }).click()
    await group.getByRole('alert').getByText('is not a value of').waitFor()
    expect(await group.getByRole('textbox', { name: 'Largest attachment' }).inputValue()).toBe('much')
    await screenshots(page, 'site-settings-refused')
  })

  it('delete a project only when its short name is written out', async () => {
    await givenProject(browser.crocus, 'dock')
    const page = await administration('/projects?query=dock')
    await page.getByRole('button', { name: 'Actions for The dock' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const confirmation = page.getByLabel(/^Write its short name/)
    await confirmation.fill('lighthouse')
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('This is not its short name.').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'site-project-delete')
    await confirmation.fill('dock')
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page
      .getByRole('row', { name: /The dock/ })
      .getByText('Deleted')
      .waitFor()
  })

  it('show why a job failed, retry it and delete it', async () => {
    const { db } = browser.crocus
    const runAt = new Date('2100-01-01T00:00:00Z')
    await inTransaction(db, tx =>
      enqueueJobs(
        tx,
        ['sweep_floor', 'water_flowers', 'ring_bell'].map(name => ({ name, runAt, maxAttempts: 3 })),
      ),
    )
    const lastError = `the broom broke: ${'splinters_everywhere'.repeat(20)}`
    await sql`update graphile_worker._private_jobs set attempts = 3, last_error = ${lastError} where id =
      (select id from graphile_worker.jobs where task_identifier = 'sweep_floor')`.execute(db.kysely)
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id =
      (select id from graphile_worker.jobs where task_identifier = 'ring_bell')`.execute(db.kysely)

    const page = await administration('/jobs')
    const rowOf = (task: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(task) }) })
    await rowOf('sweep_floor').getByText('the broom broke').waitFor()
    await rowOf('sweep_floor').getByText('Failed').waitFor()
    await rowOf('ring_bell').getByText('Running').waitFor()
    expect(await rowOf('ring_bell').getByRole('button').count()).toBe(0)
    await expectAccessible(page)
    await screenshots(page, 'site-jobs-failed')

    await page.getByRole('button', { name: 'Actions for sweep_floor' }).click()
    await page.getByRole('menuitem', { name: 'Try again' }).click()
    await page.getByText('The job is tried again.').waitFor()
    await rowOf('sweep_floor').getByText('Waiting').waitFor()
    await page.getByRole('button', { name: 'Actions for water_flowers' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByText('is never done').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The job is deleted.').waitFor()
    await rowOf('water_flowers').waitFor({ state: 'detached' })
    await page.getByLabel('State').selectOption({ label: 'Running (1)' })
    await rowOf('sweep_floor').waitFor({ state: 'detached' })
    await rowOf('ring_bell').waitFor()
    expect(new URL(page.url()).search).toBe('?status=running')
  })

  it('show the secret of an application once', async () => {
    const page = await administration('/applications')
    await page.getByRole('button', { name: 'Register an application' }).click()
    await page.getByLabel('Name').fill('Reports')
    await page.getByLabel('Redirect address').fill('https://reports.example/callback')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText(/^tlp-oauth2-c1-/).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'site-application-secret')
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('rowheader', { name: /Reports/ }).waitFor()
    expect(await page.getByText(/^tlp-oauth2-c1-/).count()).toBe(0)
  })

  it('work with nothing but a keyboard: an account is made, and suspended', { timeout: 60_000 }, async () => {
    const page = await administration('')
    await page.getByRole('heading', { name: 'Site administration' }).waitFor()
    const keys = keyboard(page)
    await keys.tabTo('Accounts')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Accounts' }).waitFor()
    await keys.tabTo('New account')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New account' }).waitFor()
    await page.keyboard.type('newbie')
    await page.keyboard.press('Tab')
    await page.keyboard.type('New Bee')
    await page.keyboard.press('Tab')
    await page.keyboard.type('newbie@example.org')
    // With a mail server the page offers two ways: the arrow key selects the other one.
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.type('brand new 77')
    await page.keyboard.press('Enter')
    await page.getByText('The account newbie is there.').waitFor()
    const signIn = () =>
      browser.crocus.request('POST', '/api/sessions', { json: { username: 'newbie', password: 'brand new 77' } })
    expect((await signIn()).status).toBe(201)

    await keys.tabTo('Actions for newbie')
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await keys.arrowTo('Suspend')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog', { name: 'Suspend New Bee?' }).waitFor()
    await keys.tabTo('Suspend')
    await page.keyboard.press('Enter')
    await page.getByText('New Bee: done').waitFor()
    expect((await signIn()).status).toBe(401)
    // The focus returns to its place before the menu and the dialog.
    await expect.poll(() => keys.focused()).toBe('Actions for newbie')
    await page
      .getByRole('row', { name: /newbie/ })
      .getByText('Suspended')
      .waitFor()
  })
})

/** Presses keys without a mouse, and reports the focused element. */
const keyboard = (page: Page) => {
  const focused = (): Promise<string> =>
    page.evaluate<string>(
      "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent ?? '').trim()",
    )
  const pressUntil = async (key: string, name: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press(key)
      if ((await focused()) === name) return
    }
    throw new Error(`The keyboard does not come to “${name}”; it is at “${await focused()}”`)
  }
  return {
    focused,
    tabTo: (name: string) => pressUntil('Tab', name),
    arrowTo: (name: string) => pressUntil('ArrowDown', name),
  }
}
