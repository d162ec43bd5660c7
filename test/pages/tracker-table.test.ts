import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { pseudoField } from '../../src/modules/fields/index.ts'
import { describePages, expectAccessible, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

const MANY = 100_000

describePages('the table of a tracker', () => {
  let browser: TestBrowser
  let ann: Account
  let lighthouse: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ann', 'ben'] })
    const first = await givenArtifact(browser.crocus, lighthouse.tracker('task'), 'Lamp 1 is out', { as: ann.as })
    await copyArtifact(browser, first, lighthouse.tracker('task').field('title'))
    for (const title of ['Fog', 'Ice', 'Salt'])
      await givenArtifact(browser.crocus, lighthouse.tracker('bug'), title, { as: ann.as })
  })

  const openBugs = async (search = '', phone = false) => {
    const page = await browser.newPageOf(ann.as, phone ? { viewport: { width: 390, height: 844 } } : {})
    await page.goto(`/projects/lighthouse/trackers/bug${search}`)
    return { page, queryNow: () => new URL(page.url()).searchParams.get('tql') }
  }

  it('shows 100,000 artifacts: their exact number, the last one, the way back, an order and a filter', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/task')
    const grid = page.getByRole('grid')
    await page.getByText('100,000 artifacts').waitFor()
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(MANY + 1))
    // The newest change first.
    await grid.getByRole('link', { name: `Lamp ${MANY} is out`, exact: true }).waitFor()
    await grid.getByRole('gridcell').first().focus()
    await page.keyboard.press('Control+End')
    const last = grid.getByRole('link', { name: 'Lamp 1 is out', exact: true })
    await last.waitFor()
    expect(await grid.getByRole('row').count()).toBeLessThan(80)
    const rowOfLast = grid
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'Lamp 1 is out', exact: true }) })
    expect(await rowOfLast.getAttribute('aria-rowindex')).toBe(String(MANY + 1))
    await last.click()
    await page.getByRole('heading', { name: 'Lamp 1 is out', level: 1 }).waitFor()
    await page.getByText('100,000 of 100,000').waitFor()
    await page.goBack()
    await last.waitFor()

    // Another order begins with its first row, wherever the list stood.
    await page.getByRole('button', { name: /^Sort/ }).click()
    const fields = page.getByRole('dialog', { name: 'Sort by' })
    await fields.getByRole('combobox').fill('last upd')
    await fields.getByRole('option', { name: /Last update/ }).click()
    await grid.getByRole('link', { name: 'Lamp 2 is out', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('sort')).toBe('last_update')

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a field' }).fill('title')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('Lamp 9999')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('11 artifacts').waitFor()
  })

  it('does not move while others delete: rows of one moment, and a note where one is gone', async () => {
    const tracker = lighthouse.tracker('task').id
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/projects/lighthouse/trackers/task?tql=${encodeURIComponent('title = "Lamp 77"')}`)
    const grid = page.getByRole('grid')
    await page.getByText('1,111 artifacts').waitFor()
    await grid.getByRole('gridcell').first().waitFor()
    const tql = encodeURIComponent('title = "Lamp 770 is"')
    const found = await browser.crocus.request('GET', `/api/trackers/${tracker}/artifacts?tql=${tql}`, { as: ann.as })
    const [gone] = found.json<{ id: number }[]>()
    const deleted = await browser.crocus.request('DELETE', `/api/artifacts/${gone?.id}`, { as: ann.as })
    expect(deleted.status, deleted.text).toBe(200)
    await grid.getByRole('gridcell').first().focus()
    await page.keyboard.press('Control+End')
    await grid.getByRole('link', { name: 'Lamp 77 is out', exact: true }).waitFor()
    await grid.getByText('No longer there').waitFor()
    expect(await grid.getAttribute('aria-rowcount')).toBe('1112')
    await expectAccessible(page)
    const restored = await browser.crocus.request('POST', `/api/trash/${gone?.id}/restore`, { as: ann.as })
    expect(restored.status, restored.text).toBe(200)
  })

  it('chooses columns by words, in groups of what fields hold', async () => {
    const { page } = await openBugs()
    const grid = page.getByRole('grid')
    await grid.getByRole('link', { name: 'Fog' }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    const picker = page.getByRole('dialog', { name: 'Columns' })
    await picker.getByText('People', { exact: true }).waitFor()
    await expectAccessible(page)
    await picker.getByRole('combobox').fill('submitted by')
    await page.keyboard.press('Enter')
    await grid.getByRole('columnheader', { name: 'Submitted by' }).waitFor()
    // Once more: the column goes.
    await page.keyboard.press('Enter')
    await expect.poll(() => grid.getByRole('columnheader', { name: 'Submitted by' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await grid.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Sort ascending' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('status')
  })

  it('stays a working page with a query that the server refuses', async () => {
    const { page, queryNow } = await openBugs(`?tql=${encodeURIComponent('nosuch = 1')}`)
    await page.getByRole('alert').getByText('Unknown fields: nosuch').waitFor()
    await page.getByText('The query has a mistake and was not run.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show all artifacts' }).click()
    await page.getByRole('link', { name: 'Fog' }).waitFor()
    expect(queryNow()).toBe('')
  })

  it('says relations in words, and begins a new artifact with the values of the list', async () => {
    const { page, queryNow } = await openBugs()
    await page.getByRole('link', { name: 'Fog' }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a field' }).fill('no children')
    await page.keyboard.press('Enter')
    await expect.poll(queryNow).toBe('WITHOUT CHILDREN')
    await page.getByRole('button', { name: 'Has no children', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a field' }).fill('#7')
    await page.getByRole('option', { name: 'Child of #7' }).click()
    await expect.poll(queryNow).toBe('WITHOUT CHILDREN AND WITH PARENT ARTIFACT = 7')
    await page.getByRole('button', { name: 'Child of #7', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove the filter Child of #7' }).click()
    await expect.poll(queryNow).toBe('WITHOUT CHILDREN')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a field' }).fill('assigned to me')
    await page.keyboard.press('Enter')
    await page.getByText('0 artifacts').waitFor()
    await page.getByRole('link', { name: 'New bug' }).click()
    const form = page.getByRole('dialog')
    await form.getByText('Ann Keeper').first().waitFor()
  })

  it('steps through the list in the side panel, and gives the focus back to the row', async () => {
    const { page } = await openBugs()
    const grid = page.getByRole('grid')
    await grid.getByRole('link', { name: 'Salt' }).waitFor()
    await grid.getByRole('gridcell').first().focus()
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary', { name: /^bug #/ })
    await panel.getByRole('heading', { name: 'Salt' }).waitFor()
    await panel.getByText('1 of 3').waitFor()
    await panel.getByRole('button', { name: 'Next artifact' }).click()
    await panel.getByRole('heading', { name: 'Ice' }).waitFor()
    await panel.getByText('2 of 3').waitFor()
    // The button keeps the focus, so that it can be pressed again.
    await page.keyboard.press('Enter')
    await panel.getByRole('heading', { name: 'Fog' }).waitFor()
    expect(await panel.getByRole('button', { name: 'Next artifact' }).isDisabled()).toBe(true)
    await expectAccessible(page, [1440])
    await panel.getByRole('button', { name: 'Close the panel' }).click()
    await expect.poll(() => page.evaluate(`document.activeElement?.textContent?.includes('Fog')`)).toBe(true)
    await page.keyboard.press('o')
    await page.getByRole('heading', { name: 'Fog', level: 1 }).waitFor()
  })

  it('filters on a phone in a sheet', async () => {
    const { page, queryNow } = await openBugs(`?tql=${encodeURIComponent('@status = OPEN()')}`, true)
    await page.getByRole('link', { name: 'Fog' }).waitFor()
    await page.getByRole('button', { name: 'Filter 1' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('button', { name: 'Status is Open' }).waitFor()
    await expectAccessible(page, [320, 390])
    await sheet.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a field' }).fill('ice')
    await page.getByRole('option', { name: 'Any text contains “ice”' }).click()
    await expect.poll(queryNow).toBe('@status = OPEN() AND @text = "ice"')
    await sheet.getByRole('button', { name: 'Show the list' }).click()
    await page.getByText('1 artifact', { exact: true }).waitFor()
  })

  it('shows figures of the whole list below a column of numbers', async () => {
    const bug = lighthouse.tracker('bug')
    const number = bug.fields.find(({ type }) => type === 'int')
    if (!number) throw new Error('bugs have no numbers')
    for (const value of [3, 4])
      await givenArtifact(browser.crocus, bug, `Weighs ${value}`, {
        as: ann.as,
        values: [{ field_id: number.field_id, value }],
      })
    const { page } = await openBugs(`?columns=${number.name}&tql=${encodeURIComponent('title = "Weighs"')}`)
    const grid = page.getByRole('grid')
    await grid.getByRole('columnheader', { name: number.label }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Show the sum' }).click()
    const foot = grid.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Total of 2' }) })
    await foot.getByText('7', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('totals')).toBe(`sum:${number.name}`)
    await expectAccessible(page)
    await grid.getByRole('columnheader', { name: number.label }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Show the average' }).click()
    await foot.getByText('3.5', { exact: true }).waitFor()
  })
})

/** Makes the artifact `MANY` ones, each changed a second after the one before: by statements, because requests would take minutes. */
const copyArtifact = async ({ crocus: { db } }: TestBrowser, id: number, titleField: number): Promise<void> => {
  const { rows } = await sql<{ tracker_id: number }>`select tracker_id from artifact where id = ${id}`.execute(
    db.kysely,
  )
  const trackerId = rows[0]?.tracker_id ?? 0
  const copies = sql`artifact a cross join generate_series(1, ${MANY - 1}) as n where a.id = ${id}`
  const title = sql`format('Lamp %s is out', n + 1)`
  await sql`insert into changeset (id, artifact_id, tracker_id, submitted_by, submitted_on, delta)
    select c.id + 1000 + n, ${id} + n, c.tracker_id, c.submitted_by, c.submitted_on, c.delta
    from changeset c cross join generate_series(1, ${MANY - 1}) as n where c.artifact_id = ${id}`.execute(db.kysely)
  await sql`insert into artifact (id, project_id, tracker_id, number, changeset_id, document, title, submitted_by,
      submitted_on, updated_by, updated_on)
    select a.id + n, a.project_id, a.tracker_id, a.number + n, a.changeset_id + 1000 + n,
      jsonb_set(a.document, array[${String(titleField)}], to_jsonb(${title})), ${title}, a.submitted_by, a.submitted_on,
      a.updated_by, a.updated_on + n * interval '1 second' from ${copies}`.execute(db.kysely)
  await sql`insert into artifact_index (field_id, val, artifact_id)
    select i.field_id, i.val + case when i.field_id = ${pseudoField(trackerId, 'lastUpdate')} then n else 0 end, ${id} + n
    from artifact_index i cross join generate_series(1, ${MANY - 1}) as n where i.artifact_id = ${id}`.execute(
    db.kysely,
  )
  await sql`insert into artifact_text (artifact_id, field_id, content, is_title)
    select ${id} + n, t.field_id, case when t.is_title then ${title} else t.content end, t.is_title
    from artifact_text t cross join generate_series(1, ${MANY - 1}) as n where t.artifact_id = ${id}`.execute(db.kysely)
  await sql`update tracker_counter set artifact_count = artifact_count + ${MANY - 1}, last_number = last_number + ${MANY - 1}
    where tracker_id = ${trackerId}`.execute(db.kysely)
  await sql`select setval(pg_get_serial_sequence('artifact', 'id'), ${id + MANY}), setval(pg_get_serial_sequence('changeset', 'id'), ${id + 2 * MANY})`.execute(
    db.kysely,
  )
  await sql`analyze artifact, artifact_index, artifact_text, changeset`.execute(db.kysely)
}
