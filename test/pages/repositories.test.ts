import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, describePages, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'
import { isSvnMissing, SVN_NEEDS } from '../harness/svn.ts'

describe.skipIf(isSvnMissing)(`repositories (${SVN_NEEDS})`, () => {
  describePages('their pages', () => {
    let browser: TestBrowser
    let ann: Account
    let lighthouse: FixtureProject
    beforeAll(async () => {
      browser = await testBrowser()
      ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
      lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
    })

    it('creates a repository, and shows how to check it out', async () => {
      const page = await browser.newPageOf(ann.as)
      await page.goto(`/projects/${lighthouse.id}/svn`)
      await page.getByText('There is no repository yet').waitFor()
      await page.getByRole('link', { name: 'Manage repositories' }).click()
      await page.getByRole('button', { name: 'New repository' }).click()
      await page.getByLabel('Name').fill('charts')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('heading', { name: 'charts', level: 1 }).waitFor()
      await page.getByText(/^svn checkout http.*\/charts$/).waitFor()
      await page.getByRole('heading', { name: 'Revisions' }).waitFor()
      await expectAccessible(page)
      await screenshots(page, 'repository')
      await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Repositories' }).click()
      await page.getByRole('button', { name: 'Copy: Check out charts' }).waitFor()
      await expectAccessible(page)
      await screenshots(page, 'repositories')
    })

    it('lets those who administer the repositories alone into these settings alone', async () => {
      const ben = await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
      const harbour = await givenProject(browser.crocus, 'harbour', { as: ann.as, members: ['ben'] })
      await browser.crocus.app.modules.svn.setAdministratorGroups({ userId: null, means: 'command' }, harbour.id, [3])
      const page = await browser.newPageOf(ben.as)
      await page.goto('/projects/harbour/svn')
      await page.getByRole('link', { name: 'Manage repositories' }).click()
      await page.getByRole('button', { name: 'New repository' }).click()
      await page.getByLabel('Name').fill('moorings')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('button', { name: 'Save the commit rules' }).waitFor()
      const beside = page.getByRole('navigation', { name: 'Administration of the project' }).getByRole('link')
      expect(await beside.allInnerTexts()).toEqual([expect.stringContaining('The harbour'), 'Repositories'])
      await expectAccessible(page)
      await page.goto('/projects/harbour/administration/members')
      await page.getByRole('heading', { name: 'You do not administer this project' }).waitFor()
      await page.goto(`/projects/${lighthouse.id}/administration/svn`)
      await page.getByRole('heading', { name: 'You do not administer this project' }).waitFor()
    })

    it('keeps settings apart: rules, tags and notifications', async () => {
      const page = await browser.newPageOf(ann.as)
      await page.goto('/projects/lighthouse/administration/svn')
      await page.getByRole('link', { name: 'charts' }).click()
      await page.getByRole('checkbox', { name: /Each commit message names/ }).check({ force: true })
      await page.getByRole('button', { name: 'Save the commit rules' }).click()
      await page.getByText('The commit rules were saved').waitFor()
      await page.getByLabel('Folders with immutable tags').fill('/tags')
      await page.getByRole('button', { name: 'Save the immutable tags' }).click()
      await page.getByText('The immutable tags were saved').waitFor()
      await page.getByRole('button', { name: 'Add a path' }).click()
      await page.getByLabel('Logins and e-mail addresses').fill('nobody-like-this')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('alert').getByText('nobody-like-this').waitFor()
      await page.getByLabel('Logins and e-mail addresses').fill('ann\nharbour@example.org')
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Project members' }).check({ force: true })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('row', { name: /Project members, Ann Keeper, harbour@example.org/ }).waitFor()
      await expectAccessible(page)
      await screenshots(page, 'repository-settings')
      const [repository] = (
        await browser.crocus.request('GET', `/api/projects/${lighthouse.id}/svn`, { as: ann.as })
      ).json<{ repositories: { id: number }[] }>().repositories
      const read = await browser.crocus.request('GET', `/api/svn/${repository?.id}`, { as: ann.as })
      expect(read.json()).toMatchObject({
        settings: {
          commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false },
          immutable_tags: { paths: ['/tags'], whitelist: [] },
          email_notifications: [{ path: '/', emails: ['harbour@example.org'] }],
        },
      })
    })

    it('shows the line of an access file that is wrong, and saves it when it is right', async () => {
      const page = await browser.newPageOf(ann.as)
      await page.goto('/projects/lighthouse/administration/svn')
      await page.getByRole('link', { name: 'charts' }).click()
      await page.getByRole('link', { name: 'Access file' }).click()
      const editor = page.getByRole('textbox', { name: 'Access file' })
      await editor.click()
      await page.keyboard.type('[/trunk]\nann = rw\nthis is no rule\n')
      // The server checks the text while the user types.
      await page.getByText('1 line is wrong.').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').getByText('line 3', { exact: false }).waitFor()
      await page.locator('.code-fault-message').getByText('is not "name = rights"', { exact: false }).waitFor()
      expect(await page.locator('.code-fault').textContent()).toBe('this is no rule')
      await expectAccessible(page)
      await screenshots(page, 'access-file')
      // The cursor is at the end of the line with the fault.
      await editor.focus()
      await page.keyboard.press('Shift+Home')
      await page.keyboard.type('* = r')
      await page.getByText('Subversion would accept this text.').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The access file was saved').waitFor()
      await page.getByRole('row', { name: /In force/ }).waitFor()
      expect(await page.locator('.code-fault').count()).toBe(0)
      expect(await page.locator('.cm-line').allTextContents()).toEqual(['[/trunk]', 'ann = rw', '* = r'])
    })

    it('tells which lines of an access file have no effect, and still saves it', async () => {
      const page = await browser.newPageOf(ann.as)
      await page.goto('/projects/lighthouse/administration/svn')
      await page.getByRole('link', { name: 'charts' }).click()
      await page.getByRole('link', { name: 'Access file' }).click()
      const editor = page.getByRole('textbox', { name: 'Access file' })
      await editor.click()
      await page.keyboard.press('Control+A')
      // Typing over a selection makes Chromium itself write a style, which the policy of the page refuses.
      await page.keyboard.press('Delete')
      await page.keyboard.type('ann = rw\n@members = r\n[/trunk]\n* = r')
      await page.getByText('Subversion would accept this text.').waitFor()
      const idle = page.getByText(/before the first section/)
      expect(await idle.count()).toBe(0)
      const defaults = page.getByRole('checkbox', { name: /Members of the project may write/ })
      await defaults.uncheck({ force: true })
      await page.getByText('Lines 1, 2 stand before the first section', { exact: false }).waitFor()
      await page.getByText('Subversion would accept this text.').waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The access file was saved').waitFor()
      await defaults.check({ force: true })
      await idle.waitFor({ state: 'detached' })
    })
  })
})
