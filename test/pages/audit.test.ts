import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { allEventsVisible } from '../harness/events.ts'
import { givenAccessKey, givenAccount, givenArtifact, givenProject, type Account } from '../harness/fixture.ts'

describePages('the audit', () => {
  let browser: TestBrowser
  let ann: Account
  const seal = async (): Promise<void> => {
    await browser.crocus.app.modules.refusals.flush()
    await allEventsVisible(browser.crocus)
    await browser.crocus.work()
  }
  beforeAll(async () => {
    browser = await testBrowser()
    const { crocus } = browser
    ann = await givenAccount(crocus, 'ann', { realName: 'Ann Keeper' })
    const bob = await givenAccount(crocus, 'bob', { realName: 'Bob Mason' })
    const project = await givenProject(crocus, 'lighthouse', { as: ann.as, members: ['bob'] })
    const group = await crocus.request('POST', '/api/user_groups', {
      as: ann.as,
      json: { project_id: project.id, short_name: 'keepers' },
    })
    const { id } = group.json<{ id: string }>()
    const json = { user_references: [{ username: 'bob' }] }
    await crocus.request('PUT', `/api/user_groups/${id}/users`, { as: ann.as, json })
    await givenAccessKey(crocus, ann.as, { description: 'CI of the bench' })
    const artifact = await givenArtifact(crocus, project.tracker('bug'), 'A bug', { as: ann.as })
    await crocus.request('DELETE', `/api/artifacts/${artifact}`, { as: bob.as })
    await crocus.request('PATCH', '/api/site/settings', { as: crocus.admin, json: { trash_days: '12' } })
    for (let attempt = 0; attempt < 4; attempt++)
      await crocus.request('GET', '/api/users/self', { as: ['ann', 'a wrong password'] })
    await seal()
    await crocus.app.modules.audit.jobs.find(({ name }) => name === 'sign_audit')?.run({})
  })

  const rows = (page: Page) => page.getByRole('list', { name: 'Audit' }).getByRole('listitem')

  it('tells administrators of the platform in plain words what happened', async () => {
    const page = await browser.newPageOf(browser.crocus.admin)
    await page.goto('/administration/audit')
    await page.getByText('Changed trash_days: default → 12').waitFor()
    await page.getByText('Chain whole, rows 1 to').waitFor()
    const refused = rows(page).filter({ hasText: 'Tried to sign in' }).first()
    expect(await refused.innerText()).toMatch(/Not signed in[^]*Refused[^]*Ann Keeper/)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Changed trash_days: default → 12' }).click()
    await page.getByText('Row is').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'rows of this kind' }).click()
    await page.waitForURL(/kinds=/)
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Remove the filter Kind' }).click()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(5)

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'refusals' }).click()
    await expect.poll(() => rows(page).filter({ hasNotText: 'Refused' }).count()).toBe(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export NDJSON' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n')
    const kinds = new Set(lines.map(line => (JSON.parse(line) as { kind: string }).kind))
    expect([...kinds].sort()).toEqual(['call.refused', 'sign_in.refused'])
  })

  it('shows administrators of a project its rows, also in French on a phone in the dark', async () => {
    const page = await browser.newPageOf(ann.as, {
      locale: 'fr-FR',
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    })
    await page.goto('/projects/lighthouse/administration/audit')
    await page.getByText('A ajouté des membres : Bob Mason').first().waitFor()
    await page.getByText('A tenté de supprimer un artefact').waitFor()
    expect(await page.getByText('trash_days').count()).toBe(0)
    await page.getByRole('button', { name: 'A créé le groupe « keepers »' }).click()
    await expectAccessible(page)
  })

  it('is not for others', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/administration/audit')
    await page.getByText('This page is for site administrators').waitFor()
    expect(await page.getByRole('button', { name: 'Export NDJSON' }).count()).toBe(0)
  })
})
