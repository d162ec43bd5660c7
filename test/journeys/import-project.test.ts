import { readdir, readFile, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { isSvnMissing } from '../harness/svn.ts'
import {
  archiveFolder,
  archiveZip,
  projectXml,
  trackerXml,
  usersXml,
  type ArchiveFiles,
  type ArchiveUser,
} from '../harness/archives.ts'
import { inTransaction } from '../../src/platform/db/db.ts'
import { Refusal } from '../../src/platform/errors.ts'
import type { ImportOptions, ImportReport } from '../../src/modules/imports/index.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})

const importFiles = async (files: ArchiveFiles, options: ImportOptions = { automap: 'no-email,create:A' }) =>
  test.app.modules.imports.importProject(await archiveFolder(files), options)

const errorsOf = (report: ImportReport): string[] =>
  report.messages
    .filter(message => message.level === 'error')
    .map(message => `${message.file ?? ''}:${message.line ?? ''} ${message.text}`)
const warningsOf = (report: ImportReport): string[] =>
  report.messages.filter(message => message.level === 'warning').map(message => message.text)

/** Positions of all sequences, and numbers of rows in the tables. */
const footprint = async (): Promise<unknown> => {
  const { rows } = await sql<object>`
    select schemaname, sequencename, last_value from pg_sequences order by sequencename`.execute(test.db.kysely)
  const { rows: counts } = await sql<object>`
    select (select count(*) from users) users, (select count(*) from project) projects, (select count(*) from event) events,
      (select count(*) from tracker) trackers, (select count(*) from artifact) artifacts, (select count(*) from file) files`.execute(
    test.db.kysely,
  )
  const blobs = await readdir(test.config.sharedFolder, { recursive: true }).catch(() => [])
  return { rows, counts, blobs: blobs.filter(name => /files|imported|svn.(repositories|staging)/.test(name)) }
}

const field = (type: string, id: string, name: string, more = '') =>
  `<formElement type="${type}" ID="${id}" rank="1"><name>${name}</name><label>${name}</label>${more}</formElement>`
const boatFields =
  '<formElements>' +
  field('string', 'F1', 'title') +
  field(
    'sb',
    'F2',
    'state',
    '<bind type="static"><items><item ID="V1" label="Moored"/><item ID="V2" label="At sea"/></items></bind>',
  ) +
  field('art_link', 'F3', 'links') +
  field('file', 'F4', 'photos') +
  field('text', 'F5', 'notes') +
  '</formElements>'
const changeset = (content: string, given: { by?: string; on?: string; comments?: string; attributes?: string } = {}) =>
  `<changeset ${given.attributes ?? ''}><submitted_by format="username">${given.by ?? 'ann'}</submitted_by>` +
  `<submitted_on format="ISO8601">${given.on ?? '2022-03-01T08:00:00+01:00'}</submitted_on>${given.comments ?? '<comments/>'}${content}</changeset>`
const title = (text: string) => `<field_change field_name="title" type="string"><value>${text}</value></field_change>`

describe('a dry run (import.md §12)', () => {
  it('counts and warns as an import would, writes nothing and takes no number', async () => {
    const files = {
      'users.xml': usersXml({ name: 'dora' }),
      'data/a': 'content',
      'project.xml': projectXml(
        `<ugroups><ugroup name="crew" description=""><members><member format="username">dora</member></members></ugroup></ugroups>
        <frs/><trackers>${trackerXml(
          `${boatFields}<artifacts><artifact id="1">${changeset(
            `${title('One')}<field_change field_name="photos" type="file"><value ref="fileinfo_1"/></field_change>`,
            { by: 'dora' },
          )}<file id="fileinfo_1"><filename>a.txt</filename><path>data/a</path></file></artifact></artifacts>`,
        )}</trackers>`,
        { name: 'rehearsal' },
      ),
    }
    const before = await footprint()
    const dry = await importFiles(files, { automap: 'no-email,create:A', isDryRun: true })
    expect(dry).toMatchObject({ isImported: false, isDryRun: true, project: null })
    expect(dry.counts).toEqual({
      usersCreated: 1,
      usersMapped: 0,
      usersReused: 0,
      groups: 1,
      trackers: 1,
      fields: 5,
      artifacts: 1,
      changesets: 1,
      files: 1,
      repositories: 0,
    })
    expect(await footprint()).toEqual(before)

    const real = await importFiles(files)
    expect(real).toMatchObject({ isImported: true, counts: dry.counts, messages: dry.messages })
    expect(await footprint()).not.toEqual(before)
  })
})

describe('a failure in the middle', () => {
  it('leaves no user, project, event or file behind', async () => {
    await sql`create function refuse_file() returns trigger language plpgsql as $$ begin raise exception 'disk of the test is full'; end $$`.execute(
      test.db.kysely,
    )
    // One of these tables gets the repository, as the last write.
    for (const table of ['kept_section', 'svn_repository'])
      await sql`create trigger refuse_file before update or insert on ${sql.table(table)} execute function refuse_file()`.execute(
        test.db.kysely,
      )
    try {
      const before = (await footprint()) as { counts: unknown; blobs: string[] }
      const attempt = importFiles({
        'users.xml': usersXml({ name: 'eve' }),
        'data/a': 'content',
        'data/dump': 'SVN-fs-dump-format-version: 2\n\n',
        'project.xml': projectXml(
          `<trackers>${trackerXml(
            `${boatFields}<artifacts><artifact id="1">${changeset(
              '<field_change field_name="photos" type="file"><value ref="fileinfo_1"/></field_change>',
              { by: 'eve' },
            )}<file id="fileinfo_1"><filename>a.txt</filename><path>data/a</path></file></artifact></artifacts>`,
          )}</trackers><svn><repository name="charts" dump-file="data/dump"/></svn>`,
          { name: 'unlucky' },
        ),
      })
      await expect(attempt).rejects.toThrow('disk of the test is full')
      const after = (await footprint()) as typeof before
      expect(after.counts).toEqual(before.counts)
      expect(
        after.blobs.filter(
          name =>
            !before.blobs.includes(name) &&
            /staging.|\d+$|dump$/.test(name) &&
            !/^files\/\d+(\/\d+)?$/.test(name) &&
            !/svn\/\d+$/.test(name),
        ),
      ).toEqual([])
    } finally {
      for (const table of ['kept_section', 'svn_repository'])
        await sql`drop trigger refuse_file on ${sql.table(table)}`.execute(test.db.kysely)
    }
  })
})

describe('two imports of one archive at the same time', () => {
  it('bring it in once, and refuse the other with a sentence', async () => {
    const files = {
      'users.xml': usersXml({ name: 'twin' }),
      'project.xml': projectXml(`<trackers>${trackerXml(boatFields)}</trackers>`, { name: 'twins' }),
    }
    const results = await Promise.allSettled([importFiles(files), importFiles(files), importFiles(files)])
    const done = results.filter(result => result.status === 'fulfilled' && result.value.isImported)
    expect(done).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Refusal)
    const { rows } = await sql<object>`select id from project where short_name = 'twins'`.execute(test.db.kysely)
    expect(rows).toHaveLength(1)
  })
})

describe('a fatal fault (import.md §12)', () => {
  const users = usersXml({ name: 'ann' })
  const good = projectXml('', { name: 'fatal' })
  const withTracker = (content: string, attributes?: string) =>
    projectXml(
      `<trackers>${trackerXml(`${boatFields}${content}`, attributes === undefined ? {} : { attributes })}</trackers>`,
      { name: 'fatal' },
    )
  const withArtifact = (content: string) => withTracker(`<artifacts><artifact id="1">${content}</artifact></artifacts>`)
  const semantic = (content: string) =>
    `<semantics><semantic type="status"><field REF="F2"/>${content}</semantic></semantics>`

  const cases: [what: string, files: ArchiveFiles, message: RegExp, options?: ImportOptions][] = [
    ['no project.xml', { 'users.xml': users }, /project\.xml: .*no project\.xml/],
    ['no users.xml', { 'project.xml': good }, /users\.xml: .*no users\.xml/],
    ['an empty document', { 'project.xml': '', 'users.xml': users }, /project\.xml:1 .*empty/],
    [
      'a document that is not well-formed',
      { 'project.xml': '<project>\n<a></project>', 'users.xml': users },
      /project\.xml:2 .*not well-formed/,
    ],
    [
      'a DOCTYPE',
      { 'project.xml': `<!DOCTYPE p>${good.slice(good.indexOf('<project'))}`, 'users.xml': users },
      /DOCTYPE/,
    ],
    ['a wrong root', { 'project.xml': '<projet/>', 'users.xml': users }, /project\.xml:1 .*<projet>/],
    [
      'a missing attribute',
      { 'project.xml': good.replace(' access="public"', ''), 'users.xml': users },
      /no attribute access/,
    ],
    [
      'a missing child',
      { 'project.xml': good.replace('<long-description/>', ''), 'users.xml': users },
      /no <long-description>/,
    ],
    ['a wrong visibility', { 'project.xml': good.replace('"public"', '"open"'), 'users.xml': users }, /access="open"/],
    [
      'a wrong colour',
      { 'project.xml': withTracker('<color>mauve</color>'), 'users.xml': users },
      /"mauve" is no colour/,
    ],
    [
      'a wrong kind of bind',
      { 'project.xml': withTracker('').replace('bind type="static"', 'bind type="magic"'), 'users.xml': users },
      /type="magic"/,
    ],
    [
      'a comment without format',
      {
        'project.xml': withArtifact(
          changeset('', {
            comments:
              '<comments><comment><submitted_by format="username">ann</submitted_by><submitted_on>2022-01-01T00:00:00Z</submitted_on><body>x</body></comment></comments>',
          }),
        ),
        'users.xml': users,
      },
      /<body> has no attribute format/,
    ],
    [
      'an unknown format of a text',
      {
        'project.xml': withArtifact(
          changeset(title('x').replace('type="string"', 'type="text"').replace('<value>', '<value format="rtf">')),
        ),
        'users.xml': users,
      },
      /format="rtf" of <value> must be one of text, html, commonmark/,
    ],
    ['no decision about users', { 'project.xml': good, 'users.xml': users }, /either a user map or an automap/, {}],
    [
      'two decisions about users',
      { 'project.xml': good, 'users.xml': users },
      /either a user map or an automap/,
      { automap: 'no-email,create:A', userMap: { file: 'm', text: '' } },
    ],
    [
      'an unmapped user',
      { 'project.xml': good, 'users.xml': usersXml({ name: 'nobody_knows' }) },
      /users\.xml:3 .*not in the user map/,
      { userMap: { file: 'm.csv', text: 'h\n' } },
    ],
    [
      'a reference to nobody',
      { 'project.xml': withArtifact(changeset(title('x'), { by: 'zoe' })), 'users.xml': users },
      /project\.xml:\d+ the user "zoe"/,
    ],
    [
      'a member who is nobody',
      {
        'project.xml': projectXml(
          '<ugroups><ugroup name="crew" description=""><members><member format="ldap">x1</member></members></ugroup></ugroups>',
          { name: 'fatal' },
        ),
        'users.xml': users,
      },
      /the user "x1"/,
    ],
    [
      'an acting user who is not there',
      { 'project.xml': good, 'users.xml': users },
      /acting user 999/,
      { automap: 'no-email,create:A', actingUserId: 999 },
    ],
    [
      'a short name that is taken',
      { 'project.xml': projectXml('', { name: 'SITE-template' }), 'users.xml': users },
      /there is a project of that name/,
    ],
    [
      'a short name of a user',
      { 'project.xml': projectXml('', { name: 'Admin' }), 'users.xml': users },
      /there is a user of that name/,
    ],
    [
      'a short name of a user that it brings',
      { 'project.xml': projectXml('', { name: 'zed' }), 'users.xml': usersXml({ name: 'zed' }) },
      /brings a user of that name/,
    ],
    [
      'a short name with a dot',
      { 'project.xml': projectXml('', { name: 'har.bour' }), 'users.xml': users },
      /cannot be called "har\.bour"/,
    ],
    ['a reserved short name', { 'project.xml': projectXml('', { name: 'root' }), 'users.xml': users }, /reserved/],
    [
      'an unknown project to import into',
      { 'project.xml': good, 'users.xml': users },
      /no project "nowhere"/,
      { automap: 'no-email,create:A', project: 'nowhere' },
    ],
    [
      'a tracker without name',
      { 'project.xml': withTracker('').replace('<name>All boats</name>', '<name/>'), 'users.xml': users },
      /no name/,
    ],
    [
      'a tracker without item name',
      { 'project.xml': withTracker('').replace('<item_name>boat</item_name>', '<item_name/>'), 'users.xml': users },
      /no item name/,
    ],
    [
      'an item name that is a keyword',
      { 'project.xml': withTracker('').replace('<item_name>boat<', '<item_name>art<'), 'users.xml': users },
      /keyword/,
    ],
    [
      'two trackers of one name',
      {
        'project.xml': projectXml(
          `<trackers>${trackerXml('')}${trackerXml('', { attributes: 'id="T2"' })}</trackers>`,
          { name: 'fatal' },
        ),
        'users.xml': users,
      },
      /two trackers named/,
    ],
    [
      'an unknown link type',
      {
        'project.xml': projectXml('<natures><nature>_married_to</nature></natures>', { name: 'fatal' }),
        'users.xml': users,
      },
      /no link type "_married_to"/,
    ],
    [
      'the same key twice',
      { 'project.xml': withTracker('').replace('ID="V2"', 'ID="F1"'), 'users.xml': users },
      /key F1 is given twice/,
    ],
    [
      'an unknown open value',
      { 'project.xml': withTracker(semantic('<open_values><open_value REF="V9"/></open_values>')), 'users.xml': users },
      /V9, which is not declared/,
    ],
    [
      'an unknown field of a rule',
      {
        'project.xml': withTracker(
          '<rules><date_rules><rule><source_field REF="F8"/><target_field REF="F1"/><comparator type="≤"/></rule></date_rules></rules>',
        ),
        'users.xml': users,
      },
      /F8, which is not declared/,
    ],
    [
      'an unknown comparator',
      {
        'project.xml': withTracker(
          '<rules><date_rules><rule><source_field REF="F1"/><target_field REF="F1"/><comparator type="~"/></rule></date_rules></rules>',
        ),
        'users.xml': users,
      },
      /type="~"/,
    ],
    [
      'an unknown field of a workflow',
      { 'project.xml': withTracker('<workflow><field_id REF="F77"/></workflow>'), 'users.xml': users },
      /F77, which is not declared/,
    ],
    [
      'an unknown parent',
      { 'project.xml': withTracker('', 'id="T1" parent_id="T5"'), 'users.xml': users },
      /parent T5/,
    ],
    [
      'a hierarchy in a circle',
      { 'project.xml': withTracker('', 'id="T1" parent_id="T1"'), 'users.xml': users },
      /circle/,
    ],
    [
      'a calendar without timeframe',
      { 'project.xml': withTracker('', 'id="T1" should_send_event_in_notification="1"'), 'users.xml': users },
      /timeframe/,
    ],
    [
      'a date that cannot be read',
      { 'project.xml': withArtifact(changeset(title('x'), { on: 'yesterday' })), 'users.xml': users },
      /"yesterday" is no date/,
    ],
    [
      'a wrong repository name',
      { 'project.xml': projectXml('<svn><repository name="1st"/></svn>', { name: 'fatal' }), 'users.xml': users },
      /cannot be called "1st"/,
    ],
    [
      'a repository twice',
      {
        'project.xml': projectXml('<svn><repository name="charts"/><repository name="Charts"/></svn>', {
          name: 'fatal',
        }),
        'users.xml': users,
      },
      /repository "Charts" already/,
    ],
    [
      'a missing dump',
      {
        'project.xml': projectXml('<svn><repository name="charts" dump-file="data/none"/></svn>', { name: 'fatal' }),
        'users.xml': users,
      },
      /dump data\/none/,
    ],
    [
      'a path that leaves the archive',
      {
        'project.xml': withArtifact(
          `${changeset('')}<file id="fileinfo_1"><filename>x</filename><path>../../etc/passwd</path></file>`,
        ),
        'users.xml': users,
      },
      /leaves the archive/,
    ],
    [
      'an unknown condition of a trigger',
      {
        'project.xml': projectXml(
          '<trackers><triggers><trigger_rule><triggers><trigger><field_id REF="F1"/><field_value_id REF="V1"/></trigger></triggers><condition>some</condition><target><field_id REF="F1"/><field_value_id REF="V1"/></target></trigger_rule></triggers></trackers>',
          { name: 'fatal' },
        ),
        'users.xml': users,
      },
      /no condition of a trigger/,
    ],
  ]
  it.each(cases)('%s', async (_what, files, message, options) => {
    const before = await footprint()
    const report = await importFiles(files, options)
    expect(report).toMatchObject({ isImported: false, project: null })
    expect(errorsOf(report).join('\n')).toMatch(message)
    expect(await footprint()).toEqual(before)
  })

  it('is reported completely: several errors in one run, each with file and line', async () => {
    const report = await importFiles({
      'users.xml': usersXml({ name: 'ann' }),
      'project.xml': withArtifact(
        `\n${changeset(title('x'), { by: 'zoe' })}\n${changeset(title('y'), { on: 'never' })}`,
      ).replace('<long-description/>', ''),
    })
    expect(errorsOf(report)).toEqual([
      expect.stringMatching(/^project\.xml:2 .*long-description/),
      expect.stringMatching(/^project\.xml:\d+ .*zoe/),
      expect.stringMatching(/^project\.xml:\d+ .*never/),
    ])
  })
})

describe('a part with only a warning (import.md §12)', () => {
  it('is skipped, and the rest is imported', async () => {
    const report = await importFiles({
      'users.xml': usersXml({ name: 'flo' }),
      'project.xml': projectXml(
        `<holograms/><frs/><trackers>${trackerXml(
          `<formElements>${field('string', 'F1', 'title')}<formElement type="hologram" ID="F9"><name>shape</name><beam/></formElement>${field('string', 'F6', 'title')}<externalField/></formElements>
          <semantics><semantic type="title"><field REF="F1"/></semantic><semantic type="tooltip"><field REF="F9"/><field REF="F1"/></semantic><semantic type="mood"/></semantics>
          <permissions><permission scope="tracker" ugroup="smugglers" type="PLUGIN_TRACKER_ADMIN"/>
          <permission scope="field" REF="F1" ugroup="UGROUP_REGISTERED" type="PLUGIN_TRACKER_FIELD_UPDATE"/></permissions>
          <artifacts><artifact id="1">${changeset(
            `${title('One')}<field_change field_name="shape" type="string"><value>x</value></field_change>
             <field_change field_name="title" type="cross_word"><value format="rot13">x</value></field_change>
             <field_change field_name="title" type="constructor"><value format="rot13">x</value></field_change>`,
            { by: 'flo' },
          )}${changeset(title('One'), { by: 'flo', on: '2022-04-01T08:00:00+01:00' })}</artifact></artifacts>`,
        )}</trackers>`,
        { name: 'tolerant' },
      ),
    })
    expect(errorsOf(report)).toEqual([])
    expect(report.counts).toMatchObject({ trackers: 1, fields: 2, artifacts: 1, changesets: 1 })
    for (const text of [
      '<holograms> inside <project> is not known',
      'no component for <frs>',
      '"hologram" is not known',
      'is now named "title_1"',
      'refers to F9, which is no field here',
      'semantic "mood"',
      'no user group "smugglers"',
      'nobody has a right on the field "title_1"',
      'no field "shape" in use',
      'values of the kind "cross_word"',
      'changes nothing and says nothing',
    ])
      expect(
        warningsOf(report).filter(warning => warning.includes(text)),
        text,
      ).toHaveLength(1)
  })
})

describe('users of an archive (import.md §3)', () => {
  beforeAll(async () => {
    await inTransaction(test.db, tx =>
      test.app.modules.users.createMany(
        tx,
        [
          { login: 'kimberly', email: 'kim@new.example' },
          { login: 'sleepy', email: 'sleepy@example.org', status: 'S' },
          { login: 'other', email: 'moved@example.org' },
          { login: 'byldap', email: 'old@example.org', ldapId: 'b77' },
        ],
        { userId: 101, means: 'command' },
      ),
    )
  })
  let count = 0
  const attempt = async (user: ArchiveUser, line: string | undefined): Promise<string> => {
    const report = await importFiles(
      { 'users.xml': usersXml(user), 'project.xml': projectXml('', { name: `people-${count++}` }) },
      { isDryRun: true, userMap: { file: 'map.csv', text: `h\n${line === undefined ? '' : `${user.name},${line}`}` } },
    )
    const { usersCreated = 0, usersMapped = 0, usersReused = 0 } = report.counts ?? {}
    return errorsOf(report).length > 0
      ? 'fatal'
      : `${usersCreated} created, ${usersMapped} mapped, ${usersReused} reused`
  }
  const [created, mapped, reused] = [
    '1 created, 0 mapped, 0 reused',
    '0 created, 1 mapped, 0 reused',
    '0 created, 0 mapped, 1 reused',
  ]
  it.each([
    [
      'existing',
      { name: 'kimberly', email: 'KIM@new.example' },
      { none: reused, noop: reused, 'map:other': mapped, 'create:A': 'fatal' },
    ],
    [
      'existing by LDAP id',
      { name: 'whoever', ldapId: 'b77', email: 'x@y.z' },
      { none: reused, noop: reused, 'map:other': mapped, 'create:A': 'fatal' },
    ],
    [
      'to activate',
      { name: 'sleepy', email: 'sleepy@example.org' },
      { none: 'fatal', noop: reused, 'map:other': mapped, 'create:A': 'fatal' },
    ],
    [
      'e-mail mismatch',
      { name: 'other', email: 'else@example.org' },
      { none: 'fatal', noop: 'fatal', 'map:other': mapped, 'create:A': 'fatal' },
    ],
    [
      'same e-mail',
      { name: 'kim', email: 'kim@new.example' },
      { none: 'fatal', noop: 'fatal', 'map:kimberly': mapped, 'create:A': 'fatal' },
    ],
    [
      'new',
      { name: 'fresh', email: 'fresh@example.org' },
      {
        none: 'fatal',
        noop: 'fatal',
        'map:nobody_at_all': 'fatal',
        'map:other': mapped,
        create: created,
        'create:R': created,
        'create:A': created,
      },
    ],
    [
      'the acting administrator, whatever the address',
      { name: 'admin', email: 'admin@elsewhere.example' },
      { none: reused, noop: reused },
    ],
  ] as const)('%s', async (_class, user, expected) => {
    for (const [action, result] of Object.entries(expected))
      expect(await attempt(user, action === 'none' ? undefined : action), action).toBe(result)
  })

  it('automap does not look at addresses', async () => {
    const report = await importFiles(
      {
        'users.xml': usersXml(
          { name: 'other', email: 'else@example.org' },
          { id: 2, name: 'sleepy', email: 'x@y.z' },
          { id: 3, name: 'kim', email: 'kim@new.example' },
        ),
        'project.xml': projectXml('', { name: 'automapped' }),
      },
      { automap: 'no-email,create:R', isDryRun: true },
    )
    expect(report.counts).toMatchObject({ usersCreated: 1, usersReused: 2 })
  })
})

describe('a whole archive', () => {
  it('comes in from a zip with history, people, groups, files, links and sections', async () => {
    const { users, projects, trackers } = test.app.modules
    const comment = (by: string, on: string, body: string, groups = '') =>
      `<comment><submitted_by format="username">${by}</submitted_by><submitted_on format="ISO8601">${on}</submitted_on>${body}${groups}</comment>`
    const file = await archiveZip({
      'users.xml': usersXml(
        { id: 1, name: 'wanda' },
        { id: 2, name: 'bert', ldapId: 'w99' },
        { id: 3, name: 'sue', email: 'old@sue.example' },
      ),
      'data/Artifact5': Buffer.from('PNG of a lens'),
      'data/charts.dump': 'SVN-fs-dump-format-version: 2\n\n',
      'testmanagement.xml':
        '<testmanagement><configuration><issues>T1</issues><campaigns>T2</campaigns><definitions>T2</definitions><executions>T1</executions></configuration>' +
        '<executions><execution execution_artifact_id="70" definition_changeset_id="CHANGESET_2"/><execution execution_artifact_id="7" definition_changeset_id="x"/></executions></testmanagement>',
      'project.xml': projectXml(
        `<ugroups><ugroup name="project_admins" description=""><members><member format="username">wanda</member></members></ugroup>
         <ugroup name="project_members" description=""><members><member format="username">wanda</member><member format="ldap">w99</member></members></ugroup>
         <ugroup name="keepers" description="On duty"><members><member format="id">3</member></members></ugroup></ugroups>
         <natures><nature>_is_child</nature><nature is_used="0">fixed_in</nature></natures>
         <trackers><tracker id="T1"><name><![CDATA[
           Lamps ]]></name><item_name>lamp</item_name><description/><cannedResponses/>
           <formElements>${field('string', 'F1', 'title')}${field('art_link', 'F3', 'links')}${field(
             'sb',
             'F2',
             'state',
             '<bind type="static"><items><item ID="V1" label="Dark"/><item ID="V2" label="Lit"/></items></bind>',
           )}</formElements>
           <artifacts><artifact id="70">${changeset(
             `${title('North lamp')}<field_change field_name="links" type="art_link"><value nature="_is_child">71</value><value>999</value></field_change>`,
             { by: 'wanda', attributes: 'id="CHANGESET_1"' },
           )}</artifact><artifact id="700"/></artifacts></tracker>
         <tracker id="T2" parent_id="T1" notifications_level="2" enable_move_artifacts="0"><name>Jobs</name><item_name>job</item_name><color>deep_blue</color>
           <cannedResponses><cannedResponse><title>Thanks</title><body>Noted.</body></cannedResponse></cannedResponses>
           <formElements><formElement type="fieldset" ID="F10" rank="1"><name>main</name><label>Main</label><formElements>
             <externalField type="ttmstepdef" ID="F17" rank="0"><name>steps</name><label>Steps</label></externalField>
             ${field('string', 'F11', 'title')}${field('date', 'F12', 'due')}${field('file', 'F13', 'photos')}${field('text', 'F18', 'report')}</formElements></formElement>
             ${field(
               'sb',
               'F14',
               'state',
               `<bind type="static" is_rank_alpha="0"><items><item ID="V10" label="Open"/><item ID="V11" label="Closed"/></items>
               <decorators><decorator REF="V10" tlp_color_name="fiesta-red"/></decorators><default_values><value REF="V10"/></default_values></bind>`,
             )}
             ${field('msb', 'F15', 'who', '<bind type="users"><items><item label="group_members"/><item label="ugroup_4711"/></items></bind>')}
             ${field('tbl', 'F16', 'tags', '<bind type="static"><items><item ID="V12" label="oil"/></items></bind>')}</formElements>
           <semantics><semantic type="done"><closed_values><closed_value REF="V11"/><closed_value REF="V10"/></closed_values></semantic>
             <semantic type="title"><field REF="F11"/></semantic>
             <semantic type="status"><field REF="F14"/><open_values><open_value REF="V10"/></open_values></semantic></semantics>
           <simple_workflow><field_id REF="F14"/><is_used>1</is_used><states>
             <state><to_id REF="V10"/><transitions><transition><from_id REF="null"/></transition></transitions></state>
             <state><to_id REF="V11"/><transitions><transition><from_id REF="V10"/></transition></transitions>
               <postactions><postaction_field_date valuetype="2"><field_id REF="F12"/></postaction_field_date><postaction_add_to_top_backlog/></postactions>
               <conditions><condition type="perms"><permissions><permission ugroup="keepers"/></permissions></condition></conditions></state></states></simple_workflow>
           <permissions><permission scope="tracker" ugroup="keepers" type="PLUGIN_TRACKER_ADMIN"/>
             <permission scope="tracker" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_ACCESS_FULL"/>
             <permission scope="field" REF="F11" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_READ"/>
             <permission scope="field" REF="F11" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_UPDATE"/></permissions>
           <artifacts><artifact id="71">
             ${changeset(
               '<field_change field_name="state" type="list" bind="static"><value format="id">11</value></field_change>',
               {
                 by: 'wanda',
                 on: '2022-03-03T09:00:00+01:00',
                 comments: `<comments>${comment('bert', '2022-03-03T10:00:00+01:00', '<body format="text"> Done? </body>')}${comment(
                   'bert',
                   '2022-03-04T09:00:00+01:00',
                   '<body format="commonmark">**Done**</body>',
                   '<private_ugroups><ugroup>keepers</ugroup><ugroup>ghosts</ugroup></private_ugroups>',
                 )}</comments>`,
               },
             )}
             ${changeset(
               `${title('Clean the lens')}<field_change field_name="due" type="date"><value format="ISO8601">2022-03-10T00:00:00+01:00</value></field_change>
               <field_change field_name="state" type="list" bind="static"><value format="id">10</value></field_change>
               <field_change field_name="who" type="list" bind="users"><value format="username">wanda</value></field_change>
               <field_change field_name="tags" type="open_list" bind="static"><value format="id">b12</value><value format="label">wick</value></field_change>
               <field_change field_name="photos" type="file"><value ref="fileinfo_5"/><value ref="fileinfo_6"/></field_change>
               <field_change field_name="report" type="text"><value format="html"><![CDATA[<img src="/plugins/tracker/attachments/5-lens.png"> art #1]]></value></field_change>
               <external_field_change field_name="steps" type="ttmstepdef"><step><description format="commonmark">Climb</description><expected_results format="text"/></step></external_field_change>`,
               { by: 'bert', on: '2022-03-02T09:00:00+01:00', attributes: 'id="CHANGESET_2"' },
             )}
             <file id="fileinfo_5"><filename>lens.png</filename><path>data/Artifact5</path><filesize>812</filesize><filetype>image/png</filetype><description/></file>
             <file id="fileinfo_6"><filename>gone.png</filename><path>data/Artifact6</path><filesize>1</filesize><filetype>image/png</filetype><description/></file>
           </artifact></artifacts></tracker>
         <triggers><trigger_rule><triggers><trigger><field_id REF="F14"/><field_value_id REF="V11"/></trigger></triggers>
           <condition>all_of</condition><target><field_id REF="F2"/><field_value_id REF="V2"/></target></trigger_rule></triggers></trackers>
         <agiledashboard><plannings><planning name="Sprint" planning_tracker_id="T1"><backlogs><backlog>T2</backlog></backlogs></planning>
           <planning name="Lost" planning_tracker_id="T9"><backlogs/></planning></plannings></agiledashboard>
         <svn><repository name="charts" dump-file="data/charts.dump"><access-file>[/plans]
@keepers = rw
</access-file><notification path="/plans" emails="duty@example.org, ann@example.org"/></repository></svn>`,
        { name: 'Light_House', access: 'private', services: '<service shortname="plugin_svn" enabled="0"/>' },
      ),
    })
    await inTransaction(test.db, tx =>
      users.create(tx, { login: 'suzanne', email: 'sue@new.example' }, { userId: 101, means: 'command' }),
    )
    const progress: string[] = []
    const report = await test.app.modules.imports.importProject(file, {
      userMap: { file: 'map.csv', text: 'name,action\nwanda,create:A\nbert,create:R\nsue,map:suzanne' },
      onProgress: phase => {
        if (progress.at(-1) !== phase) progress.push(phase)
      },
    })
    expect(errorsOf(report)).toEqual([])
    expect(report).toMatchObject({
      isImported: true,
      counts: { usersCreated: 2, usersMapped: 1, groups: 1, files: 1, repositories: 1, artifacts: 2, changesets: 3 },
    })
    expect(progress).toEqual(['reading', 'checking', 'files', ...(isSvnMissing ? [] : ['repositories']), 'writing'])
    for (const text of ['(data/Artifact6) is missing', 'ugroup_4711', 'no user group "ghosts"', 'no tracker T9'])
      expect(
        warningsOf(report).filter(warning => warning.includes(text)),
        text,
      ).toHaveLength(1)

    // People and groups.
    const projectId = report.project?.id ?? 0
    const project = await projects.get(projectId)
    expect(project).toMatchObject({
      shortName: 'Light_House',
      access: 'private',
      disabledLinkTypes: new Set(['fixed_in']),
    })
    expect(project?.enabledServices.has('plugin_svn')).toBe(false)
    const [wanda, bert, suzanne] = await Promise.all(
      ['wanda', 'bert', 'suzanne'].map(login => users.findByLogin(login)),
    )
    expect([wanda?.status, bert?.status, bert?.ldapId]).toEqual(['A', 'R', 'w99'])
    const roster = await projects.roster(projectId)
    // The importing account left the project; suzanne became a member through the static group of a private project.
    expect(roster?.members.map(member => [member.login, member.isAdmin])).toEqual([
      ['bert', false],
      ['suzanne', false],
      ['wanda', true],
    ])
    const [keepers] = await projects.userGroups(projectId)
    expect(keepers).toMatchObject({ name: 'keepers', description: 'On duty' })
    expect(suzanne && roster?.usersOfGroup.get(keepers?.id ?? 0)?.map(member => member.userId)).toEqual([suzanne?.id])

    // Trackers.
    const list = [...(await trackers.listOfProject(projectId))].sort((one, other) => one.id - other.id)
    const [lamp, job] = list
    if (!lamp || !job || !wanda || !bert) throw new Error('something is missing')
    expect(list.map(tracker => tracker.name)).toEqual(['Lamps', 'Jobs'])
    expect(job).toMatchObject({
      color: 'deep-blue',
      parentId: lamp.id,
      notificationsLevel: 2,
      enableMoveArtifacts: false,
    })
    expect(job.permissions.admin).toEqual(new Set([keepers?.id]))
    const inOrder = [...job.fields].sort((one, other) => one.id - other.id).map(one => one.name)
    expect(inOrder).toEqual(['main', 'title', 'due', 'photos', 'report', 'steps', 'state', 'who', 'tags'])
    const named = (name: string) => job.fieldByName.get(name)
    const state = named('state')
    const values = state?.bind?.type === 'static' ? state.bind.values : []
    expect(values.map(value => [value.label, value.isDefault, value.colorName])).toEqual([
      ['Open', true, 'fiesta-red'],
      ['Closed', false, null],
    ])
    expect(job.semantics).toMatchObject({
      status: { openValueIds: [values[0]?.id] },
      done: { closedValueIds: [values[1]?.id] },
    })
    expect(named('title')?.permissions).toEqual({ read: new Set(), submit: new Set(), update: new Set([3]) })
    expect(job.workflow).toMatchObject({
      isAdvanced: false,
      isUsed: true,
      transitions: [
        { fromValueId: null, toValueId: values[0]?.id, authorizedUserGroupIds: [3] },
        {
          fromValueId: values[0]?.id,
          toValueId: values[1]?.id,
          authorizedUserGroupIds: [keepers?.id],
          actions: [{ type: 'set_field_value' }, { type: 'add_to_top_backlog' }],
        },
      ],
    })

    // Artifacts, as the API shows them.
    const { rows } = await sql<{ id: number; tracker_id: number; number: number }>`
      select id, tracker_id, number from artifact where project_id = ${projectId} order by id`.execute(test.db.kysely)
    expect(rows.map(row => [row.tracker_id, row.number])).toEqual([
      [lamp.id, 1],
      [job.id, 1],
    ])
    const [north, lens] = rows.map(row => row.id)
    const read = async (url: string) =>
      (await test.request('GET', url, { as: test.admin })).json<Record<string, never>>()
    const artifact = await read(`/api/artifacts/${lens}?values_format=all`)
    const value = (name: string) =>
      (artifact['values'] as unknown as { field_id: number }[]).find(one => one.field_id === named(name)?.id)
    expect(artifact).toMatchObject({ submitted_by: bert.id, title: 'Clean the lens' })
    expect(new Date(artifact['submitted_on'] as unknown as string).toISOString()).toBe('2022-03-02T08:00:00.000Z')
    expect(new Date(artifact['last_modified_date'] as unknown as string).toISOString()).toBe('2022-03-03T08:00:00.000Z')
    // The post action did not run, and a day has the written date.
    expect(value('due')).toMatchObject({ value: expect.stringMatching(/^2022-03-10T00:00:00/) as string })
    expect(value('state')).toMatchObject({ bind_value_ids: [values[1]?.id] })
    expect(value('who')).toMatchObject({ bind_value_ids: [wanda.id] })
    expect(value('tags')).toMatchObject({ bind_value_ids: ['oil', 'wick'] })
    const files = (value('photos') as unknown as { file_descriptions: { id: number }[] }).file_descriptions
    expect(files).toMatchObject([{ name: 'lens.png', size: 13, type: 'image/png', submitted_by: bert.id }])
    expect(value('report')).toMatchObject({
      value: expect.stringContaining(`/plugins/tracker/attachments/${files[0]?.id}-lens.png`) as string,
    })
    expect(value('steps')).toMatchObject({
      value: [{ rank: 1, commonmark_description: 'Climb', expected_results: '' }],
    })
    expect(await read(`/api/artifacts/${north}/linked_artifacts?direction=forward&nature=_is_child`)).toMatchObject({
      collection: [{ id: lens }],
    })

    const { rows: history } = await sql<object>`
      select submitted_by, comment_body, comment_format, comment_group_ids, comment_edited_by, jsonb_array_length(comment_history) earlier
      from changeset where artifact_id = ${lens} order by id`.execute(test.db.kysely)
    expect(history).toMatchObject([
      { submitted_by: bert.id, comment_body: '' },
      {
        submitted_by: wanda.id,
        comment_body: '**Done**',
        comment_format: 'commonmark',
        comment_group_ids: [keepers?.id],
        comment_edited_by: bert.id,
        earlier: 1,
      },
    ])

    // Stored for later, with a warning.
    const { rows: kept } = await sql<{ section: string; content: string }>`
      select section, content from kept_section where project_id = ${projectId} order by section`.execute(
      test.db.kysely,
    )
    const { rows: changesets } = await sql<{
      id: number
    }>`select id from changeset where artifact_id = ${lens} order by id`.execute(test.db.kysely)
    const charts = {
      name: 'charts',
      accessFile: '[/plans]\n@keepers = rw',
      notifications: [{ path: '/plans', emails: ['duty@example.org', 'ann@example.org'] }],
    }
    if (!isSvnMissing) {
      const [repository] = await test.app.modules.svn.listOfProject(projectId)
      expect(repository).toMatchObject({ name: 'charts', accessFile: { version: 1, text: charts.accessFile } })
      const { rows: told } = await sql<object>`
        select path, emails from svn_notification where repository_id = ${repository?.id}`.execute(test.db.kysely)
      expect(told).toEqual(charts.notifications)
    }
    expect(kept.map(row => [row.section, JSON.parse(row.content) as unknown])).toMatchObject([
      ...(isSvnMissing ? [['svn', { repositories: [{ ...charts, dump: { size: 33 } }] }]] : []),
      [
        'testmanagement',
        { issues: lamp.id, campaigns: job.id, pins: [{ artifactId: north, changesetId: changesets[0]?.id }] },
      ],
    ])
    const { rows: events } = await sql<{ kind: string }>`
      select kind from event where project_id = ${projectId} and kind = 'project.imported' and means = 'import' and actor_id = 101`.execute(
      test.db.kysely,
    )
    expect(events).toHaveLength(1)
    const { rows: rest } = await sql<object>`
      select (select count(*) from planning where project_id = ${projectId}) plannings,
        (select count(*) from workflow_trigger where target_tracker_id = ${lamp.id}) triggers,
        (select count(*) from file where artifact_id = ${lens}) files`.execute(test.db.kysely)
    expect(rest).toEqual([{ plannings: 1, triggers: 1, files: 1 }])
  })
})

describe('an existing project', () => {
  it('takes what an archive brings, leaves what it has, and its administrator may do it', async () => {
    const first = await importFiles({
      'users.xml': usersXml({ name: 'gina' }),
      'project.xml': projectXml(
        `<ugroups><ugroup name="project_admins" description=""><members><member format="username">gina</member></members></ugroup>
         <ugroup name="crew" description=""><members/></ugroup></ugroups><trackers>${trackerXml(boatFields)}</trackers>`,
        { name: 'dock' },
      ),
    })
    const gina = await test.app.modules.users.findByLogin('gina')
    const second = {
      'users.xml': usersXml({ name: 'gina' }),
      'project.xml': projectXml(
        `<ugroups><ugroup name="crew" description="other"><members><member format="username">gina</member></members></ugroup></ugroups>
         <trackers>${trackerXml(boatFields, { item: 'crane' })}</trackers>`,
        { name: 'ignored' },
      ),
    }
    const options = { automap: 'no-email,create:A', project: 'DOCK', actingUserId: gina?.id ?? 0 }
    expect(
      errorsOf(
        await importFiles({ ...second, 'project.xml': second['project.xml'].replaceAll('crane', 'boat') }, options),
      ).join(),
    ).toContain('two trackers')
    const report = await importFiles(second, options)
    expect(errorsOf(report)).toEqual([])
    expect(report.project).toEqual({ id: first.project?.id, shortName: 'dock' })
    expect(warningsOf(report).join()).toContain('user group "crew" already')
    const trackers = await test.app.modules.trackers.listOfProject(first.project?.id ?? 0)
    expect(trackers.map(tracker => tracker.itemName).sort()).toEqual(['boat', 'crane'])
    // §2.1: services that the archive does not name are off.
    expect((await test.app.modules.projects.get(first.project?.id ?? 0))?.enabledServices.has('plugin_svn')).toBe(false)

    const elsewhere = await importFiles(second, { automap: 'no-email,create:A', actingUserId: gina?.id ?? 0 })
    expect(errorsOf(elsewhere).join()).toContain('may not import')
  })
})

describe('groups of an archive (import.md §2.2)', () => {
  it('take any name that is one, and no restricted user where the project admits none', async () => {
    const group = (name: string, ...members: string[]) =>
      `<ugroup name="${name}" description=""><members>${members.map(login => `<member format="username">${login}</member>`).join('')}</members></ugroup>`
    const report = await importFiles(
      {
        'users.xml': usersXml({ id: 1, name: 'free' }, { id: 2, name: 'bound' }),
        'project.xml': projectXml(
          `<ugroups>${group('project_members', 'free', 'bound')}${group('constructor', 'bound', 'free')}${group('not a name')}${group('svn_admins', 'free')}${group('document_techs')}</ugroups>`,
          { name: 'members-only', access: 'private-wo-restr' },
        ),
      },
      { userMap: { file: 'map.csv', text: 'h\nfree,create:A\nbound,create:R' } },
    )
    expect(errorsOf(report)).toEqual([])
    const roster = await test.app.modules.projects.roster(report.project?.id ?? 0)
    expect(roster?.members.map(member => [member.login, member.isSvnAdmin])).toEqual([['free', true]])
    expect(roster?.groups.map(one => one.name)).toEqual(['constructor'])
    expect([...(roster?.usersOfGroup.values() ?? [])].flat().map(one => one.login)).toEqual(['free'])
    expect(warningsOf(report).filter(warning => warning.includes('restricted user "bound"'))).toHaveLength(2)
    for (const text of ['"not a name" was not created', 'document_techs'])
      expect(
        warningsOf(report).filter(warning => warning.includes(text)),
        text,
      ).toHaveLength(1)
  })
})

describe('histories (import.md §6)', () => {
  it('follow time, not the document; doubles, strangers, follow-ups of creations and lost names are dealt with', async () => {
    const said = (by: string, on: string, body: string, groups = '') =>
      `<comment>${by}<submitted_on>${on}</submitted_on><body format="text">${body}</body>${groups}</comment>`
    const stranger = '<submitted_by format="email" is_anonymous="1">passer-by@example.net</submitted_by>'
    const nina = '<submitted_by format="username">nina</submitted_by>'
    const links = (text: string) => `<field_change field_name="links" type="art_link">${text}</field_change>`
    const report = await importFiles({
      'users.xml': usersXml({ name: 'nina' }),
      'data/1': 'one',
      'data/2': 'second',
      'project.xml': projectXml(
        `<trackers>${trackerXml(
          `${boatFields}<artifacts>
          <artifact id="5">${changeset(title('first of two'), { by: 'nina' })}</artifact>
          <artifact id="5">${changeset(title('second of two'), { by: 'nina' })}</artifact>
          <artifact id="6">
            ${changeset(`${title('late')}<field_change field_name="photos" type="file"><value ref="fileinfo_2"/></field_change>`, { by: 'nina', on: '2022-05-03T00:00:00Z' })}
            <changeset>${stranger}<submitted_on>2022-05-02T02:00:00+02:00</submitted_on><comments>${said(stranger, '2022-05-02T00:00:00Z', 'From the quay')}</comments>${links('<value nature="no_such_type">5</value>')}</changeset>
            ${changeset(
              `${title('early')}<field_change field_name="photos" type="file"><value ref="fileinfo_1"/></field_change>`,
              {
                by: 'nina',
                on: '2022-05-01T00:00:00Z',
                comments: `<comments>${said(nina, '2022-05-01T00:00:00Z', 'At creation')}</comments>`,
              },
            )}
            ${changeset('', { by: 'nina', on: '2022-05-04T00:00:00Z', comments: `<comments>${said(nina, '2022-05-04T00:00:00Z', 'Secret', '<private_ugroups><ugroup>ghosts</ugroup></private_ugroups>')}</comments>` })}
            ${changeset('', { by: 'nina', on: '2022-05-05T00:00:00Z', comments: `<comments>${said(nina, '2022-05-05T00:00:00Z', '  ')}</comments>` })}
            <file id="fileinfo_1"><filename>1.txt</filename><path>data/1</path></file>
            <file id="fileinfo_2"><filename>2.txt</filename><path>data/2</path></file>
          </artifact></artifacts>`,
        )}</trackers>`,
        { name: 'histories' },
      ),
    })
    expect(errorsOf(report)).toEqual([])
    expect(report.counts).toMatchObject({ artifacts: 3, changesets: 6, files: 2 })
    const { rows } = await sql<{ id: number; title: string; by: number; email: string | null; at: Date }>`
      select a.id, c.delta::text title, c.submitted_by "by", c.submitted_by_email email, c.submitted_on at, c.comment_body comment,
        c.comment_group_ids groups
      from artifact a join changeset c on c.artifact_id = a.id where a.project_id = ${report.project?.id ?? 0}
      order by a.id, c.id`.execute(test.db.kysely)
    const history = rows.slice(2)
    expect(history.map(row => [row.by === 0, row.email, row.at.toISOString()])).toEqual([
      [false, null, '2022-05-01T00:00:00.000Z'],
      [true, 'passer-by@example.net', '2022-05-02T00:00:00.000Z'],
      [false, null, '2022-05-03T00:00:00.000Z'],
      [false, null, '2022-05-04T00:00:00.000Z'],
    ])
    expect(history.map(row => (row as unknown as { comment: string }).comment)).toEqual([
      '',
      'From the quay',
      '',
      'Secret',
    ])
    // A comment for unknown groups is hidden from everybody.
    expect(history.at(-1)).toMatchObject({ groups: [] })

    const [, second, last] = [...new Set(rows.map(row => row.id))]
    const artifact = (await test.request('GET', `/api/artifacts/${last}`, { as: test.admin })).json<{
      title: string
      values: { label: string; links?: { id: number; type: string | null }[]; file_descriptions?: { name: string }[] }[]
    }>()
    const value = (label: string) => artifact.values.find(one => one.label === label)
    // Attachments accumulate; the link leads to the last artifact of that id and lost its type.
    expect(value('title')).toMatchObject({ value: 'late' })
    expect(value('photos')?.file_descriptions?.map(one => one.name)).toEqual(['1.txt', '2.txt'])
    expect(value('links')?.links?.map(link => link.id)).toEqual([second])
    expect(value('links')?.links?.[0]?.type ?? '').toBe('')
    for (const text of [
      'creation of an artifact has no comment',
      'no user group "ghosts"',
      'changes nothing and says nothing',
    ])
      expect(
        warningsOf(report).filter(warning => warning.includes(text)),
        text,
      ).toHaveLength(1)
  })
})

describe('forms and rules', () => {
  it('keep all six comparators, and the order of the document among elements of one rank (import.md §5.2, §5.6)', async () => {
    const comparators = ['<', '≤', '=', '≥', '>', '≠']
    const date = (id: string, name: string) => field('date', id, name)
    const rules = comparators.map(
      comparator =>
        `<rule><source_field REF="F3"/><target_field REF="F5"/><comparator type="${comparator.replace('<', '&lt;')}"/></rule>`,
    )
    const report = await importFiles({
      'users.xml': usersXml(),
      'project.xml': projectXml(
        `<trackers>${trackerXml(
          `<formElements>${field(
            'fieldset',
            'F1',
            'box',
            `<formElements>${date('F3', 'start')}<externalField type="ttmstepdef" ID="F4" rank="1"><name>steps</name><label>Steps</label></externalField>${date('F5', 'end')}</formElements>`,
          )}</formElements><rules><date_rules>${rules.join('')}</date_rules></rules>`,
        )}</trackers>`,
        { name: 'forms-and-rules' },
      ),
    })
    expect(errorsOf(report)).toEqual([])
    const { rows } = await sql<{ id: number }>`
      select id from tracker where project_id = ${report.project?.id ?? 0}`.execute(test.db.kysely)
    const tracker = (await test.request('GET', `/api/trackers/${rows[0]?.id}`, { as: test.admin })).json<{
      fields: { field_id: number; name: string }[]
      structure: { id: number; content: { id: number }[] }[]
      workflow: { rules: { dates: { comparator: string }[] } }
    }>()
    expect(tracker.workflow.rules.dates.map(rule => rule.comparator)).toEqual(comparators)
    const nameOf = new Map(tracker.fields.map(each => [each.field_id, each.name]))
    expect(tracker.structure[0]?.content.map(each => nameOf.get(each.id))).toEqual(['start', 'steps', 'end'])
    // Ids follow the order of creation: the external field follows the others of its container (import.md §5.2).
    expect([...nameOf].sort(([one], [other]) => one - other).map(([, name]) => name)).toEqual([
      'box',
      'start',
      'end',
      'steps',
    ])
  })
})

describe('a damaged attachment', () => {
  it('keeps everything from being imported, in a dry run as in an import', async () => {
    const zip = await archiveZip({
      'users.xml': usersXml(),
      'data/a': 'content',
      'project.xml': projectXml(
        `<trackers>${trackerXml(
          `${boatFields}<artifacts><artifact id="1"><changeset><submitted_by format="email">a@example.net</submitted_by>
          <submitted_on>2022-01-01T00:00:00Z</submitted_on><comments/><field_change field_name="photos" type="file"><value ref="fileinfo_1"/></field_change>
          </changeset><file id="fileinfo_1"><filename>a</filename><path>data/a</path></file></artifact></artifacts>`,
        )}</trackers>`,
        { name: 'damaged' },
      ),
    })
    const bytes = await readFile(zip)
    // The checksum in the directory entry of data/a, which is the second entry.
    const first = bytes.indexOf(Buffer.from('504b0102', 'hex'))
    const checksum = bytes.indexOf(Buffer.from('504b0102', 'hex'), first + 4) + 16
    bytes.writeUInt8(bytes.readUInt8(checksum) ^ 1, checksum)
    await writeFile(zip, bytes)
    const before = await footprint()
    for (const isDryRun of [true, false]) {
      const report = await test.app.modules.imports.importProject(zip, { automap: 'no-email,create:A', isDryRun })
      expect(report).toMatchObject({ isImported: false, project: null })
      expect(errorsOf(report).join()).toMatch(/"data\/a" (is damaged|cannot be read)/)
    }
    expect(await footprint()).toEqual(before)
  })
})
