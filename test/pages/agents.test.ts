import type { Client } from '@modelcontextprotocol/client'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { allEventsVisible } from '../harness/events.ts'
import {
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../harness/fixture.ts'
import { connectAgent, toolDone } from '../harness/mcp.ts'
import { authorize, pkce } from '../harness/oauth.ts'

describePages('agents', () => {
  let browser: TestBrowser
  let ann: Account
  let project: FixtureProject
  let agent: Client
  let id: number
  beforeAll(async () => {
    browser = await testBrowser()
    const { crocus, origin } = browser
    ann = await givenAccount(crocus, 'ann', { realName: 'Ann Keeper' })
    project = await givenProject(crocus, 'lighthouse', { as: ann.as, isPublic: false })
    id = await givenArtifact(crocus, project.tracker('bug'), 'The lamp is dark', { as: ann.as })
    agent = await connectAgent(origin, await givenAccessKey(crocus, ann.as, { description: 'Claude' }))
  })
  const told = async () => {
    await allEventsVisible(browser.crocus)
    await browser.crocus.work()
  }

  it('get their rules, ask, and are allowed and refused', { timeout: 120_000 }, async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/account/applications')
    await page.getByRole('cell', { name: 'after a rehearsal' }).waitFor()
    await page.getByRole('button', { name: 'Rules for Access keys' }).click()
    await page.getByRole('radio', { name: /After you allow each one/ }).check({ force: true })
    await page.getByRole('checkbox', { name: 'undo changes' }).uncheck({ force: true })
    await page.getByLabel(/Most writes in an hour/).fill('20')
    await expectAccessible(page, [320, 1440])
    await screenshots(page, 'agent-rules')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('20 writes an hour').waitFor()
    await page.getByText('create artifacts, change artifacts, comment, link artifacts').waitFor()

    const { etag } = await toolDone(agent, 'get_artifact', { id })
    const text = project.tracker('bug').fields.find(({ type }) => type === 'text')?.name ?? ''
    const values = {
      title: 'The lamp burns again',
      [text]: { content: 'The wick was wet.\nIt is dry now.', format: 'commonmark' },
    }
    const { approval_id: first } = await toolDone(agent, 'update_artifact', {
      id,
      values,
      if_match: etag,
      comment: 'I dried the **wick**, and lit the lamp.',
    })
    const { approval_id: second } = await toolDone(agent, 'create_artifact', {
      tracker_id: project.tracker('bug').id,
      values: { title: 'Buy wicks' },
    })
    await told()
    await page.goto('/account/applications')
    await page.getByRole('link', { name: 'Claude asks to change “The lamp is dark”' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'applications-and-agents')

    await page.goto('/?tab=inbox')
    await page.getByText('Claude asks to create it').waitFor()
    await page.getByRole('link', { name: 'Buy wicks' }).waitFor()
    await screenshots(page, 'inbox-with-approvals')
    await page.getByRole('list', { name: 'Inbox' }).getByRole('link', { name: 'The lamp is dark' }).click()
    await page.getByRole('heading', { name: 'Claude asks to change “The lamp is dark”' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/approvals/${String(first)}`)
    await page.getByText('The lamp burns again').waitFor()
    await page.getByText('I dried the **wick**, and lit the lamp.').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'approval')
    await page.getByRole('textbox', { name: /^Your comment/ }).fill('Well done')
    await page.getByRole('button', { name: 'Allow' }).press('Enter')
    await page.getByText('It was allowed, and it is done.').waitFor()
    await expectAccessible(page, [320])
    await page.getByRole('link', { name: 'Open the artifact' }).click()
    await page.getByRole('heading', { name: 'The lamp burns again' }).waitFor()
    await page.getByText('by MCP').first().waitFor()

    await page.goto(`/approvals/${String(second)}`)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('It was refused, and nothing was changed.').waitFor()
    await told()
    await page.goto('/?tab=inbox')
    await page.getByText('Your inbox is empty').waitFor()
    await page.goto('/approvals/999999')
    await page.getByText('This approval is not there').waitFor()
  })

  it('that registered themselves say so before they are let in', async () => {
    const { crocus } = browser
    await crocus.app.modules.settings.set('oauth_dynamic_registration', '1', { actorId: null, means: 'command' })
    const redirect = 'http://127.0.0.1:49152/callback'
    const made = await crocus.request('POST', '/oauth2/register', {
      json: { client_name: 'Claude', redirect_uris: [redirect] },
    })
    const params = {
      response_type: 'code',
      client_id: made.json<{ client_id: string }>().client_id,
      redirect_uri: redirect,
      scope: 'write:mcp',
      resource: `${browser.origin}/mcp`,
      ...pkce().params,
    }
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/oauth2/authorize?${new URLSearchParams(params).toString()}`)
    await page.getByText('Nobody here has checked this program').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'consent-self-registered')
    const administrator = await browser.newPageOf(crocus.admin)
    await administrator.goto('/administration/applications')
    await administrator.getByText('registered itself').waitFor()
    await expectAccessible(administrator)
    await screenshots(administrator, 'registered-clients')
    expect(await authorize(crocus, undefined, { ...params, scope: 'openid', resource: '' })).toMatch(/^\/login/)
  })
})
