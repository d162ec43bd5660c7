import { givenPlannings } from '../harness/planning.ts'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/db/db.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { scratchFolder } from '../harness/archives.ts'
import { childNamed, childrenNamed, childText } from '../../src/platform/xml/node.ts'
import { formFaults } from '../harness/common-format.ts'
import { canonicalArchive, readDocument } from '../harness/exports.ts'
import { givenAccount, givenProject, readProject, type Account, type FixtureProject } from '../harness/fixture.ts'
import { commitBypassingServer, givenRepository, isSvnMissing, svnTool } from '../harness/svn.ts'
import { aRichTracker, aTracker, aValue, anElement, createTrackersOf } from '../harness/trackers.ts'
import { givenUpload } from '../harness/uploads.ts'

const actor = { userId: 101, means: 'command' } as const

/** Gives each sequence another range, so that ids of two servers differ from each other and from all other numbers. */
const spreadNumbers = async (crocus: TestApp, offset: number): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select schemaname || '.' || sequencename as name from pg_sequences where schemaname = 'public' order by 1`.execute(
    crocus.db.kysely,
  )
  for (const [index, { name }] of rows.entries())
    await sql`select setval(${name}::regclass, ${(index + 1) * 1_000_000 + offset})`.execute(crocus.db.kysely)
}

/** Texts that are hard for file formats. Each begins and ends with a visible character, because comments and names are trimmed. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...[']]>', '<![CDATA[', '<', '>', '&amp;', '&', '"', "'", '\r\n', '\r', '\n', '\t', '  ', '😀', 'é', '\u0301'],
      ...['\u0085', '\u2028', '\ufeff', '\u00a0', '\u202e', '<!--', '-->', '<?x?>', '%', '{}', 'b12', '#12', '@a'],
    ),
    { maxLength: 40 },
  )
  .map(parts => `‹${parts.join('')}›`)
/** Characters that XML cannot contain. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu

describe('a project that is exported and imported', () => {
  let here: TestApp
  let there: TestApp
  let folder: string
  let ann: Account
  let ben: Account
  let lighthouse: FixtureProject

  const put = async (id: number, as: Account['as'], values: unknown[], comment?: object): Promise<void> => {
    const json = { values, ...(comment && { comment }) }
    const response = await here.request('PUT', `/api/artifacts/${id}`, { as, json })
    expect([response.status, response.text]).toEqual([200, ''])
  }
  const post = async (trackerId: number, as: Account['as'], values: unknown[]): Promise<number> => {
    const response = await here.request('POST', '/api/artifacts', { as, json: { tracker: { id: trackerId }, values } })
    expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
    return response.json<{ id: number }>().id
  }

  beforeAll(async () => {
    here = await testApp()
    there = await testApp()
    await spreadNumbers(here, 0)
    await spreadNumbers(there, 500_000)
    folder = await scratchFolder()
    ann = await givenAccount(here, 'ann')
    await inTransaction(here.db, tx => here.app.modules.users.update(tx, ann.id, { ldapId: 'uid-ann' }, actor))
    ben = await givenAccount(here, 'ben')
    const dora = await givenAccount(here, 'dora')
    const { projects, trackers } = here.app.modules
    lighthouse = await givenProject(here, 'lighthouse', { members: ['ann', 'ben'] })
    const { id } = lighthouse
    const [crew, guests] = await inTransaction(here.db, async tx => {
      const crew = await projects.createUserGroup(tx, id, { name: 'crew', description: 'On duty' }, actor)
      const guests = await projects.createUserGroup(tx, id, { name: 'guests', description: '' }, actor)
      await projects.addUserGroupMembers(tx, id, crew, [ann.id, dora.id], actor)
      await projects.addMembers(tx, id, [ben.id], { isAdmin: true, isSvnAdmin: true, isWikiAdmin: true }, actor)
      await projects.removeAdministrators(tx, id, [101], actor)
      await projects.setBanner(tx, id, 'Storm at <b>8</b>', actor)
      await projects.disableLinkTypes(tx, id, ['_covered_by'], actor)
      const custom = [
        {
          label: 'Chart & map',
          description: 'd',
          url: 'https://x/?p=$projectname',
          isEnabled: false,
          opensInNewTab: true,
        },
      ]
      await projects.setServices(tx, id, { states: new Map([['docman', true]]), custom, others: 'kept' }, actor)
      return [crew, guests] as const
    })

    // Every kind of element, and a child with all configurable parts.
    const list = (type: 'sb' | 'msb' | 'rb' | 'cb' | 'tbl', name: string) =>
      anElement(type, name, {
        bind: {
          type: 'static',
          isRankAlpha: false,
          values: [aValue(`${name}.a`, { label: 'A "1"' }), aValue(`${name}.b`, { label: 'B', isDefault: true })],
        },
      })
    const users = { type: 'users', functions: ['group_members', 'ugroup_4'], defaultUserIds: [ann.id] } as const
    const elements = [
      anElement('fieldset', 'box', {
        permissions: {},
        children: [
          anElement('column', 'left', {
            permissions: {},
            children: [anElement('string', 'title'), anElement('text', 'story', { rank: 1 })],
          }),
        ],
      }),
      anElement('int', 'int'),
      anElement('float', 'float'),
      anElement('date', 'day'),
      anElement('date', 'moment', { settings: { display_time: 1 } }),
      anElement('file', 'files'),
      anElement('art_link', 'links'),
      anElement('ttmstepdef', 'steps'),
      anElement('ttmstepexec', 'results'),
      anElement('computed', 'sum'),
      anElement('perm', 'for_whom'),
      list('sb', 'sb'),
      list('msb', 'msb'),
      list('rb', 'rb'),
      list('cb', 'cb'),
      list('tbl', 'tbl'),
      anElement('msb', 'people', { bind: users }),
      anElement('tbl', 'open_people', { bind: users }),
      anElement('sb', 'team', {
        bind: { type: 'ugroups', values: [{ key: 'team.crew', groupId: crew, isHidden: false, isDefault: false }] },
      }),
      ...(['aid', 'atid', 'subby', 'subon', 'luby', 'lud', 'cross', 'priority', 'burndown', 'burnup'] as const).map(
        type => anElement(type, type, { permissions: { read: [1] } }),
      ),
      ...(['linebreak', 'separator', 'staticrichtext'] as const).map(type =>
        anElement(type, type, { permissions: {} }),
      ),
      anElement('string', 'not_in_use', { isUsed: false }),
    ].map((element, rank) => ({ ...element, rank }))
    const everything = aTracker(id, 'everything', {
      elements,
      semantics: { title: { field: 'title' }, status: { field: 'sb', openValues: ['sb.a'] } },
      permissions: { full: [2], admin: [crew], submitter_only: [1] },
    })
    const rich = aRichTracker(id, 'rich', [crew, guests], { usePrivateComments: true })
    // Other tests cover content that an archive cannot hold.
    rich.elements.forEach(element => {
      if (element.bind?.type === 'users') Object.assign(element.bind, { functions: ['group_members'] })
    })
    const made = await createTrackersOf(here, everything, rich)
    const trackerId = (key: string): number => made.trackerIds.get(key) ?? 0
    const of = (tracker: string, key: string) => ({
      trackerId: trackerId(tracker),
      fieldId: made.fieldIds.get(key) ?? 0,
    })
    await inTransaction(here.db, async tx => {
      await trackers.setParents(tx, [{ trackerId: trackerId('rich'), parentId: trackerId('everything') }])
      const { fieldId: targetFieldId } = of('everything', 'sb')
      const value = (key: string): number => made.valueIds.get(key) ?? 0
      const source = { ...of('rich', 'rich.state'), valueId: value('rich.Closed') }
      await trackers.addTriggers(tx, [
        {
          targetTrackerId: trackerId('everything'),
          targetFieldId,
          targetValueId: value('sb.b'),
          condition: 'all_of',
          sources: [source],
        },
      ])
    })
    await givenPlannings(here, id, [
      { name: 'Sprint', tracker: trackerId('everything'), backlog: [trackerId('rich')], groups: [4] },
    ])
    lighthouse = await readProject(here, id, here.admin)
    const tracker = lighthouse.tracker('everything')
    const bug = lighthouse.tracker('bug')
    const field = (name: string): { field_id: number } => ({ field_id: tracker.field(name) })
    const first = await post(bug.id, ann.as, [{ field_id: bug.field('title'), value: 'Lamp is dark' }])
    const upload = await givenUpload(here, { as: ann.as, fieldId: tracker.field('files'), description: 'the <lens>' })
    const one = await post(tracker.id, ann.as, [
      { ...field('title'), value: 'All kinds' },
      {
        ...field('story'),
        value: { content: `<p>See /plugins/tracker/attachments/${upload.id}-lens.txt</p>`, format: 'html' },
      },
      { ...field('int'), value: -12 },
      { ...field('float'), value: 1.5e-7 },
      { ...field('day'), value: '2024-02-29' },
      { ...field('moment'), value: '2024-03-31T03:30:00+02:00' },
      { ...field('files'), value: [upload.id] },
      { ...field('links'), links: [{ id: first, type: '_is_child' }] },
      {
        ...field('steps'),
        value: [
          {
            description: 'Climb',
            description_format: 'text',
            expected_results: '*Up*',
            expected_results_format: 'commonmark',
          },
        ],
      },
      { ...field('sum'), manual_value: 4 },
      { ...field('for_whom'), value: { is_used_by_default: true, granted_groups: [String(crew)] } },
      { ...field('sb'), bind_value_ids: [tracker.value('sb', 'B')] },
      { ...field('msb'), bind_value_ids: [tracker.value('msb', 'A "1"'), tracker.value('msb', 'B')] },
      { ...field('rb'), bind_value_ids: [tracker.value('rb', 'B')] },
      { ...field('cb'), bind_value_ids: [tracker.value('cb', 'A "1"')] },
      { ...field('tbl'), value: { bind_value_objects: [{ label: 'B' }, { label: 'a, "new" one' }] } },
      { ...field('people'), bind_value_ids: [ann.id, ben.id] },
      { ...field('open_people'), value: { bind_value_objects: [{ username: 'ann' }] } },
    ])
    await put(one, ben.as, [{ ...field('int'), value: '' }], {
      body: 'Took it away',
      format: 'text',
    })
    await put(
      one,
      ann.as,
      [
        { ...field('day'), value: '' },
        { ...field('links'), links: [{ id: first }] },
      ],
      {
        body: '**bold**',
        format: 'commonmark',
      },
    )
    // Properties that only archives can set: visible to some groups only, and edited by another user.
    await sql`
      update changeset set comment_group_ids = array[3, ${crew}]::bigint[], comment_edited_by = ${ben.id},
        comment_edited_on = submitted_on + interval '1 hour', comment_history = jsonb_build_array(jsonb_build_object('body', 'first',
          'format', 'html', 'group_ids', null, 'by', ${ann.id}::bigint, 'by_email', null, 'on', submitted_on))
      where id = (select max(id) from changeset where artifact_id = ${one})`.execute(here.db.kysely)
    // Edits by the API: private, made public, and emptied.
    const edit = async (json: object): Promise<void> => {
      const list = await here.request('GET', `/api/artifacts/${one}/changesets?order=desc&limit=1`, { as: ann.as })
      const [{ id: changeset } = { id: 0 }] = list.json<{ id: number }[]>()
      const url = `/api/artifacts/${one}/changesets/${changeset}/comment`
      const response = await here.request('PATCH', url, { as: ann.as, json })
      expect([response.status, response.text]).toEqual([200, ''])
    }
    await put(one, ann.as, [], { body: 'For the crew', format: 'text', ugroups: [crew] })
    await edit({ body: '<b>For all</b>', format: 'html', ugroups: null })
    await edit({ body: '', format: 'text' })
    await edit({ body: 'After all', format: 'text' })
    await put(one, ann.as, [], { body: 'Never mind', format: 'text', ugroups: [crew] })
    await edit({ body: '', format: 'text' })
    await sql`update changeset set submitted_by = 0, submitted_by_email = 'passer@example.org'
      where artifact_id = ${first}`.execute(here.db.kysely)
    await sql`update artifact set submitted_by = 0, submitted_by_email = 'passer@example.org',
      updated_by = 0, updated_by_email = 'passer@example.org' where id = ${first}`.execute(here.db.kysely)

    for (const [index, text] of fc.sample(hostile, { numRuns: 25, seed: 7 }).entries()) {
      const title = text.replace(/[\r\n]/g, ' ')
      const hard = await post(tracker.id, index % 2 ? ann.as : ben.as, [
        { ...field('title'), value: ` ${title} ` },
        {
          ...field('story'),
          value: { content: `\n ${text}\u0001\ufffe\t`, format: ['text', 'html', 'commonmark'][index % 3] },
        },
        { ...field('tbl'), value: { bind_value_objects: [{ label: title }] } },
        {
          ...field('steps'),
          value: [
            {
              description: ` ${text}`,
              description_format: 'text',
              expected_results: text,
              expected_results_format: 'html',
            },
          ],
        },
      ])
      await put(hard, ann.as, [{ ...field('title'), value: `${title}!` }], { body: text, format: 'text' })
    }
    await post(tracker.id, ann.as, [
      { ...field('title'), value: 'Long' },
      { ...field('story'), value: { content: `${'é]]>\r\n'.repeat(9000)}.`, format: 'text' } },
    ])
    if (!isSvnMissing) {
      const repository = await givenRepository(here, id, 'charts', {
        layout: ['trunk'],
        accessFile: { text: '[/]\n@crew = rw', hasDefaultPermissions: true },
        notifications: [
          { path: '/trunk', emails: ['duty@example.org', 'b@example.org'], userIds: [], userGroupIds: [] },
        ],
      })
      await commitBypassingServer(repository.path, {
        author: 'ann',
        message: 'Chart <1>\n\nsee bug #1',
        changes: ['mkdir', `file://${repository.path}/trunk/sea`],
      })
    }
  }, 60_000)

  let archive: string
  let copyId: number

  it('warns of what an archive cannot hold', async () => {
    archive = path.join(folder, 'one')
    const report = await here.app.modules.exports.exportProject('lighthouse', archive)
    expect(report.counts).toMatchObject({ groups: 2, artifacts: 28, files: 1, repositories: isSvnMissing ? 0 : 1 })
    expect(report.warnings).toEqual([expect.stringMatching(/^25 texts had control characters/) as string])
  })

  it('has the common format, which other readers insist on', async () => {
    for (const name of ['project.xml', 'users.xml'])
      expect(formFaults(await readDocument(archive, name)), name).toEqual([])
    const project = await readDocument(archive, 'project.xml')
    expect(childText(project, 'banner')).toBe('Storm at <b>8</b>')
    const trackers = childrenNamed(childNamed(project, 'trackers') ?? project, 'tracker')
    const types = trackers.flatMap(tracker =>
      childrenNamed(childNamed(tracker, 'semantics') ?? tracker, 'semantic').map(
        ({ attributes }) => attributes['type'],
      ),
    )
    // The archive contains each kind of element, so the comparison covers each.
    expect([...new Set(types)].toSorted()).toEqual([
      'contributor',
      'description',
      'done',
      'initial_effort',
      'plugin_cardwall_card_fields',
      'progress',
      'status',
      'timeframe',
      'title',
      'tooltip',
      'velocity',
    ])
  })

  it('is the same project on another server, by all that its API tells', async () => {
    const report = await there.app.modules.imports.importProject(archive, { automap: 'no-email,create:A' })
    expect(report.messages.map(message => message.text)).toEqual([])
    copyId = report.project?.id ?? 0
    const [one, other] = [await told(here, lighthouse.id), await told(there, copyId)]
    expect(Object.keys(other)).toEqual(Object.keys(one))
    for (const [name, answer] of Object.entries(one)) expect([name, other[name]]).toEqual([name, answer])
  }, 60_000)

  it.skipIf(isSvnMissing)('has the same repositories', async () => {
    const tree = async (crocus: TestApp, projectId: number): Promise<string[]> => {
      const repository = crocus.app.modules.svn.disk.pathOf({ projectId, name: 'charts' })
      return [
        await svnTool('svn', 'log', '-v', `file://${repository}`),
        await svnTool('svn', 'ls', '-R', `file://${repository}`),
      ]
    }
    expect(await tree(there, copyId)).toEqual(await tree(here, lighthouse.id))
  })

  it('gives the same archive again, there and from a copy beside itself', async () => {
    const exportAgain = async (crocus: TestApp, project: string): Promise<unknown> => {
      const target = path.join(folder, 'again')
      await rm(target, { recursive: true, force: true })
      await crocus.app.modules.exports.exportProject(project, target)
      return canonicalArchive(target)
    }
    const again = await exportAgain(there, 'lighthouse')
    const copied = await here.app.modules.imports.importProject(archive, {
      automap: 'no-email,create:A',
      name: 'lighthouse2',
    })
    expect(copied.isImported).toBe(true)
    expect(await exportAgain(here, 'lighthouse2')).toEqual(again)
    expect(again).toEqual(await canonicalArchive(archive))
  }, 60_000)

  it('leaves out what is gone, and tells of it and of what leads outside', async () => {
    const project = await givenProject(here, 'elsewhere', { members: ['ann'] })
    const user_references = ['admin', 'ann'].map(username => ({ username }))
    await here.request('PUT', `/api/user_groups/${project.id}_4/users`, { as: here.admin, json: { user_references } })
    const bug = project.tracker('bug')
    const of = (name: string): { field_id: number } => ({ field_id: bug.field(name) })
    const near = lighthouse.tracker('bug')
    const outside = await post(near.id, ann.as, [{ field_id: near.field('title'), value: 'Outside' }])
    const [kept, detached] = [
      await givenUpload(here, { as: here.admin, fieldId: of('attachments').field_id, content: 'kept' }),
      await givenUpload(here, { as: here.admin, fieldId: of('attachments').field_id, content: 'confidential' }),
    ]
    const doomed = await post(bug.id, here.admin, [{ ...of('title'), value: 'Deleted later' }])
    const id = await post(bug.id, here.admin, [
      { ...of('title'), value: 'Linked' },
      { ...of('links'), links: [{ id: outside }] },
      { ...of('attachments'), value: [kept.id] },
    ])
    await put(id, here.admin, [{ ...of('attachments'), value: [kept.id, detached.id] }])
    await put(id, here.admin, [{ ...of('attachments'), value: [kept.id] }])
    await put(id, here.admin, [{ ...of('links'), links: [{ id: outside }, { id: doomed }] }])
    await here.request('DELETE', `/api/artifacts/${doomed}`, { as: here.admin })
    await sql`update changeset set submitted_on = submitted_on - interval '1 day', comment_body = 'Late'
      where id = (select max(id) from changeset where artifact_id = ${id})`.execute(here.db.kysely)
    const lost = await givenUpload(here, { as: here.admin, fieldId: of('attachments').field_id, content: 'lost' })
    await put(id, here.admin, [{ ...of('attachments'), value: [kept.id, lost.id] }])
    await here.app.contents.remove([String(lost.id)])

    const target = path.join(folder, 'elsewhere')
    const report = await here.app.modules.exports.exportProject('elsewhere', target)
    expect(report.warnings).toEqual([
      'The archive does not say which of the 2 administrators is the owner of the project.',
      '1 link leads to artifacts outside of the archive: a reader leaves them out.',
      '1 artifact has changesets that are older than the one before: a reader sorts them by date.',
      'The contents of 1 file are gone: a reader leaves these out. `crocus files verify` names them.',
      '1 file that was detached is not in the archive, nor in the histories there.',
      '2 changesets of which nothing is left are not in the archive.',
    ])
    const document = await readFile(path.join(target, 'project.xml'), 'utf8')
    expect(document).not.toContain(String(detached.id))
    expect(document).not.toContain(`>${doomed}<`)
    expect((await readdir(path.join(target, 'data'))).map(name => name.replace('Artifact', ''))).toEqual([
      String(kept.id),
    ])
  })
})

/** All responses of the API about a project; ids are numbered in the order in which they appear. */
const told = async (crocus: TestApp, projectId: number): Promise<Record<string, unknown>> => {
  const answers: Record<string, unknown> = {}
  const get = async <Body>(name: string, url: string): Promise<Body> => {
    const response = await crocus.request('GET', url, { as: crocus.admin })
    expect([url, response.status]).toEqual([url, 200])
    answers[name] = response.json()
    return response.json<Body>()
  }
  const { short_name } = await get<{ short_name: string }>('project', `/api/projects/${projectId}`)
  const groups = await get<{ id: string; short_name: string }[]>('groups', `/api/projects/${projectId}/user_groups`)
  for (const group of groups)
    if (!['all_users', 'registered_users', 'authenticated_users', 'anonymous_users'].includes(group.short_name))
      answers[`users of ${group.short_name}`] = (
        await crocus.request('GET', `/api/user_groups/${group.id}/users`, { as: crocus.admin })
      )
        .json<{ username: string }[]>()
        .map(user => user.username)
  await get('plannings', `/api/projects/${projectId}/plannings`)
  const trackers = await get<{ id: number; item_name: string }[]>('trackers', `/api/projects/${projectId}/trackers`)
  for (const { id, item_name } of trackers) {
    await get(`definition of ${item_name}`, `/api/trackers/${id}/definition`)
    await get(`reports of ${item_name}`, `/api/trackers/${id}/tracker_reports`)
    const artifacts = await get<{ id: number }[]>(
      `all ${item_name}`,
      `/api/trackers/${id}/artifacts?limit=50&values=all`,
    )
    for (const [index, artifact] of artifacts.entries()) {
      await get(`${item_name} ${index}`, `/api/artifacts/${artifact.id}?values_format=all`)
      const changesets = `/api/artifacts/${artifact.id}/changesets`
      const history = await get<{ id: number; comment_etag: string | null }[]>(
        `${item_name} ${index} changesets`,
        `${changesets}?fields=all&limit=50`,
      )
      for (const { id, comment_etag } of history)
        if (comment_etag !== null)
          await get(
            `${item_name} ${index} comment ${history.findIndex(one => one.id === id)}`,
            `${changesets}/${id}/comment_versions`,
          )
    }
  }
  const numbers = new Map<string, string>()
  const numbered = (text: string): string =>
    text.replace(FORBIDDEN, '').replace(/(?<![\da-f])\d{7,}(?![\da-f])/g, number => {
      if (!numbers.has(number)) numbers.set(number, `#${numbers.size}`)
      return numbers.get(number) ?? ''
    })
  return JSON.parse(
    JSON.stringify(answers, (name, value: unknown) => {
      if (name === 'comment_etag') return value !== null
      if (typeof value === 'string') return numbered(value)
      return typeof value === 'number' && value >= 1_000_000 ? numbered(String(value)) : value
    }).replaceAll(short_name, 'the-project'),
  ) as Record<string, unknown>
}
