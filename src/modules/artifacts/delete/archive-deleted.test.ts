import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { archiveFolder, projectXml, usersXml } from '../../../../test/harness/archives.ts'
import { formFaults } from '../../../../test/harness/common-format.ts'
import { readZip, type ZipEntry } from '../../../../test/harness/zip.ts'
import { inTransaction, parseJsonb } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'
import { parseXml } from '../../../platform/xml/parse-xml.ts'
import { fieldTypeNames, type Field } from '../../fields/index.ts'
import { contentKey, createDiskContentStore, type ContentStore } from '../../files/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import { hashPassword } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import { createDeletionArchiver } from './archive-deleted.ts'
import type { ArtifactWithLinks, Delta } from '../model/artifact.ts'
import { findArtifacts } from '../store/artifacts.store.ts'

let crocus: TestApp
let contents: ContentStore
let folder: string
const ann = ['ann', 'a password for ann'] as const
const photo = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255])
const plan = 'line one\r\nline two\n'

const element = (type: string, id: string, more = '', attributes = '') =>
  `<formElement type="${type}" ID="${id}" rank="${id.slice(1)}" ${attributes}><name>f_${id.toLowerCase()}_${type.toLowerCase()}</name><label>The ${type}</label>${more}</formElement>`
const name = (type: string, id: string) => `f_${id.toLowerCase()}_${type.toLowerCase()}`
const items = (...values: string[]) =>
  `<items>${values.map(value => `<item ID="${value}" label="Label ${value}"/>`).join('')}</items>`
const bind = (type: string, content: string) => `<bind type="${type}">${content}</bind>`
const groupItems = '<items><item ID="V20" label="keepers"/><item ID="V21" label="project_members"/></items>'

const form = `<formElements>
  ${element('fieldset', 'F1', `<formElements>${element('column', 'F2', `<formElements>${element('string', 'F3', '<properties maxchars="60"/>')}${element('text', 'F4')}<externalField type="ttmstepdef" ID="F5" rank="5"><name>${name('ttmstepdef', 'F5')}</name><label>Steps</label></externalField></formElements>`)}${element('linebreak', 'F6')}${element('separator', 'F7')}${element('staticrichtext', 'F8', '<properties static_value="&lt;b>read&lt;/b>"/>')}</formElements>`)}
  ${element('int', 'F9')}${element('float', 'F10')}${element('date', 'F11')}${element('date', 'F12', '<properties display_time="1"/>')}
  ${element('sb', 'F13', bind('static', `${items('V1', 'V2', 'V3')}<default_values><value REF="V1"/></default_values>`))}
  ${element('rb', 'F14', bind('ugroups', groupItems))}
  ${element('msb', 'F15', bind('users', '<items><item label="group_members"/></items>'))}
  ${element('cb', 'F16', bind('static', items('V4', 'V5')))}
  ${element('tbl', 'F17', bind('static', items('V6')))}
  ${element('tbl', 'F18', bind('users', '<items><item label="ugroup_2"/></items>'))}
  ${element('file', 'F19')}${element('art_link', 'F20')}${element('perm', 'F21')}${element('computed', 'F22')}
  ${['aid', 'atid', 'subby', 'subon', 'luby', 'lud', 'cross', 'burndown', 'burnup', 'priority'].map((type, index) => element(type, `F${30 + index}`)).join('')}
  ${element('Encrypted', 'F40')}
  <externalField type="ttmstepexec" ID="F41" rank="41"><name>${name('ttmstepexec', 'F41')}</name><label>Results</label></externalField>
  ${element('string', 'F42', '', 'use_it="0"')}
</formElements>`

const by = (login: string) => `<submitted_by format="username">${login}</submitted_by>`
const on = (date: string) => `<submitted_on format="ISO8601">${date}</submitted_on>`
const change = (type: string, id: string, xmlType: string, content: string, attributes = '') =>
  `<field_change field_name="${name(type, id)}" type="${xmlType}" ${attributes}>${content}</field_change>`
const values = (...texts: string[]) => texts.map(text => `<value format="id">${text}</value>`).join('')

const history = `
  <changeset id="CHANGESET_1">${by('ann')}${on('2022-03-01T08:00:01+01:00')}<comments/>
    ${change('string', 'F3', 'string', '<value>North &lt;lamp&gt; &amp; "co"</value>')}
    ${change('text', 'F4', 'text', '<value format="html"><![CDATA[<p>art #1 <img src="/plugins/tracker/attachments/7-photo.png"></p>\n  ]]></value>')}
    <external_field_change field_name="${name('ttmstepdef', 'F5')}" type="ttmstepdef"><step><description format="commonmark">**Climb**</description><expected_results format="html">&lt;i&gt;Up&lt;/i&gt;</expected_results></step><step><description format="text">Lit</description><expected_results format="text"/></step></external_field_change>
    ${change('int', 'F9', 'int', '<value>-12</value>')}${change('float', 'F10', 'float', '<value>1.5e-7</value>')}
    ${change('date', 'F11', 'date', '<value format="ISO8601">2022-03-10T00:00:00+01:00</value>')}
    ${change('date', 'F12', 'date', '<value format="ISO8601">2022-03-10T23:45:00+01:00</value>')}
    ${change('sb', 'F13', 'list', values('2'), 'bind="static"')}
    ${change('rb', 'F14', 'list', values('20'), 'bind="ugroups"')}
    ${change('msb', 'F15', 'list', '<value format="username">ann</value><value format="ldap">b77</value>', 'bind="users"')}
    ${change('cb', 'F16', 'list', values('4', '5'), 'bind="static"')}
    ${change('tbl', 'F17', 'open_list', '<value format="id">b6</value><value format="label">oil, wick</value>', 'bind="static"')}
    ${change('tbl', 'F18', 'open_list', '<value format="username">kim</value><value>someone@elsewhere.example</value>', 'bind="users"')}
    ${change('file', 'F19', 'file', '<value ref="fileinfo_7"/><value ref="fileinfo_8"/>')}
    ${change('art_link', 'F20', 'art_link', '<value nature="_is_child">71</value>')}
    ${change('perm', 'F21', 'permissions_on_artifact', '<ugroup ugroup_name="keepers"/><ugroup ugroup_name="project_members"/>', 'use_perm="1"')}
    ${change('computed', 'F22', 'computed', '<manual_value>3.25</manual_value>')}
  </changeset>
  <changeset id="CHANGESET_2"><submitted_by format="ldap">b77</submitted_by>${on('2022-03-02T09:30:00-05:00')}
    <comments><comment><submitted_by format="ldap">b77</submitted_by>${on('2022-03-02T09:30:00-05:00')}<body format="text">Who has the key?</body><private_ugroups><ugroup>keepers</ugroup></private_ugroups></comment>
      <comment>${by('kim')}${on('2022-03-05T10:00:00+00:00')}<body format="commonmark">**Who** has the key?</body><private_ugroups><ugroup>keepers</ugroup><ugroup>project_admins</ugroup></private_ugroups></comment></comments>
    ${change('int', 'F9', 'int', '<value/>')}${change('date', 'F11', 'date', '<value/>')}
    ${change('cb', 'F16', 'list', '<value/>', 'bind="static"')}
    ${change('computed', 'F22', 'computed', '<is_autocomputed>1</is_autocomputed>')}
    ${change('perm', 'F21', 'permissions_on_artifact', '', 'use_perm="0"')}
  </changeset>
  <changeset id="CHANGESET_3"><submitted_by format="email" is_anonymous="1">passer@by.example</submitted_by>${on('2022-03-02T14:30:00Z')}
    <comments><comment><submitted_by format="email" is_anonymous="1">passer@by.example</submitted_by>${on('2022-03-02T14:30:00Z')}<body format="html">&lt;p&gt;Nice &amp;amp; bright&lt;/p&gt;</body></comment></comments>
  </changeset>
  <file id="fileinfo_7"><filename>photo.png</filename><path>data/a</path><filesize>8</filesize><filetype>image/png</filetype><description>From the sea</description></file>
  <file id="fileinfo_8"><filename>plan &amp; notes.txt</filename><path>data/b</path><filesize>1</filesize><filetype>text/plain</filetype><description/></file>`

const project = projectXml(
  `<ugroups>
     <ugroup name="project_admins" description=""><members><member format="username">ann</member></members></ugroup>
     <ugroup name="project_members" description=""><members><member format="username">ann</member><member format="ldap">b77</member></members></ugroup>
     <ugroup name="keepers" description="On duty"><members><member format="username">kim</member></members></ugroup></ugroups>
   <trackers>
     <tracker id="T1"><name>Lamps</name><item_name>lamp</item_name><description>All of them</description><cannedResponses/>${form}
       <semantics><semantic type="title"><field REF="F3"/></semantic></semantics>
       <permissions><permission scope="tracker" ugroup="UGROUP_PROJECT_ADMIN" type="PLUGIN_TRACKER_ADMIN"/>
         ${[3, 4, 9, 13, 17, 19].map(id => `<permission scope="field" REF="F${id}" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_UPDATE"/>`).join('')}</permissions>
       <artifacts><artifact id="70">${history}</artifact></artifacts></tracker>
     <tracker id="T2"><name>Jobs</name><item_name>job</item_name><description/><cannedResponses/>
       <formElements>${element('string', 'F50')}</formElements>
       <artifacts><artifact id="71"><changeset>${by('ann')}${on('2022-03-01T08:00:00+01:00')}<comments/></changeset></artifact></artifacts></tracker>
   </trackers>`,
  { name: 'lighthouse', services: '<service shortname="plugin_tracker" enabled="1"/>' },
)

beforeAll(async () => {
  crocus = await testApp()
  contents = createDiskContentStore(path.join(crocus.config.sharedFolder, 'files'))
  folder = path.join(crocus.config.sharedFolder, 'deleted')
  const passwordHash = await hashPassword(ann[1])
  await inTransaction(crocus.db, tx =>
    crocus.app.modules.users.createMany(tx, [{ login: 'ann', email: 'ann@example.org', passwordHash }], {
      userId: null,
      means: 'command',
    }),
  )
})

interface ImportedProject {
  readonly projectId: number
  readonly tracker: Tracker
  readonly artifactId: number
  readonly messages: readonly { level: string; text: string }[]
}

const importFiles = async (files: Record<string, string | Buffer>, shortName?: string): Promise<ImportedProject> => {
  const report = await crocus.app.modules.imports.importProject(await archiveFolder(files), {
    automap: 'no-email,create:A',
    ...(shortName === undefined ? {} : { name: shortName }),
  })
  expect(report.messages.filter(message => message.level === 'error')).toEqual([])
  expect(report.isImported).toBe(true)
  const projectId = report.project?.id ?? 0
  const tracker = (await crocus.app.modules.trackers.listOfProject(projectId)).find(one => one.itemName === 'lamp')
  const { rows } = await sql<{ id: number }>`select id from artifact where tracker_id = ${tracker?.id ?? 0}`.execute(
    crocus.db.kysely,
  )
  if (!tracker || !rows[0]) throw new Error('nothing was imported')
  return { projectId, tracker, artifactId: rows[0].id, messages: report.messages }
}

const source = {
  'project.xml': project,
  'users.xml': usersXml({ name: 'ann' }, { name: 'ben', ldapId: 'b77' }, { name: 'kim', realName: 'Kim &lt;K&gt;' }),
  'data/a': photo,
  'data/b': plan,
}

interface ChangesetRow {
  readonly submitted_by: number
  readonly delta: string
  readonly comment_group_ids: number[] | null
  readonly comment_edited_by: number | null
  readonly comment_history: string | null
}

/** All stored data of an artifact, with names instead of ids, so that equal artifacts in two projects give equal text. */
const described = async ({ projectId, tracker: cached, artifactId }: ImportedProject, links: 'with' | 'without') => {
  const { users, projects, trackers } = crocus.app.modules
  // New open values may come with artifacts, so the tracker is loaded again.
  const tracker = (await trackers.get(cached.id)) ?? cached
  const groupName = new Map((await projects.userGroups(projectId)).map(group => [group.id, group.name]))
  const group = (id: number): string => groupName.get(id) ?? `dynamic ${id}`
  const account = async (id: number): Promise<string> => (await users.get(id))?.login ?? 'nobody'
  const file = async (stored: { id: number; submittedBy: number }) => {
    const { rows } = await sql<object>`
      select name, size, type, description, submitted_by, submitted_on from file where id = ${stored.id} and artifact_id = ${artifactId}`.execute(
      crocus.db.kysely,
    )
    return {
      ...stored,
      id: 'some',
      submittedBy: await account(stored.submittedBy),
      rows,
      content: (await buffer(await contents.read(contentKey(stored.id)))).toString('base64'),
    }
  }
  const value = async (field: Field, stored: unknown): Promise<unknown> => {
    if (field.type === 'file') return Promise.all((stored as { id: number; submittedBy: number }[]).map(file))
    if (field.type === 'perm') return (stored as number[]).map(group)
    if (field.type === 'ttmstepdef') return (stored as object[]).map(step => ({ ...step, id: 'some' }))
    // The text contains the id of the photo.
    if (field.type === 'text') return JSON.stringify(stored).replace(/attachments\/\d+-/, 'attachments/N-')
    const { bind } = field
    if (!bind) return stored
    return Promise.all(
      (stored as (number | { open: number } | { email: string })[]).map(async item => {
        if (typeof item !== 'number')
          return 'open' in item && bind.type === 'static' ? { open: bind.openById.get(item.open)?.label } : item
        if (bind.type === 'static') return bind.byId.get(item)?.label
        return bind.type === 'users' ? account(item) : group(item)
      }),
    )
  }
  const named = async (stored: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const entries: [string, unknown][] = []
    for (const field of tracker.fields)
      if (field.id in stored && (links === 'with' || field.type !== 'art_link'))
        entries.push([field.name, await value(field, stored[field.id])])
    return Object.fromEntries(entries)
  }
  const { rows } = await sql<ChangesetRow>`
    select submitted_by, submitted_by_email, submitted_on, delta, comment_body, comment_format, comment_group_ids,
      comment_edited_by, comment_edited_by_email, comment_edited_on, comment_history
    from changeset where artifact_id = ${artifactId} order by id`.execute(crocus.db.kysely)
  const changesets = []
  for (const row of rows) {
    const delta = parseJsonb<Delta>(row.delta)
    const earlier =
      row.comment_history === null ? [] : parseJsonb<{ by: number; group_ids: number[] | null }[]>(row.comment_history)
    changesets.push({
      ...row,
      submitted_by: await account(row.submitted_by),
      delta: undefined,
      values: await named(Object.fromEntries(Object.entries(delta).map(([id, { a }]) => [id, a]))),
      comment_group_ids: row.comment_group_ids?.map(group) ?? null,
      comment_edited_by: await account(row.comment_edited_by ?? -1),
      comment_history: await Promise.all(
        earlier.map(async version => ({
          ...version,
          by: await account(version.by),
          group_ids: version.group_ids?.map(group) ?? null,
        })),
      ),
    })
  }
  const artifact = (await findArtifacts(crocus.db, [artifactId])).get(artifactId)
  if (!artifact) throw new Error('the artifact is missing')
  return {
    title: artifact.title,
    submittedBy: await account(artifact.submittedBy),
    submittedOn: artifact.submittedOn,
    updatedBy: await account(artifact.updatedBy),
    updatedOn: artifact.updatedOn,
    granted: artifact.grantedGroupIds?.map(group) ?? null,
    document: await named(artifact.document),
    changesets,
  }
}

const archiveOf = async (artifactId: number): Promise<{ file: string; entries: Map<string, ZipEntry> }> => {
  const [found, ...more] = (await readdir(folder)).filter(entry => entry.startsWith(`deleted__artifact_${artifactId}_`))
  expect(more).toEqual([])
  const file = path.join(folder, found ?? '')
  return { file, entries: await readZip(file) }
}

const placeOf = async (imported: ImportedProject): Promise<{ artifact: ArtifactWithLinks; place: ArtifactContext }> => {
  const artifact = (await findArtifacts(crocus.db, [imported.artifactId])).get(imported.artifactId)
  const loaded = await crocus.app.modules.projects.get(imported.projectId)
  if (!artifact || !loaded) throw new Error('the artifact is missing')
  return { artifact, place: { project: loaded, tracker: imported.tracker, rights: undefined as never } }
}

const archiveWith = (given: { contents?: Pick<ContentStore, 'size' | 'read'>; lines?: string[]; folder: string }) =>
  createDeletionArchiver({
    requireFolder: () => undefined,
    ...crocus.app.modules,
    db: crocus.db,
    clock: crocus.clock,
    contents: given.contents ?? contents,
    log: createLog('error', { write: line => given.lines?.push(line) }),
    folder: given.folder,
  })

describe('the archive of a deleted artifact (artifacts.md §7)', () => {
  it('holds all kinds of fields', () => {
    const used = new Set([...form.matchAll(/type="(\w+)" ID/g)].map(match => match[1]))
    expect(fieldTypeNames.filter(type => !used.has(type))).toEqual([])
  })

  it('restores the artifact with its whole history, files, dates and authors by an import', async () => {
    const first = await importFiles(source)
    const field = (type: string, id: string) => first.tracker.fieldByName.get(name(type, id))?.id
    const edited = await crocus.request('PUT', `/api/artifacts/${first.artifactId}`, {
      as: ann,
      json: {
        values: [
          { field_id: field('string', 'F3'), value: 'North lamp' },
          { field_id: field('tbl', 'F17'), value: { bind_value_objects: [{ label: 'Tower' }, { label: 'Label V6' }] } },
          { field_id: field('sb', 'F13'), bind_value_ids: [] },
        ],
        comment: { body: 'See art #1', format: 'text' },
      },
    })
    expect(edited.text).toBe('')
    expect(edited.status).toBe(200)
    const before = await described(first, 'without')
    expect(before.changesets).toHaveLength(4)
    expect(before.title).toBe('North lamp')
    const { rows } = await sql<{ id: number }>`
      select id from file where artifact_id = ${first.artifactId} order by id`.execute(crocus.db.kysely)
    const fileIds = rows.map(row => row.id)

    const removed = await crocus.request('DELETE', `/api/artifacts/${first.artifactId}`, { as: ann })
    expect(removed.status, removed.text).toBe(200)
    const purged = await crocus.request('DELETE', `/api/trash/${first.artifactId}`, { as: crocus.admin })
    expect(purged.status, purged.text).toBe(200)
    await crocus.app.jobs.find(job => job.name === 'erase_contents')?.run({})
    expect(await Promise.all(fileIds.map(id => contents.size(contentKey(id))))).toEqual([undefined, undefined])

    const { file, entries } = await archiveOf(first.artifactId)
    expect((await stat(file)).mode & 0o777).toBe(0o640)
    expect([...entries.keys()]).toEqual(['artifact.xml', 'users.xml', ...fileIds.map(id => `data/Artifact${id}`)])
    expect(entries.get(`data/Artifact${fileIds[0]}`)?.content).toEqual(photo)
    expect(entries.get(`data/Artifact${fileIds[1]}`)?.content.toString()).toBe(plan)
    const document = entries.get('artifact.xml')?.content.toString() ?? ''
    for (const name of ['artifact.xml', 'users.xml'])
      expect(formFaults(await parseXml([entries.get(name)?.content ?? Buffer.of()], name)), name).toEqual([])
    // Each changeset names only the fields that it changed.
    expect([...document.matchAll(/<(?:external_)?field_change /g)]).toHaveLength(17 + 5 + 0 + 3)
    // The document holds the link, although its target is not in the archive.
    expect(document).toMatch(/<value nature="_is_child">\d+<\/value>/)

    const unpacked = Object.fromEntries([...entries].map(([entry, { content }]) => [entry, content]))
    const { 'artifact.xml': artifactXml, ...others } = unpacked
    const second = await importFiles({ ...others, 'project.xml': artifactXml ?? '' }, 'lighthouse2')
    expect(await described(second, 'without')).toEqual(before)
    const warnings = second.messages.map(message => message.text)
    expect(warnings.filter(text => !text.includes('nobody has a right'))).toEqual([
      expect.stringContaining('which is not in the archive') as string,
    ])

    // The archive of the copy is the same document except for ids.
    const again = await crocus.request('DELETE', `/api/artifacts/${second.artifactId}`, { as: crocus.admin })
    expect(again.status).toBe(200)
    const copy = (await archiveOf(second.artifactId)).entries.get('artifact.xml')?.content.toString() ?? ''
    const withoutNumbers = (text: string): string =>
      text
        .replace(/lighthouse2/, 'lighthouse')
        .replace(/<field_change field_name="f_f20_art_link".*?(?:\/>|<\/field_change>)/s, '')
        .replace(/\d+/g, 'N')
    expect(withoutNumbers(copy)).toBe(withoutNumbers(document))
  })

  it('has the same bytes for the same artifact, and is written completely or not at all', async () => {
    const imported = await importFiles(source, 'beacon')
    const { artifact, place } = await placeOf(imported)
    const target = path.join(crocus.config.sharedFolder, 'deleted-by-test')
    const archive = archiveWith({ folder: target })
    const zips: Buffer[] = []
    for (const attempt of [1, 2]) {
      const prepared = await archive.prepare(artifact, place)
      const [written, ...more] = await readdir(target)
      expect([written, more]).toEqual([expect.stringMatching(/\.part$/), []])
      zips.push(await buffer(createReadStream(path.join(target, written ?? ''))))
      await prepared?.discard()
      expect(await readdir(target), String(attempt)).toEqual([])
    }
    expect(zips[0]).toEqual(zips[1])

    // A missing content is left out; the history still names the file.
    const [lost] = (
      await sql<{ id: number }>`select id from file where artifact_id = ${imported.artifactId} order by id`.execute(
        crocus.db.kysely,
      )
    ).rows
    await contents.remove([contentKey(lost?.id ?? 0)])
    await (await archive.prepare(artifact, place))?.keep()
    const [kept] = await readdir(target)
    const entries = await readZip(path.join(target, kept ?? ''))
    expect([...entries.keys()].filter(entry => entry.startsWith('data/'))).toHaveLength(1)
    expect(entries.get('artifact.xml')?.content.toString()).toContain(`<file id="fileinfo_${lost?.id}">`)
  })

  it('that breaks off in the middle leaves only a line in the log', async () => {
    const imported = await importFiles(source, 'buoy')
    const { artifact, place } = await placeOf(imported)
    const target = path.join(crocus.config.sharedFolder, 'deleted-in-part')
    const lines: string[] = []
    const archive = archiveWith({
      folder: target,
      lines,
      // The content seems to exist, and then the disk fails to deliver it.
      contents: {
        size: async () => 1,
        read: async () => createReadStream(path.join(crocus.config.sharedFolder, 'no such file')),
      },
    })
    expect(await archive.prepare(artifact, place)).toBeUndefined()
    expect(await readdir(target)).toEqual([])
    expect(lines.join()).toContain('ENOENT')
  })

  it('shows an anonymous author as anonymous, not as an account', async () => {
    const imported = await importFiles(source, 'reef')
    const { artifact, place } = await placeOf(imported)
    const fields = place.tracker.fields.map(field =>
      field.bind?.type === 'users' ? { ...field, bind: { ...field.bind, defaultUserIds: [100, 101] } } : field,
    )
    const target = path.join(crocus.config.sharedFolder, 'deleted-nobody')
    const archive = archiveWith({ folder: target })
    await (await archive.prepare(artifact, { ...place, tracker: { ...place.tracker, fields } }))?.keep()
    const [file] = await readdir(target)
    const entries = await readZip(path.join(target, file ?? ''))
    expect(entries.get('artifact.xml')?.content.toString()).toMatch(
      /<default_values>\s*<value format="username">None<\/value>\s*<value format="username">admin<\/value>/,
    )
    const logins = entries
      .get('users.xml')
      ?.content.toString()
      .matchAll(/<username>(.*)<\/username>/g)
    expect([...(logins ?? [])].map(match => match[1])).toEqual(['admin', 'ann', 'ben', 'kim'])
  })

  it('hides private comments from all readers without the right, and names their groups', async () => {
    const imported = await importFiles(source, 'skerry')
    const { artifact, place } = await placeOf(imported)
    await sql`
      update changeset set comment_group_ids = '{}' where artifact_id = ${imported.artifactId} and comment_history is not null`.execute(
      crocus.db.kysely,
    )
    const target = path.join(crocus.config.sharedFolder, 'deleted-private')
    await (await archiveWith({ folder: target }).prepare(artifact, place))?.keep()
    const [file] = await readdir(target)
    const entries = await readZip(path.join(target, file ?? ''))
    const document = entries.get('artifact.xml')?.content.toString() ?? ''
    expect(document).toContain('<ugroup>keepers</ugroup>')
    const { 'artifact.xml': artifactXml, ...others } = Object.fromEntries(
      [...entries].map(([entry, { content }]) => [entry, content]),
    )
    const copy = await importFiles({ ...others, 'project.xml': artifactXml ?? '' }, 'skerry2')
    const { rows } = await sql<{ comment_group_ids: number[] | null }>`
      select comment_group_ids from changeset where artifact_id = ${copy.artifactId} and comment_history is not null`.execute(
      crocus.db.kysely,
    )
    // Group 100 has no members.
    expect(rows).toEqual([{ comment_group_ids: [100] }])
  })
})
