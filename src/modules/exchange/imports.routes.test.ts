// Imports of artifacts (integrators.md §12): sheets and lines, rehearsed, written in portions, sent again, stopped, undone.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterFile } from '../../../test/harness/after-file.ts'
import { testApp, type TestApp, type TestRequest } from '../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../test/harness/fixture.ts'
import { aTracker, aValue, anElement, givenTracker } from '../../../test/harness/trackers.ts'
import { aStep, aWorkflow } from '../../../test/harness/workflows.ts'
import { givenUpload } from '../../../test/harness/uploads.ts'

let crocus: TestApp
let ann: Account
let bob: Account
let zoe: Account
let projectId: number
let trackerId: number
let field: (name: string) => number

const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: ann.as, ...request })

beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  zoe = await givenAccount(crocus, 'zoe')
  projectId = (await givenProject(crocus, 'intake', { as: ann.as, members: ['bob'] })).id
  const open = { read: [1], submit: [3], update: [3] }
  const made = await givenTracker(
    crocus,
    aTracker(projectId, 'chore', {
      elements: [
        anElement('string', 'title', { permissions: open, isRequired: true, settings: { maxchars: 40 } }),
        anElement('text', 'details', { permissions: open }),
        anElement('int', 'effort', { permissions: open }),
        anElement('date', 'due', { permissions: open, settings: { default_value_type: 1, default_value: '' } }),
        anElement('sb', 'state', {
          permissions: open,
          bind: {
            type: 'static',
            isRankAlpha: false,
            values: [aValue('New', { isDefault: true }), aValue('Busy'), aValue('Done')],
          },
        }),
        anElement('tbl', 'tags', {
          permissions: open,
          bind: { type: 'static', isRankAlpha: false, values: [] },
        }),
        anElement('msb', 'who', {
          permissions: open,
          bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
        }),
        anElement('file', 'papers', { permissions: open }),
        anElement('art_link', 'links', { permissions: open }),
      ],
      semantics: { title: { field: 'title' } },
      workflow: aWorkflow([aStep(null, 'New'), aStep('New', 'Busy')]),
    }),
  )
  trackerId = made.tracker.id
  field = name => made.field(name)
})

interface Shown {
  id: number
  uri: string
  status: string
  upload_href: string | null
  total: number
  done: number
  created: number
  updated: number
  unchanged: number
  refused: number
  lines_done: number
  can_undo: boolean
  messages: { line: number | null; column: string | null; level: string; reason: string | null; text: string }[]
}

const declare = async (content: string, given: object = {}, { as = ann.as, dryRun = false } = {}) =>
  call('POST', `projects/${projectId}/imports${dryRun ? '?dry_run=true' : ''}`, {
    as,
    json: {
      source: 'jira',
      format: 'csv',
      tracker_id: trackerId,
      file_name: 'tasks.csv',
      file_size: Buffer.byteLength(content),
      ...given,
    },
  })
const send = async (href: string | null, content: string, as = ann.as): Promise<void> => {
  const sent = await crocus.request('PATCH', href ?? '', {
    as,
    bytes: Buffer.from(content),
    headers: { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
  })
  expect(sent.status).toBe(204)
}
const read = async (id: number, as = ann.as): Promise<Shown> =>
  (await call('GET', `imports/${id}`, { as })).json<Shown>()
const run = async (content: string, given: object = {}, options: { as?: Account['as']; dryRun?: boolean } = {}) => {
  const declared = await declare(content, given, options)
  expect([declared.status, declared.status === 201 ? '' : declared.text]).toEqual([201, ''])
  const { id, upload_href } = declared.json<Shown>()
  await send(upload_href, content, options.as)
  await crocus.work()
  return read(id, options.as)
}
const ndjson = { format: 'ndjson', file_name: 'tasks.ndjson' }
const lines = (...given: object[]): string =>
  given.map(line => `${JSON.stringify({ type: 'artifact', ...line })}\n`).join('')

const find = async (externalId: string): Promise<number | undefined> =>
  (await call('GET', `artifacts?external_id=jira:${externalId}&project_id=${projectId}`)).json<{
    collection: { id: number }[]
  }>().collection[0]?.id
const valuesOf = async (externalId: string): Promise<Record<string, unknown>> => {
  const id = await find(externalId)
  const { values } = (await call('GET', `artifacts/${id}`)).json<{ values: Record<string, unknown>[] }>()
  return Object.fromEntries(values.map(value => [String(value['field_id']), value]))
}
const changesetsOf = async (externalId: string) =>
  (await call('GET', `artifacts/${await find(externalId)}/changesets?limit=50`)).json<
    { submitted_by: number; submitted_on: string; email: string | null; last_comment: { body: string } }[]
  >()
const count = async () =>
  Number((await call('GET', `trackers/${trackerId}/artifacts?limit=1`)).headers['x-pagination-size'])

describe('an import of a sheet', { timeout: 60_000 }, () => {
  const sheet =
    'Key,Title,State,Effort,Due,Who\r\nA-1,"One, with\na second line",Busy,3,2026-03-04,bob\r\nA-2,Two,,-1,,\r\n'
  const columns = [
    { column: 'Key', as: 'external_id' },
    { column: 'Title', field: 'title' },
    { column: 'State', field: 'state', values: { Busy: 'New' } },
    { column: 'Effort', field: 'effort' },
    { column: 'Due', field: 'due' },
    { column: 'Who', field: 'who' },
  ]

  it('creates an artifact a line, and tells each refused cell by line and column', async () => {
    const content = sheet.replace('"One, with\na second line"', 'One') + 'A-3,,Gone,x,never,nobody\r\n'
    const before = await count()
    const done = await run(content, { columns })
    expect(done).toMatchObject({ status: 'done', total: 3, done: 3, created: 2, refused: 1, lines_done: 4 })
    expect(done.messages.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [4, 'State', 'field.value'],
      [4, 'Who', 'field.value'],
    ])
    expect(await count()).toBe(before + 2)
    const values = await valuesOf('A-1')
    expect(values[field('title')]).toMatchObject({ value: 'One' })
    expect(values[field('effort')]).toMatchObject({ value: 3 })
    expect(values[field('due')]).toMatchObject({ value: expect.stringContaining('2026-03-04') as string })
    expect(values[field('who')]).toMatchObject({ bind_value_ids: [bob.id] })
    // An empty cell of a new artifact leaves the default.
    expect((await valuesOf('A-2'))[field('state')]).toMatchObject({ values: [{ label: 'New' }] })
  })

  it('goes through the checks of the pipeline, whose refusals name the column', async () => {
    const { messages } = await run('Key,Title,State,Effort\nP-1,,New,x\nP-2,Fine,Done,1\n', {
      columns: columns.slice(0, 4),
    })
    expect(messages.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [2, 'Effort', 'field.value'],
      [2, 'Title', 'field.required'],
      [3, 'State', 'workflow.transition'],
    ])
  })

  it('maps columns by names and labels if the request names none, whatever the separator', async () => {
    const done = await run('external_id;TITLE;effort;unknown\nS-1;By name;7;x\n')
    expect(done).toMatchObject({ status: 'done', created: 1, messages: [] })
    expect((await valuesOf('S-1'))[field('effort')]).toMatchObject({ value: 7 })
  })

  it('reads back what an export wrote, formulas and lists included', async () => {
    const content = lines({
      external_id: 'R-1',
      values: { title: '=1+1', tags: ['red', 'very red'], who: ['ann', 'bob'], details: '- a\n- "b"' },
    })
    expect(await run(content, ndjson)).toMatchObject({ created: 1, messages: [] })
    const exported = await call('GET', `trackers/${trackerId}/export?columns=title,tags,who,details&tql=title%3D"%3D1"`)
    const [head = '', ...rest] = exported.text.split('\r\n')
    const again = `key,${head}\r\nR-2,${rest.join('\r\n')}`
    expect(
      await run(again, {
        columns: [
          { column: 'key', as: 'external_id' },
          ...head.split(',').map(name => ({ column: name, field: name })),
        ],
      }),
    ).toMatchObject({ created: 1, messages: [] })
    const [one, two] = [await valuesOf('R-1'), await valuesOf('R-2')]
    for (const name of ['title', 'tags', 'who']) expect(two[field(name)]).toEqual(one[field(name)])
    expect(two[field('details')]).toMatchObject({ commonmark: '- a\n- "b"' })
  })

  it('fails as a whole where a column that the request names is not there', async () => {
    const failed = await run('Key,Title\nF-1,x\n', { columns: [{ column: 'Nope', field: 'title' }] })
    expect(failed).toMatchObject({ status: 'failed', created: 0, messages: [{ line: 1, column: 'Nope' }] })
  })

  it('rehearses without a trace, numbers of artifacts included', async () => {
    const rows = async () => JSON.stringify(await crocus.db.kysely.selectFrom('artifact').select('id').execute())
    const before = await rows()
    const first = await find('A-1')
    const rehearsed = await run(`${sheet}A-9,Nine,New,1,,ghost\r\n`, { columns }, { dryRun: true })
    expect(rehearsed).toMatchObject({ status: 'done', total: 3, created: 0, refused: 2, can_undo: false })
    expect(rehearsed.messages.map(({ line, column }) => [line, column])).toEqual([
      [2, 'Title'],
      [5, 'Who'],
    ])
    expect(await rows()).toBe(before)
    const created = await call('POST', 'artifacts', {
      json: { tracker: { id: trackerId }, values: [{ field_id: field('title'), value: 'next' }] },
    })
    expect(created.status).toBe(201)
    expect(await find('A-1')).toBe(first)
  })
})

describe('an import of lines', { timeout: 60_000 }, () => {
  it('writes histories with their authors and dates, whatever the workflow says, for administrators of the project', async () => {
    const content = lines({
      external_id: 'H-1',
      tracker: 'chore',
      submitted_by: 'ana@acme.example',
      submitted_on: '2020-01-02T03:04:05+00:00',
      values: { title: 'Old', state: 'Done' },
      changesets: [
        {
          by: 'zoe',
          on: '2020-02-03T04:05:06+00:00',
          values: { state: 'New' },
          comment: { body: 'Again', format: 'text' },
        },
        { by: 'gone@acme.example', on: '2020-03-04T05:06:07+00:00', values: { effort: 5 } },
      ],
    })
    const done = await run(content, {
      ...ndjson,
      tracker_id: null,
      original_dates: true,
      people: { 'ana@acme.example': bob.id },
      unknown_people: 'none',
    })
    expect(done).toMatchObject({ status: 'done', created: 1, messages: [] })
    const changesets = await changesetsOf('H-1')
    expect(
      changesets.map(one => [one.submitted_by, one.submitted_on.slice(0, 4), one.email, one.last_comment.body]),
    ).toEqual([
      [bob.id, '2020', null, ''],
      [zoe.id, '2020', null, 'Again'],
      [0, '2020', 'gone@acme.example', ''],
    ])
    const events = await crocus.db.kysely
      .selectFrom('event')
      .select(['kind', 'actor_id', 'means', 'payload'])
      .where('artifact_id', '=', (await find('H-1')) ?? 0)
      .execute()
    expect(events.map(({ actor_id, means }) => [actor_id, means])).toEqual(Array(3).fill([ann.id, 'import']))
    expect(String(events[0]?.payload)).toContain(`"import_id": ${done.id}`)
  })

  it('changes nothing when the same lines are sent again; new changes are added, other ones are one change', async () => {
    const base = {
      external_id: 'I-1',
      values: { title: 'First', effort: 1 },
      changesets: [{ values: { effort: 2 }, comment: 'two' }],
    }
    expect(await run(lines(base), ndjson)).toMatchObject({ created: 1, unchanged: 0 })
    expect(await run(lines(base), ndjson)).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    expect(await changesetsOf('I-1')).toHaveLength(2)

    const longer = { ...base, changesets: [...base.changesets, { values: { effort: 3 }, comment: 'three' }] }
    expect(await run(lines(longer), ndjson)).toMatchObject({ updated: 1 })
    expect((await changesetsOf('I-1')).map(({ last_comment }) => last_comment.body)).toEqual([
      '',
      expect.stringContaining('two'),
      expect.stringContaining('three'),
    ])

    const other = { ...longer, values: { title: 'Second', effort: 1 } }
    expect(await run(lines(other), ndjson)).toMatchObject({ updated: 1 })
    const last = (await changesetsOf('I-1')).at(-1)
    expect(last).toMatchObject({ submitted_by: ann.id, last_comment: { body: '' } })
    expect((await valuesOf('I-1'))[field('title')]).toMatchObject({ value: 'Second' })
    expect((await valuesOf('I-1'))[field('effort')]).toMatchObject({ value: 3 })
  })

  it('makes links at the end, forward ones too, and tells those without a target', async () => {
    const content = lines(
      {
        external_id: 'L-1',
        values: { title: 'From' },
        links: [{ external_id: 'L-2', type: '_is_child' }, { external_id: 'L-404' }],
      },
      { external_id: 'L-2', values: { title: 'To' } },
    )
    const done = await run(content, ndjson)
    expect(done).toMatchObject({ status: 'done', created: 2 })
    expect(done.messages).toMatchObject([{ line: 1, column: 'links', level: 'warning', reason: 'link.target' }])
    expect((await valuesOf('L-1'))[field('links')]).toMatchObject({
      links: [{ id: await find('L-2'), type: '_is_child' }],
    })
    const rest = lines({ external_id: 'L-404', values: { title: 'Late' } })
    await run(content + rest, ndjson)
    expect((await valuesOf('L-1'))[field('links')]).toMatchObject({
      links: [{ id: await find('L-2') }, { id: await find('L-404') }],
    })
    expect(await changesetsOf('L-1')).toHaveLength(3)
  })

  it('attaches files that were sent before, and those at addresses that may be called', async () => {
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/plain').end('far away'),
    )
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    afterFile(() => void server.close())
    const { port } = server.address() as AddressInfo
    const file = await givenUpload(crocus, { as: ann.as, fieldId: field('papers'), content: 'near' })
    const line = (id: string, url: string) => ({
      external_id: id,
      submitted_by: 'bob',
      values: { title: id },
      files: [
        { name: 'near.txt', file_id: file.id },
        { name: 'far.txt', url },
      ],
    })
    const url = `http://127.0.0.1:${port}/far.txt`
    const refused = await run(lines(line('W-1', url)), ndjson)
    expect(refused).toMatchObject({ refused: 1, messages: [{ line: 1, column: 'files', level: 'error' }] })
    await crocus.app.modules.settings.set('internal_hosts', '127.0.0.1', { actorId: null, means: 'command' })
    expect(await run(lines(line('W-1', url)), ndjson)).toMatchObject({ created: 1, messages: [] })
    const { file_descriptions } = (await valuesOf('W-1'))[field('papers')] as {
      file_descriptions: { name: string; html_url: string }[]
    }
    expect(file_descriptions.map(({ name }) => name)).toEqual([expect.any(String), 'far.txt'])
    const content = await crocus.request('GET', file_descriptions[1]?.html_url ?? '', { as: ann.as })
    expect(content.text).toBe('far away')
  })

  it('tells lines that cannot be read, and goes on', async () => {
    const content = `not json\n[1]\n${lines({ values: { title: 'Fine' } }, { values: 5 }, { tracker: 'nothing', values: {} })}${JSON.stringify({ type: 'end' })}\n`
    const done = await run(content, { ...ndjson })
    expect(done).toMatchObject({ status: 'done', total: 5, created: 1, refused: 4 })
    expect(done.messages.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'body.syntax'],
      [2, 'body.syntax'],
      [4, 'parameter.type'],
      [5, 'permission.tracker'],
    ])
  })

  it('takes the export of a project, with its histories', async () => {
    await call('PUT', `artifacts/${await find('I-1')}`, {
      json: { values: [], comment: { body: 'kept', format: 'text' } },
    })
    const exported = await call('GET', `projects/${projectId}/export`)
    expect(exported.status).toBe(200)
    const told = exported.text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
    expect(told[0]).toMatchObject({ type: 'begin', cursor: expect.any(String) as string })
    expect(told.at(-1)).toMatchObject({ type: 'end', cursor: told[0]?.['cursor'] })
    const keys = new Set(told.map(({ key }) => key))
    expect(keys.size).toBe(told.length)
    const middle = told.find(({ type, artifact }) => type === 'changeset' && artifact !== undefined)?.['key'] as string
    const rest = await call('GET', `projects/${projectId}/export?after=${middle}`)
    const again = rest.text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { key: string })
    const index = told.findIndex(({ key }) => key === middle)
    expect(again.slice(1, -1).map(({ key }) => key)).toEqual(told.slice(index + 1, -1).map(({ key }) => key))
    const events = await crocus.db.kysely
      .selectFrom('event')
      .select('kind')
      .where('kind', '=', 'project.exported')
      .execute()
    expect(events).toHaveLength(1)
    expect((await call('GET', `projects/${projectId}/export`, { as: zoe.as })).status).toBe(403)
    // The lines of the export, imported under another source.
    const copied = await run(exported.text, {
      ...ndjson,
      source: 'old-crocus',
      original_dates: true,
      unknown_people: 'none',
      tracker_id: null,
    })
    expect(copied.status).toBe('done')
    expect(copied.refused).toBe(0)
    expect(copied.created).toBe(copied.total)
  })
})

describe('the life of an import', { timeout: 60_000 }, () => {
  it('is for administrators, and unknown to others', async () => {
    const content = 'title\nx\n'
    expect((await declare(content, {}, { as: bob.as })).status).toBe(403)
    const unknown = await declare(content, {}, { as: zoe.as })
    expect([403, 404]).toContain(unknown.status)
    const { id } = (await declare(content)).json<Shown>()
    expect((await call('GET', `imports/${id}`, { as: bob.as })).status).toBe(404)
    expect((await call('DELETE', `imports/${id}`, { as: bob.as })).status).toBe(404)
    expect((await call('POST', `imports/${id}/undo`, { as: bob.as })).status).toBe(404)
    expect((await call('GET', `projects/${projectId}/imports`, { as: bob.as })).json()).toEqual([])
    expect((await call('GET', 'imports/999999')).status).toBe(404)
    expect((await call('DELETE', `imports/${id}`)).status).toBe(200)
    await crocus.work()
    expect(await read(id)).toMatchObject({ status: 'cancelled', upload_href: null })
    const again = await call('DELETE', `imports/${id}`)
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('import.state')])
  })

  it('refuses a wrong request before any upload', async () => {
    const status = async (given: object) => (await declare('x', given)).status
    expect(await status({ source: 'Jira' })).toBe(400)
    expect(await status({ tracker_id: null })).toBe(400)
    expect(await status({ tracker_id: 999999 })).toBe(404)
    expect(await status({ file_size: 0 })).toBe(400)
    expect(await status({ file_size: 2 * 1024 ** 3 })).toBe(400)
    expect(await status({ columns: [{ column: 'a' }] })).toBe(400)
    expect(await status({ columns: [{ field: 'title' }] })).toBe(400)
  })

  it('is undone: new artifacts go to the trash, changed ones get their values back, the rest is told', async () => {
    const first = lines({ external_id: 'U-1', values: { title: 'Before', effort: 1 } })
    await run(first, ndjson)
    const imported = await run(
      lines(
        { external_id: 'U-1', values: { title: 'After', effort: 2 } },
        { external_id: 'U-2', values: { title: 'New' } },
        { external_id: 'U-3', values: { title: 'Touched' } },
      ),
      ndjson,
    )
    expect(imported).toMatchObject({ created: 2, updated: 1, can_undo: true })
    const touched = await find('U-3')
    const put = await call('PUT', `artifacts/${touched}`, {
      json: { values: [{ field_id: field('effort'), value: 9 }] },
    })
    expect(put.status).toBe(200)
    const left = (await call('GET', 'users/self/deletions')).json<{ used: number }>().used
    const undo = await call('POST', `imports/${imported.id}/undo`)
    expect([undo.status, undo.json()]).toMatchObject([202, { undo_of: imported.id }])
    await crocus.work()
    const undone = await read(undo.json<{ id: number }>().id)
    expect(undone).toMatchObject({ status: 'done', total: 3, created: 1, updated: 1, refused: 1, undo_of: imported.id })
    expect(undone.messages[0]?.text).toContain(`Artifact ${touched}`)
    expect(await find('U-2')).toBeUndefined()
    expect((await valuesOf('U-1'))[field('title')]).toMatchObject({ value: 'Before' })
    expect((await valuesOf('U-1'))[field('effort')]).toMatchObject({ value: 1 })
    expect((await call('GET', 'users/self/deletions')).json<{ used: number }>().used).toBe(left)
    expect((await call('POST', `imports/${imported.id}/undo`)).status).toBe(409)
  })

  it('sends mails only if it is told to', async () => {
    crocus.mails.length = 0
    await run(lines({ external_id: 'M-1', values: { title: 'Quiet', who: ['bob'] } }), ndjson)
    expect(crocus.mails).toEqual([])
    await run(lines({ external_id: 'M-2', values: { title: 'Loud', who: ['bob'] } }), { ...ndjson, notify: true })
    const inbox = (await call('GET', 'users/self/inbox', { as: bob.as })).json<{
      entries: { artifact: { title: string } }[]
    }>()
    expect(JSON.stringify(inbox)).not.toContain('Quiet')
  })

  it('invites unknown people by their addresses, once', async () => {
    crocus.mails.length = 0
    const given = { ...ndjson, unknown_people: 'invite' }
    const content = lines(
      { external_id: 'V-1', values: { title: 'a', who: ['new@acme.example'] } },
      { external_id: 'V-2', values: { title: 'b', who: ['new@acme.example', 'bob'] } },
    )
    expect(await run(content, given)).toMatchObject({ created: 2, messages: [] })
    expect(crocus.mails.filter(({ to }) => to.address === 'new@acme.example')).toHaveLength(1)
    expect((await valuesOf('V-2'))[field('who')]).toMatchObject({ bind_value_ids: [bob.id] })
  })

  it('is in the audit, with the account that imported', async () => {
    const { id } = await run('title\nAudited\n')
    await crocus.work()
    const audit = await call('GET', `projects/${projectId}/audit?limit=100`)
    const rows = audit.json<{ entries: { kind: string; subject: string; actor: { id: number } }[] }>().entries
    const own = rows.filter(({ subject }) => subject === `import:${id}`)
    expect(own.map(({ kind, actor }) => [kind, actor.id]).sort()).toEqual([
      ['import.created', ann.id],
      ['import.finished', ann.id],
    ])
  })
})
