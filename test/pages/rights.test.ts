import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, testBrowser, type TestBrowser } from '../harness/browser.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  readProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../harness/fixture.ts'
import { aTracker, aValue, anElement, createTrackersOf } from '../harness/trackers.ts'

/** Words that stand only in what the reader may not see. */
const SECRET = /zebra/i

const lookAt = {
  /** All that the page shows and holds. */
  page: `document.documentElement.outerHTML`,
  title: `document.title`,
  values: `[...document.querySelectorAll('input, textarea')].map(each => each.value).join('\\n')`,
  /** Everything that the browser stores for the pages. */
  stored: `(async () => {
    const all = []
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames)
        all.push(await new Promise((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => resolve(JSON.stringify(reading.result))
          reading.onerror = () => reject(reading.error)
        }))
      database.close()
    }
    return [...all, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join('\\n')
  })()`,
}

describePages('rights on the pages', () => {
  let browser: TestBrowser
  let ann: Account
  let open: FixtureProject
  let hidden: FixtureProject
  let tracker: FixtureTracker
  let id: number
  let secretId: number
  let hiddenId: number
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    for (const login of ['rita', 'sam', 'otto'])
      await givenAccount(browser.crocus, login, { realName: `${login} of the shore` })
    open = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['rita'] })
    hidden = await givenProject(browser.crocus, 'zebra-harbour', { as: ann.as, isPublic: false })
    hiddenId = await givenArtifact(browser.crocus, hidden.tracker('bug'), 'Zebra crossing', { as: ann.as })
    const administrators = { read: [4], submit: [4], update: [4] }
    const elements = [
      anElement('string', 'title', { label: 'Title', permissions: { read: [1], submit: [2], update: [3] } }),
      anElement('string', 'note_zebra', { label: 'Zebra note', permissions: administrators }),
      anElement('sb', 'level_zebra', {
        label: 'Zebra level',
        permissions: administrators,
        bind: { type: 'static', isRankAlpha: false, values: [aValue('z', { label: 'Zebra high' })] },
      }),
      anElement('art_link', 'links', { label: 'Links', permissions: { read: [1], submit: [3], update: [3] } }),
      anElement('perm', 'readers', { label: 'Readers', permissions: { read: [4], submit: [4], update: [4] } }),
      anElement('lud', 'changed', { label: 'Changed', permissions: { read: [1] } }),
    ]
    const own = elements.map(element => ({
      ...element,
      key: `own ${element.key}`,
      ...(element.bind && {
        bind: { type: 'static' as const, isRankAlpha: false, values: [aValue('own z', { label: 'Zebra high' })] },
      }),
    }))
    await createTrackersOf(
      browser.crocus,
      aTracker(open.id, 'lamp', {
        name: 'Lamps',
        elements,
        semantics: { title: { field: 'title' } },
        permissions: { full: [1] },
      }),
      aTracker(open.id, 'letter', {
        name: 'Letters',
        elements: own,
        semantics: { title: { field: 'own title' } },
        permissions: { submitter_only: [2], admin: [4] },
      }),
      aTracker(open.id, 'zebra', {
        key: 'zebra tracker',
        name: 'Zebras',
        elements: [anElement('string', 'zebra title', { name: 'title', key: 'zebra title' })],
        permissions: { full: [4] },
      }),
    )
    const all = await readProject(browser.crocus, open.id, ann.as)
    tracker = all.tracker('lamp')
    secretId = await givenArtifact(browser.crocus, tracker, 'Zebra in the attic', {
      as: ann.as,
      values: [
        { field_id: tracker.field('readers'), value: { is_used_by_default: true, granted_groups: [`${open.id}_4`] } },
      ],
    })
    id = await givenArtifact(browser.crocus, tracker, 'The lamp is out', {
      as: ann.as,
      values: [
        { field_id: tracker.field('note_zebra'), value: 'zebra words' },
        { field_id: tracker.field('level_zebra'), bind_value_ids: [tracker.value('level_zebra', 'Zebra high')] },
        { field_id: tracker.field('links'), links: [{ id: secretId }, { id: hiddenId }] },
      ],
    })
    await put(id, { values: [{ field_id: tracker.field('note_zebra'), value: 'other zebra words' }] })
    await put(id, { values: [], comment: { body: 'A private zebra', format: 'text', ugroups: [`${open.id}_4`] } })
    await put(id, { values: [], comment: { body: 'A public word', format: 'text' } })
    const letter = all.tracker('letter')
    await givenArtifact(browser.crocus, letter, 'A letter about a zebra', { as: ann.as })
    await givenArtifact(browser.crocus, letter, 'My own letter', { as: as('sam') })
  })

  const as = (login: string) => [login, `the password of ${login}`] as const
  const put = async (artifact: number, json: object) => {
    const response = await browser.crocus.request('PUT', `/api/artifacts/${artifact}`, { as: ann.as, json })
    expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  }

  /** A page of the account whose every answer is read. */
  const watched = async (login: string) => {
    const page = await browser.newPageOf(as(login))
    const found: string[] = []
    const bodies: Promise<void>[] = []
    page.on('response', response => {
      const { pathname, search } = new URL(response.url())
      if (!pathname.startsWith('/api/')) return
      if (SECRET.test(pathname + search)) found.push(`request ${pathname}${search}`)
      // The stream has no end while the page is open.
      if (pathname === '/api/events') return
      bodies.push(
        response.text().then(
          text => {
            if (SECRET.test(text))
              found.push(
                `answer ${pathname}${search}: ${text.slice(Math.max(0, text.search(SECRET) - 80)).slice(0, 160)}`,
              )
          },
          () => undefined,
        ),
      )
    })
    const check = async (where: string): Promise<void> => {
      await page.waitForLoadState('networkidle')
      await Promise.all(bodies.splice(0))
      for (const [what, script] of Object.entries(lookAt))
        if (SECRET.test(await page.evaluate<string>(script))) found.push(`${what} of ${where}`)
      expect([where, found.splice(0)]).toEqual([where, []])
    }
    return { page, check }
  }
  const openRows = async (page: Page, address: string, rows: readonly string[]): Promise<void> => {
    await page.goto(address)
    for (const row of rows) await page.getByRole('grid').getByRole('link', { name: row }).waitFor()
    await page.getByText(rows.length === 1 ? '1 artifact' : `${rows.length} artifacts`, { exact: true }).waitFor()
  }

  it('shows a reader nothing of fields, artifacts, comments and trackers that are not theirs', async () => {
    const { page, check } = await watched('rita')
    await page.goto('/')
    await check('My work')
    for (const address of [
      '/projects',
      '/projects?mine=false',
      '/projects/lighthouse/trackers',
      '/projects/lighthouse/members',
    ]) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await check(address)
    }
    await page.goto('/projects/lighthouse')
    await page.getByRole('region', { name: 'Trackers' }).getByText('Lamps').waitFor()
    await page.getByText('The lamp is out').first().waitFor()
    await check('the project')

    await openRows(page, '/projects/lighthouse/trackers/lamp', ['The lamp is out'])
    await check('the table')
    await page.getByRole('button', { name: 'Columns' }).click()
    await check('the list of columns')
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    await page.getByRole('combobox', { name: 'Find a field' }).waitFor()
    await check('the list of fields')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'TQL' }).click()
    await page.getByRole('textbox', { name: 'Query (TQL)' }).waitFor()
    await page.keyboard.type('zeb')
    await page.waitForTimeout(600)
    const suggested = await page.getByRole('option').allInnerTexts()
    expect(suggested.filter(text => /zebra/i.test(text))).toEqual([])

    await page.goto(`/artifacts/${id}`)
    await page.getByRole('region', { name: 'Activity' }).getByText('A public word').waitFor()
    await check('the artifact')
    await page.goto('/projects/lighthouse/trackers/lamp/new')
    await page.getByRole('form', { name: 'New lamp' }).waitFor()
    const more = page.getByRole('button', { name: 'More fields' })
    if ((await more.count()) > 0) await more.click()
    await check('the form of a new artifact')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('lamp')
    await page.getByRole('option').first().waitFor()
    await check('the palette')
  })

  it('would find each of these words: the administrator sees them', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    for (const words of ['Zebra note', 'Zebra high', 'A private zebra', 'Zebra in the attic', 'Zebra crossing'])
      await page.getByText(words).first().waitFor()
    await page.goto('/projects/lighthouse/trackers')
    await page.getByRole('main').getByText('Zebras').waitFor()
    expect(await page.evaluate<string>(lookAt.page)).toMatch(SECRET)
  })

  it('tells the outsider the same of what is hidden and of what does not exist', async () => {
    const { page, check } = await watched('otto')
    const said = async (address: string): Promise<string> => {
      await page.goto(address)
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
      return `${await page.title()} ${await page.getByRole('main').innerText()}`
    }
    const nothing = await said('/artifacts/999999')
    for (const hiddenThing of [hiddenId, secretId]) {
      expect([hiddenThing, await said(`/artifacts/${hiddenThing}`)]).toEqual([hiddenThing, nothing])
      await check(`artifact ${hiddenThing}`)
    }
    await said(`/trackers/${hidden.tracker('bug').id}`)
    await check('a tracker of a private project')
    await page.goto('/projects?mine=false')
    await page.getByRole('link', { name: 'The lighthouse' }).waitFor()
    await check('the projects')
    await openRows(page, '/projects/lighthouse/trackers/lamp', ['The lamp is out'])
    await check('the table')
  })

  it('shows somebody who sees only their own artifacts these, and counts no others', async () => {
    const { page, check } = await watched('sam')
    await openRows(page, '/projects/lighthouse/trackers/letter', ['My own letter'])
    await check('the table')
    await page.goto('/projects/lighthouse')
    const row = page.getByRole('region', { name: 'Trackers' }).getByRole('listitem').filter({ hasText: 'Letters' })
    await row.getByText('1').first().waitFor()
    expect(await row.innerText()).not.toMatch(/\b2\b/)
    await check('the project')
  })
})
