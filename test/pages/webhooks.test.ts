import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('the webhooks of a tracker', () => {
  let browser: TestBrowser
  let receiver: Server
  let ann: Account
  let project: FixtureProject
  let status = 204
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann')
    project = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
    receiver = createServer((request, response) => {
      request.resume()
      response.writeHead(status).end(status === 204 ? undefined : 'the bench is cold')
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    await browser.crocus.app.modules.settings.set('internal_hosts', origin(), { actorId: null, means: 'command' })
  })
  afterAll(() => receiver?.close())
  const origin = () => `127.0.0.1:${(receiver.address() as AddressInfo).port}`

  it('are made, tested, tell of failures, and are paused and deleted', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/bug')
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByRole('button', { name: 'Webhook', exact: true }).click()
    await page.getByLabel('Address').fill('http://outside.example/')
    await page.getByRole('button', { name: 'Make the webhook' }).click()
    await page.getByText('An address begins with https://').waitFor()
    await page.getByLabel('Address').fill(`http://${origin()}/hook`)
    await page.getByRole('button', { name: 'Make the webhook' }).click()
    const secret = await page.getByRole('group', { name: 'Secret' }).innerText()
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('The receiver answered 204.').waitFor()

    status = 503
    await givenArtifact(browser.crocus, project.tracker('bug'), 'Cold', { as: ann.as })
    await browser.crocus.work()
    await page.reload()
    await page.getByRole('button', { name: /^Created #/ }).click()
    await page.getByText('the bench is cold').waitFor()
    await page.getByText('webhook-signature: v1,').waitFor()
    await page.getByText('1 waiting').waitFor()
    expect(await page.getByRole('heading', { name: 'Webhooks' }).count()).toBe(1)
    await page.getByRole('list', { name: 'Webhooks of Bugs' }).getByText('ann', { exact: true }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'webhooks')
    const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await page.getByRole('button', { name: 'Skipped' }).click()
    await page.getByText('No delivery').waitFor()
    await page.getByRole('button', { name: 'Waiting 1' }).click()
    await expect.poll(() => deliveries.filter({ hasText: 'Created' }).count()).toBe(1)
    await page.getByRole('button', { name: 'All', exact: true }).click()

    const replay = page.getByRole('form', { name: 'Replay' })
    expect(await replay.getByRole('button', { name: 'Replay' }).isDisabled()).toBe(true)
    await replay.getByRole('textbox', { name: 'Changes since', exact: true }).fill('yesterday')
    await replay.getByRole('button', { name: 'Replay' }).click()
    await page.getByText(/^About \d+ changes are told again/).waitFor()

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused: on request.').waitFor()
    status = 204
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await browser.crocus.work()
    await page.reload()
    await page.getByRole('button', { name: 'Send again' }).first().waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No program is told of changes').waitFor()
  })

  it('of the platform have a page of the administration, to which mails link', async () => {
    const { crocus } = browser
    const made: number[] = []
    for (const name of ['first', 'second']) {
      const json = { scope: 'site', url: `http://${origin()}/${name}` }
      const answer = await crocus.request('POST', '/api/webhooks', { as: crocus.admin, json })
      made.push(answer.json<{ id: number }>().id)
    }
    const page = await browser.newPageOf(crocus.admin)
    await page.goto('/administration')
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByRole('button', { name: `http://${origin()}/first`, pressed: true }).waitFor()
    await page.goto(`/administration/webhooks?webhook=${made[1]}`)
    await page.getByRole('button', { name: `http://${origin()}/second`, pressed: true }).waitFor()
    await page.getByText('all changes · without the artifact').first().waitFor()
    await expectAccessible(page)
    const stranger = await browser.newPageOf(ann.as)
    await stranger.goto('/administration/webhooks')
    await stranger.getByText('This page is for site administrators').waitFor()
  })
})
