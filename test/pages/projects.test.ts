import { beforeAll, expect, it } from 'vitest'
import { expectAccessible, describePages, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('the pages of a project', () => {
  let browser: TestBrowser
  let ann: Account
  let lighthouse: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    await givenAccount(browser.crocus, 'carl', { realName: 'Carl Stranger' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ben'] })
    await givenArtifact(browser.crocus, lighthouse.tracker('bug'), 'The lamp is out', { as: ann.as })
    await givenProject(browser.crocus, 'harbour', { as: ann.as, isPublic: false })
  })

  it('lists projects by words, and opens one as anonymous readers see it', async () => {
    const page = await browser.newPage()
    await page.goto('/projects')
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('light')
    await page.waitForURL('/projects?q=light')
    await page.getByRole('link', { name: 'The lighthouse' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'projects')
    await page.getByRole('link', { name: 'The lighthouse' }).click()
    await page.getByRole('heading', { name: 'The lighthouse', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Members' }).getByText('Ann Keeper').waitFor()
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bugs' }).getByText('1 open').waitFor()
    expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
    await expectAccessible(page)
    await screenshots(page, 'project-anonymous')
  })

  it('shows what comes in, what is due next, and new artifacts one step away', async () => {
    const bug = lighthouse.tracker('bug')
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await givenArtifact(browser.crocus, bug, 'Clean the lens', {
      as: ann.as,
      values: [{ field_id: bug.field('due_date'), value: tomorrow }],
    })
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse')
    const row = page.getByRole('region', { name: 'Trackers' }).getByRole('listitem').filter({ hasText: 'Bugs' })
    await row.getByText('What does not work as it should').waitFor()
    await row.getByText('Last change').waitFor({ state: 'attached' })
    await page.getByRole('region', { name: 'Due next' }).getByRole('link', { name: 'Clean the lens' }).waitFor()
    expect(await page.getByRole('region', { name: 'Due next' }).getByRole('listitem').count()).toBe(1)
    await page.getByRole('region', { name: 'Members' }).getByRole('link', { name: 'Add' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'project')
    await page.setViewportSize({ width: 1440, height: 900 })
    await row.getByRole('link', { name: 'New bug' }).click()
    await page.waitForURL(/\/projects\/lighthouse\/trackers\/bug\/new/)
  })

  it('says what people changed lately, and the groups of members', async () => {
    const bug = lighthouse.tracker('bug')
    const { as } = ann
    const change = async (id: number, values: unknown[], comment?: string): Promise<void> => {
      browser.crocus.clock.advance(60_000)
      const json = { values, ...(comment !== undefined && { comment: { body: comment, format: 'commonmark' } }) }
      const { status, text } = await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as, json })
      expect([status, text]).toEqual([200, ''])
    }
    const given = (title: string) => givenArtifact(browser.crocus, bug, title, { as })
    const state = { field_id: bug.field('status'), bind_value_ids: [bug.value('status', 'In progress')] }
    await change(await given('Oil is low'), [state])
    await change(await given('Glass is dull'), [], 'It is the **salt** of the sea.')
    await change(await given('Bell is mute'), [{ field_id: bug.field('due_date'), value: '2027-03-01' }])
    const group = await browser.crocus.request('POST', '/api/user_groups', {
      as,
      json: { project_id: lighthouse.id, short_name: 'keepers' },
    })
    const { id } = group.json<{ id: string }>()
    const added = await browser.crocus.request('POST', `/api/user_groups/${id}/members`, {
      as,
      json: { username: 'ben' },
    })
    expect(added.status).toBeLessThan(300)
    const page = await browser.newPageOf(as)
    await page.goto('/projects/lighthouse')
    const lately = page.getByRole('region', { name: 'Lately' })
    await lately.getByText(/moved Oil is low to In progress/).waitFor()
    await lately.getByText(/commented on Glass is dull: It is the salt of the sea\./).waitFor()
    await lately.getByText(/set Due date of Bell is mute to 1 Mar 2027/).waitFor()
    await page.getByRole('region', { name: 'Members' }).getByText('keepers').waitFor()
    await expectAccessible(page, [390, 1440])
  })

  it('creates a project, after it said why a short name cannot be taken', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects')
    await page.getByRole('link', { name: 'New project' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Île du Phare')
    expect(await page.getByLabel('Short name').inputValue()).toBe('ile-du-phare')
    await page.getByLabel('Short name').fill('harbour')
    await page.getByRole('radio', { name: /Private/ }).check({ force: true })
    await expectAccessible(page)
    await screenshots(page, 'project-new')
    await page.getByRole('button', { name: 'Create the project' }).click()
    await page.getByRole('alert').getByText('Short name already exists').waitFor()
    await page.getByLabel('Short name').fill('phare')
    await page.getByRole('button', { name: 'Create the project' }).click()
    await page.waitForURL('/projects/phare')
    await page.getByRole('heading', { name: 'Île du Phare', level: 1 }).waitFor()
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bugs' }).first().waitFor()
    await page.getByText('Private', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Administration' }).first().waitFor()
  })

  it('shows a project whatever its name', async () => {
    await givenProject(browser.crocus, 'new', { as: ann.as })
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/new')
    await page.getByRole('heading', { name: 'The new', level: 1 }).waitFor()
    await page.getByText('All about the new').waitFor()
    expect(new URL(page.url()).pathname).toBe('/projects/new')
  })

  it('offers a new project to those who may create one', async () => {
    const { settings } = browser.crocus.app.modules
    const by = { actorId: null, means: 'command' } as const
    await settings.set('sys_use_project_registration', '0', by)
    const ben = await browser.newPageOf(['ben', 'the password of ben'])
    await ben.goto('/new-project')
    await ben.getByRole('heading', { name: 'You cannot create projects' }).waitFor()
    await expectAccessible(ben)
    await settings.set('sys_use_project_registration', '1', by)
    await ben.goto('/projects')
    await ben.getByRole('link', { name: 'New project' }).waitFor()
    const anonymous = await browser.newPage()
    await anonymous.goto('/new-project')
    await anonymous.waitForURL(/\/login/)
  })

  it('says so where a project is not for everybody, and where an administration is not for a member', async () => {
    const anonymous = await browser.newPage()
    await anonymous.goto('/projects/harbour')
    await anonymous.getByRole('heading', { name: /nothing at this address|No access/ }).waitFor()
    await expectAccessible(anonymous)
    const ben = await browser.newPageOf(['ben', 'the password of ben'])
    await ben.goto(`/projects/${lighthouse.id}/administration/members`)
    await ben.getByRole('heading', { name: 'You do not administer this project' }).waitFor()
    await expectAccessible(ben)
    await screenshots(ben, 'administration-refused')
  })

  it('lets an administrator give the project another name, and add a member', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse')
    await page.getByRole('link', { name: 'Administration' }).first().click()
    await page.getByLabel('Name').fill('The north lighthouse')
    await expectAccessible(page)
    await screenshots(page, 'administration-details')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The project was saved').waitFor()
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'The north lighthouse' })
      .waitFor()

    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByLabel('Login or e-mail address').fill('nobody-like-this')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('alert').getByText('nobody-like-this').waitFor()
    await page.getByLabel('Login or e-mail address').fill('carl@example.org')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('rowheader', { name: /Carl Stranger/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for Carl Stranger' }).click()
    await page.getByRole('menuitem', { name: 'Make administrator' }).click()
    await page.getByRole('row', { name: /Carl Stranger.*Administrator/ }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'administration-members')
  })

  it('lets administrators leave a banner on the overview, and those of the platform choose the owner', async () => {
    const { crocus } = browser
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/administration')
    const banner = page.getByRole('textbox', { name: 'Message' })
    await banner.fill('The north station is closed <b>today</b>.')
    await page.getByRole('button', { name: 'Show the banner' }).click()
    await page.getByText('The banner was saved').waitFor()
    await expectAccessible(page)
    expect(await page.getByRole('combobox', { name: 'Owner of the project' }).count()).toBe(0)
    const reader = await browser.newPage()
    await reader.goto('/projects/lighthouse')
    await reader.getByText('The north station is closed <b>today</b>.').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The banner is gone').waitFor()
    expect((await crocus.request('GET', `/api/projects/${lighthouse.id}/banner`, { as: ann.as })).status).toBe(404)

    const site = await browser.newPageOf(crocus.admin)
    await site.goto('/projects/lighthouse/administration')
    const owner = site.getByRole('combobox', { name: 'Owner of the project' })
    await expect.poll(() => owner.evaluate(list => (list as unknown as { value: string }).value)).toBe(String(ann.id))
    await crocus.request('POST', `/api/user_groups/${lighthouse.id}_4/members`, {
      as: ann.as,
      json: { username: 'ben' },
    })
    await site.reload()
    await owner.selectOption('Ben Pilot')
    await site.getByText('The owner was changed').waitFor()
    const { project_owner } = (
      await crocus.request('GET', `/api/project_ownership/${lighthouse.id}`, { as: crocus.admin })
    ).json<{ project_owner: { username: string } }>()
    expect(project_owner.username).toBe('ben')
  })

  it('lets an administrator make a user group, fill and empty it, rename and delete it', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/administration/groups')
    await page.getByRole('button', { name: 'New user group' }).click()
    await page.getByLabel('Name').fill('pilots')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'pilots', level: 1 }).waitFor()
    await page.getByText('Nobody is in this user group yet').waitFor()
    await page.getByLabel('Login or e-mail address').fill('ben')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('rowheader', { name: /Ben Pilot/ }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'administration-group')
    await page.getByRole('button', { name: 'Remove Ben Pilot' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Nobody is in this user group yet').waitFor()

    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('project_members')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('alert').getByText('already').waitFor()
    await page.getByRole('dialog').getByLabel('Name').fill('captains')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'captains', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByText('is left to administrators').waitFor()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'User groups', level: 1 }).waitFor()
    await page.getByRole('rowheader', { name: 'Project members' }).waitFor()
    expect(await page.getByRole('rowheader', { name: 'captains' }).count()).toBe(0)

    await page.getByRole('link', { name: 'Services' }).click()
    await page.getByRole('switch', { name: 'Trackers' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'administration-services')
  })

  it('registers an application and shows its secret once', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/projects/${lighthouse.id}/administration/applications`)
    await page.getByText('No application is registered').waitFor()
    await page.getByRole('button', { name: 'Register an application' }).click()
    await page.getByLabel('Name').fill('Tide tables')
    await page.getByLabel('Redirect address').fill('http://elsewhere.example/back')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/redirect/i)
      .waitFor()
    await page.getByLabel('Redirect address').fill('https://tides.example/back')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText(/^tlp-oauth2-c1-/).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'application-secret')
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('rowheader', { name: 'Tide tables' }).waitFor()
    expect(await page.content()).not.toContain('tlp-oauth2-c1-')
    await screenshots(page, 'applications')
  })
})
