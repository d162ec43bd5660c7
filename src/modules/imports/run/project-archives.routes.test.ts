import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../../../../test/harness/app.ts'
import { archiveZip, projectXml, trackerXml, usersXml } from '../../../../test/harness/archives.ts'
import { givenAccount, type Account } from '../../../../test/harness/fixture.ts'

let crocus: TestApp
let ann: Account
let bob: Account

beforeEach(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
})

const fields =
  '<formElements><formElement type="string" ID="F1" rank="1"><name>title</name><label>Title</label></formElement></formElements>'
const permissions =
  '<permissions><permission scope="tracker" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_ACCESS_FULL"/></permissions>'
const trackers = (content = '') =>
  `<ugroups><ugroup name="crew" description=""><members/></ugroup></ugroups>` +
  `<trackers>${trackerXml(`${fields}${permissions}${content}`)}</trackers>`
const services = '<service shortname="plugin_tracker" enabled="1"/>'
const structure = async (content = trackers(), users = usersXml()): Promise<Buffer> =>
  readFile(await archiveZip({ 'project.xml': projectXml(content, { services }), 'users.xml': users }))

const post = (size: number, given: object = {}, as = ann.as) =>
  crocus.request('POST', '/api/projects', {
    as,
    json: {
      shortname: 'fleet',
      label: 'The fleet',
      description: 'Ships',
      is_public: true,
      from_archive: { file_name: 'harbour.zip', file_size: size },
      ...given,
    },
  })
interface Slot {
  id: number
  uri: string
  upload_href: string
}
const declared = async (size: number): Promise<Slot> => {
  const response = await post(size)
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  return response.json<Slot>()
}
const tus = (method: string, slot: Slot, given: Parameters<TestApp['request']>[2] = {}): Promise<TestResponse> =>
  crocus.request(method, slot.upload_href, {
    as: ann.as,
    ...given,
    headers: { 'tus-resumable': '1.0.0', ...given.headers },
  })
const send = (slot: Slot, bytes: Uint8Array, offset = 0, as = ann.as) =>
  tus('PATCH', slot, {
    as,
    bytes,
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
  })
const progress = async (slot: Slot, as = ann.as) =>
  (await crocus.request('GET', `/api/projects/${slot.id}/archive`, { as })).json<{
    status: string
    upload_href: string | null
    finished_on: string | null
    messages: { level: string; text: string; file: string | null; line: number | null }[]
  }>()
const made = async (archive: Buffer): Promise<Slot> => {
  const slot = await declared(archive.length)
  expect((await send(slot, archive)).status).toBe(204)
  await crocus.work()
  return slot
}
const get = (address: string, as = ann.as) => crocus.request('GET', address, { as })

describe('POST /projects with from_archive (projects.md §3.4)', () => {
  it('makes the project of the archive that is sent, in its own numbers, for its creator', async () => {
    const archive = await structure()
    const slot = await declared(archive.length)
    expect(slot).toEqual({ id: slot.id, uri: `projects/${slot.id}`, upload_href: '/uploads/project/file/1' })
    expect((await get(`/api/projects/${slot.id}`)).status).toBe(404)
    expect((await get(`/api/projects/${slot.id}`, crocus.admin)).status).toBe(404)
    for (const query of ['{"is_member_of":true}', '{"shortname":"fleet"}'])
      expect((await get(`/api/projects?query=${encodeURIComponent(query)}`)).json()).toEqual([])
    expect((await get('/api/users/self/membership')).text).not.toContain(`"${slot.id}_"`)
    expect(await progress(slot)).toMatchObject({ status: 'waiting', upload_href: slot.upload_href, messages: [] })

    const half = Math.floor(archive.length / 2)
    expect((await send(slot, archive.subarray(0, half))).headers['upload-offset']).toBe(String(half))
    const head = await tus('HEAD', slot)
    expect([head.status, head.headers['upload-length'], head.headers['upload-offset']]).toEqual([
      204,
      String(archive.length),
      String(half),
    ])
    expect((await send(slot, archive.subarray(half), half)).status).toBe(204)
    expect((await tus('HEAD', slot)).status).toBe(404)
    await crocus.work()

    expect(await progress(slot)).toMatchObject({ status: 'imported', upload_href: null })
    const project = (await get(`/api/projects/${slot.id}`)).json<object>()
    expect(project).toMatchObject({
      id: slot.id,
      shortname: 'fleet',
      label: 'The fleet',
      description: 'Ships',
      status: 'active',
      access: 'public',
      is_member_of: true,
    })
    const found = (await get(`/api/projects/${slot.id}/trackers`)).json<{ item_name: string }[]>()
    expect(found.map(tracker => tracker.item_name)).toEqual(['boat'])
    const groups = (await get(`/api/projects/${slot.id}/user_groups`)).json<{ short_name: string }[]>()
    expect(groups.map(group => group.short_name)).toContain('crew')
    expect(crocus.mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['ann@example.org', 'Project The fleet is ready'],
    ])
    expect(crocus.mails[0]?.text).toContain('/projects/fleet/')
    await crocus.work()
    expect(crocus.mails).toHaveLength(1)
    const left = await readdir(path.join(crocus.config.sharedFolder, 'imported', 'incoming')).catch(() => [])
    expect(left).toEqual([])
  })

  it.each([
    ['users', trackers(), usersXml({ name: 'ann' }), 'users.xml'],
    [
      'artifacts',
      trackers(
        '<artifacts><artifact id="1" tracker_id="T1"><changeset><submitted_by format="username">ann</submitted_by>' +
          '<submitted_on format="ISO8601">2024-01-02T03:04:05+00:00</submitted_on></changeset></artifact></artifacts>',
      ),
      usersXml({ name: 'ann' }),
      'project.xml',
    ],
    ['file packages', `${trackers()}<frs><package/></frs>`, usersXml(), 'project.xml'],
    ['documents', `${trackers()}<docman><item/></docman>`, usersXml(), 'project.xml'],
  ])('refuses one with %s: nothing stays but the reason, by mail too', async (what, content, users, file) => {
    const slot = await made(await structure(content, users))
    const { status, messages, finished_on } = await progress(slot)
    expect([status, finished_on]).toEqual(['failed', expect.any(String)])
    const errors = messages.filter(({ level }) => level === 'error')
    expect(errors).toContainEqual(
      expect.objectContaining({ file, text: expect.stringContaining(`${what} cannot be`) as string }),
    )
    expect(crocus.mails.map(({ subject }) => subject)).toEqual(['Project The fleet was not made'])
    expect(crocus.mails[0]?.text).toContain(`${what} cannot be`)
    expect((await get(`/api/projects/${slot.id}`)).status).toBe(404)
    expect((await post(10)).status).toBe(201)
  })

  it.each([
    ['is no zip', () => Promise.resolve(Buffer.from('no zip at all'))],
    [
      'would fill the memory',
      async () =>
        readFile(
          await archiveZip({
            'project.xml': projectXml(trackers(), { services }).padEnd(2 ** 26 + 1),
            'users.xml': usersXml(),
          }),
        ),
    ],
    ['is no project', async () => readFile(await archiveZip({ 'readme.txt': 'hello' }))],
    [
      'names somebody',
      () => structure(trackers().replace('<members/>', '<members><member format="username">ann</member></members>')),
    ],
  ])('tells why an archive that %s makes no project', async (_what, archive) => {
    const slot = await made(await archive())
    const { status, messages } = await progress(slot)
    expect(status).toBe('failed')
    expect(messages.some(({ level }) => level === 'error')).toBe(true)
    expect(JSON.stringify(messages)).not.toContain(crocus.config.sharedFolder)
    expect((await get('/api/projects?query={"shortname":"fleet"}')).json()).toEqual([])
  })

  it('is for the account that declared it alone', async () => {
    const archive = await structure()
    const slot = await declared(archive.length)
    expect((await send(slot, archive, 0, bob.as)).status).toBe(404)
    expect((await tus('DELETE', slot, { as: crocus.admin })).status).toBe(404)
    expect((await get(`/api/projects/${slot.id}/archive`, bob.as)).status).toBe(404)
    expect((await get(`/api/projects/${slot.id}/archive`, crocus.admin)).status).toBe(200)
    expect((await crocus.request('GET', `/api/projects/${slot.id}/archive`)).status).toBe(401)
    expect((await get('/api/projects/100/archive')).status).toBe(404)
    // The archive is no attachment: addresses and fields of attachments refuse it.
    const asAttachment = { ...slot, upload_href: '/uploads/tracker/file/1' }
    expect((await send(asAttachment, archive)).status).toBe(404)
  })

  it('frees the name when the upload is cancelled or expires', async () => {
    const first = await declared(100)
    expect((await post(100)).status).toBe(400)
    expect((await tus('DELETE', first)).status).toBe(204)
    await crocus.work()
    expect((await progress(first)).status).toBe('cancelled')

    const second = await declared(100)
    expect(second.upload_href).toBe('/uploads/project/file/2')
    crocus.clock.advance(4 * 60 * 60 * 1000 + 1000)
    expect((await tus('HEAD', second)).status).toBe(404)
    await crocus.app.modules.imports.frequentJobs[0]?.run({})
    expect((await progress(second)).status).toBe('expired')
    expect((await post(100)).status).toBe(201)
    expect(crocus.mails).toEqual([])
  })

  it('refuses an invalid project before any upload', async () => {
    const refused = async (given: object, as = ann.as) => (await post(100, given, as)).status
    expect(await refused({ shortname: 'no spaces' })).toBe(400)
    expect(await refused({ label: 'x' })).toBe(400)
    expect(await refused({ from_archive: { file_name: 'a.zip', file_size: 0 } })).toBe(400)
    expect(await refused({ from_archive: { file_name: ' ', file_size: 10 } })).toBe(400)
    expect(await refused({ from_archive: { file_name: 'a.zip', file_size: 10 ** 12 } })).toBe(400)
    expect(await refused({ from_archive: { file_name: 'a.zip' } })).toBe(400)
    const { settings } = crocus.app.modules
    await settings.set('max_pending_uploads', '150', { actorId: null, means: 'command' })
    expect(await refused({})).toBe(201)
    expect(await refused({ shortname: 'second' })).toBe(429)
    await settings.set('sys_use_project_registration', '0', { actorId: null, means: 'command' })
    expect(await refused({ shortname: 'third' })).toBe(403)
  })

  it('takes a template where one is given, too', async () => {
    const response = await post(100, { template_id: 100 })
    expect([response.status, response.json<{ shortname: string }>().shortname]).toEqual([201, 'fleet'])
  })

  it('speaks XML as well', async () => {
    const response = await crocus.request('POST', '/api/projects', {
      as: ann.as,
      xml: '<request><shortname>fleet</shortname><label>The fleet</label><is_public>true</is_public><from_archive><file_name>a.zip</file_name><file_size>100</file_size></from_archive></request>',
      headers: { accept: 'application/xml' },
    })
    expect([response.status, response.text]).toEqual([
      201,
      expect.stringContaining('<upload_href>/uploads/project/file/1'),
    ])
  })

  it('repeats the import of a process that died', async () => {
    const archive = await structure()
    const slot = await declared(archive.length)
    await send(slot, archive)
    await crocus.db.kysely.updateTable('project_archive').set({ status: 'importing' }).execute()
    await crocus.work()
    expect((await progress(slot)).status).toBe('imported')
    expect((await get(`/api/projects/${slot.id}/trackers`)).json<object[]>()).toHaveLength(1)
  })

  it('discards an archive after five interrupted imports, and imports it after fewer', async () => {
    const archive = await structure()
    const attempt = () => crocus.app.modules.imports.frequentJobs[0]?.run({})
    await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
      crocus.db.kysely,
    )
    await sql`create trigger break_off before insert on tracker for each row execute function break_off()`.execute(
      crocus.db.kysely,
    )
    const unlucky = await declared(archive.length)
    expect((await send(unlucky, archive)).status).toBe(204)
    for (let begun = 1; begun <= 5; begun++) {
      await attempt()
      expect(await progress(unlucky)).toMatchObject({ status: 'importing', messages: [] })
    }
    await crocus.work()
    expect(await progress(unlucky)).toMatchObject({
      status: 'failed',
      messages: [{ level: 'error', text: expect.stringContaining('broke the import off 5 times') as string }],
    })
    expect(crocus.mails.map(({ subject }) => subject)).toEqual(['Project The fleet was not made'])

    const lucky = await declared(archive.length)
    expect((await send(lucky, archive)).status).toBe(204)
    for (let begun = 1; begun <= 4; begun++) await attempt()
    await sql`drop trigger break_off on tracker`.execute(crocus.db.kysely)
    await attempt()
    expect(await progress(lucky)).toMatchObject({ status: 'imported' })
  })
})
