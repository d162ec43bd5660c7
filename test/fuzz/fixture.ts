// The fixture of the fuzzer: a writable project, trackers and objects that may be spoilt, and a secret project. Only some callers may
// read each secret. Everything is created over HTTP in the same order, so that ids are the same in every run.
import {
  addSiteGroupMember,
  addSitePermission,
  findOrCreateSiteGroup,
} from '../../src/modules/auth/store/auth.store.ts'
import { invalidateMany, inTransaction, type Db } from '../../src/platform/db/db.ts'
import { writeCardwalls } from '../../src/modules/planning/store/cardwalls.store.ts'
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SendRequest, ReceivedResponse } from './send-request.ts'

export interface FixtureOptions {
  readonly exchange: SendRequest
  readonly db: Db
  readonly admin: readonly [login: string, password: string]
  /** Subversion and Apache are there. */
  readonly hasSvn: boolean
}

/**
 * The tries of a caller. `anything`: the caller has no rights in the secret project, so every try there must fail. `garden`: the caller has
 * rights there, and does not change it. `reads`: the caller does not write.
 */
type CallerUse = 'anything' | 'garden' | 'reads'

export interface Caller {
  readonly name: string
  readonly use: CallerUse
  readonly headers: Readonly<Record<string, string>>
  readonly userId: number
}

/** A word in some object, and the callers who may read it; an empty list = none. */
export interface Secret {
  readonly word: string
  readonly what: string
  readonly readers: ReadonlySet<string>
}

export interface Field {
  readonly field_id: number
  readonly name: string
  readonly type: string
  readonly values: readonly { readonly id: number; readonly label: string }[] | null
}

export interface FixtureTracker {
  readonly id: number
  readonly fields: readonly Field[]
  readonly field: (name: string) => number
  readonly statusIds: () => readonly number[]
}

export type TrackerName = 'bug' | 'story' | 'task' | 'test_case'

export interface FixtureProject {
  readonly id: number
  readonly trackers: Readonly<Record<TrackerName, FixtureTracker>>
}

/** Ids that stand in the place of a parameter, by what is done with them. */
export interface IdPool {
  /** Ids in the writable project: every request without hostile values succeeds on them. */
  readonly use: readonly (string | number)[]
  /** Ids for writes that spoil their object; absent: as `use`. */
  readonly spoil?: readonly (string | number)[]
  /** To be deleted. */
  readonly remove?: readonly (string | number)[]
  /** Ids in the secret project. */
  readonly secret: readonly (string | number)[]
}

export interface Fixture {
  readonly callers: readonly Caller[]
  caller(name: string): Caller
  readonly secrets: readonly Secret[]
  readonly writableProject: FixtureProject
  /** Its trackers are redefined. */
  readonly spoilableProject: FixtureProject
  readonly secretProject: FixtureProject
  readonly artifacts: Readonly<Record<TrackerName, number>>
  readonly pools: Readonly<Record<string, IdPool>>
  /** Changesets with a comment, by artifact: those that may be edited, and one for some groups in the vault. */
  readonly comments: ReadonlyMap<number, number>
  readonly privateComment: { readonly artifactId: number; readonly changesetId: number }
  /** A delivery of each webhook that is over. */
  readonly deliveries: ReadonlyMap<number, number>
  /** A column of the cardwall of the writable project. */
  readonly columnId: number
  /**
   * A caller whose sessions and tokens end at the end of the run, and who does nothing before. Also a member of the group that is
   * deleted.
   */
  readonly leaver: Caller
  /** Parts of the spoilt tracker, by path: sending them back changes nothing. */
  readonly parts: Readonly<Record<string, unknown>>
  /** A kanban that requests may spoil, and a column of another one. */
  readonly kanban: { readonly id: number; readonly columnId: number }
  readonly hasSvn: boolean
  readonly adminPassword: string
  readonly call: CallApi
  /** From now on restricted accounts are in use, and nobody reads without signing in. */
  restrict(): Promise<void>
}

type CallApi = (
  method: string,
  path: string,
  options?: {
    readonly as?: Readonly<Record<string, string>>
    readonly json?: unknown
    readonly ok?: readonly number[]
  },
) => Promise<ReceivedResponse & { json<T>(): T }>

/** An import that waits for its content. */
export const EMPTY_IMPORT = { source: 'walk', format: 'ndjson', file_name: 'walk.ndjson', file_size: 10 } as const

const trackerNames: readonly TrackerName[] = ['bug', 'story', 'task', 'test_case']
const people = ['mia', 'gil', 'victim', 'spare', 'otto', 'rita', 'rosa', 'ida', 'lim', 'vera'] as const
type Person = (typeof people)[number]

export const createFixture = async ({ exchange, db, admin, hasSvn }: FixtureOptions): Promise<Fixture> => {
  const call: CallApi = async (method, path, { as = adminHeaders, json, ok = [200, 201, 202, 204] } = {}) => {
    const received = await exchange({
      method,
      url: path.startsWith('/oauth2/') ? path : `/api${path}`,
      headers: { ...as, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { payload: JSON.stringify(json) }),
    })
    if (!ok.includes(received.status))
      throw new Error(`${method} ${path} → ${received.status} ${received.body.toString().slice(0, 500)}`)
    return { ...received, json: <T>() => JSON.parse(received.body.toString()) as T }
  }
  const adminHeaders: Readonly<Record<string, string>> = { authorization: basic(admin) }
  const made = async (path: string, json: unknown, as = adminHeaders): Promise<{ id: number }> =>
    (await call('POST', path, { json, as })).json<{ id: number }>()
  const keyOf = async (as: Readonly<Record<string, string>>, json: object = {}) => {
    const { identifier } = (await call('POST', '/access_keys', { as, json })).json<{ identifier: string }>()
    // tlp-k1-<number>.<secret>
    const id = Number(/-(\d+)\./.exec(identifier)?.[1])
    return { id, headers: { 'x-auth-accesskey': identifier }, secret: identifier }
  }

  // --- accounts; the first ones are there to be spoilt: hostile numbers are small ---
  const ids = {} as Record<Person, number>
  for (const login of people) {
    const json = {
      username: login,
      real_name: `The ${login}`,
      email: login === 'ida' ? `${WORDS.email}@example.org` : `${login}@example.org`,
      password: passwordOf(login),
    }
    ids[login] = (await made('/site/users', json)).id
  }
  const as = (login: Person) => ({ authorization: basic([login, passwordOf(login)]) })
  const doomedKeys: number[] = []
  for (let count = 0; count < 6; count++) doomedKeys.push((await keyOf(adminHeaders)).id)
  const keys = {} as Record<Person | 'admin', Readonly<Record<string, string>>>
  keys.admin = (await keyOf(adminHeaders)).headers
  for (const login of people) if (login !== 'victim') keys[login] = (await keyOf(as(login))).headers

  await inTransaction(db, async tx => {
    const groupId = await findOrCreateSiteGroup(tx, 'Auditors')
    await addSitePermission(tx, groupId, 'rest_read_only_admin')
    await addSiteGroupMember(tx, groupId, ids.rosa)
    await invalidateMany(tx, 'site_group', [ids.rosa])
  })

  // --- projects; numbers next to those of the garden are of projects that may be spoilt ---
  const project = async (shortname: string, isPublic = true, more: object = {}): Promise<FixtureProject> => {
    const { id } = await made('/projects', {
      shortname,
      label: `The ${shortname}`,
      description: `All about the ${shortname}`,
      is_public: isPublic,
      template_id: 100,
      ...more,
    })
    return readProject(id)
  }
  const readProject = async (id: number): Promise<FixtureProject> => {
    const list = (await call('GET', `/projects/${id}/trackers?limit=50`)).json<
      { id: number; item_name: string; fields: Field[] }[]
    >()
    const trackers = Object.fromEntries(list.map(({ id, item_name, fields }) => [item_name, trackerOf(id, fields)]))
    return { id, trackers: trackers as FixtureProject['trackers'] }
  }
  const setMembers = (id: number, logins: readonly string[], group = 3) =>
    call('PUT', `/user_groups/${id}_${group}/users`, {
      json: { user_references: logins.map(username => ({ username })) },
    })
  const groupIn = async (projectId: number, short_name: string, logins: readonly string[], description = '') => {
    const group = (
      await call('POST', '/user_groups', { json: { project_id: projectId, short_name, description } })
    ).json<{
      id: string
    }>()
    if (logins.length > 0)
      await call('PUT', `/user_groups/${group.id}/users`, {
        json: { user_references: logins.map(username => ({ username })) },
      })
    return group.id
  }
  await project('heap')
  const compost = await project('compost')
  const garden = await project('garden')
  const shed = await project('shed')
  const vault = await project(WORDS.shortname, false, { label: WORDS.project, description: `About ${WORDS.project}` })
  // For whoever comes across numbers that are one more.
  const fallow = await project('fallow')
  await setMembers(garden.id, ['admin', 'mia', 'gil', 'vera'])
  await setMembers(garden.id, ['admin', 'gil'], 4)
  await setMembers(vault.id, ['admin', 'vera', 'ida', 'lim'])
  await setMembers(vault.id, ['admin', 'vera'], 4)

  // --- the writable project ---
  const artifact = async (tracker: FixtureTracker, title: string, values: readonly unknown[] = [], by = adminHeaders) =>
    (
      await made(
        '/artifacts',
        { tracker: { id: tracker.id }, values: [{ field_id: tracker.field('title'), value: title }, ...values] },
        by,
      )
    ).id
  const doomed: number[] = []
  for (let count = 0; count < 5; count++) doomed.push(await artifact(garden.trackers.bug, 'For whoever deletes 1'))
  // Others delete these, because an account may delete a few artifacts a day.
  const trashed: number[] = []
  for (let count = 0; count < 4; count++) trashed.push(await artifact(garden.trackers.bug, 'In the trash'))
  for (const id of trashed) await call('DELETE', `/artifacts/${id}`, { as: keys.gil })
  const artifacts = {} as Record<TrackerName, number>
  for (const name of trackerNames) artifacts[name] = await artifact(garden.trackers[name], `A ${name}`, [], keys.mia)
  const attach = async (
    tracker: FixtureTracker,
    artifactId: number,
    name: string,
    content: string,
    description = '',
  ) => {
    const fieldId = tracker.field('attachments')
    const file = { name, file_size: Buffer.byteLength(content), file_type: 'text/plain', description }
    const { id } = (await call('POST', `/tracker_fields/${fieldId}/files`, { json: file })).json<{ id: number }>()
    if (content !== '') {
      const sent = await exchange({
        method: 'PATCH',
        url: `/uploads/tracker/file/${id}`,
        headers: {
          ...adminHeaders,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        payload: content,
      })
      if (sent.status !== 204) throw new Error(`the upload ended with ${sent.status}`)
    }
    const held = (await call('GET', `/artifacts/${artifactId}`)).json<{
      values: { field_id: number; file_descriptions?: { id: number }[] }[]
    }>()
    const before = held.values.find(value => value.field_id === fieldId)?.file_descriptions ?? []
    const values = [{ field_id: fieldId, value: [...before.map(file => file.id), id] }]
    await call('PUT', `/artifacts/${artifactId}`, { json: { values } })
    return id
  }
  const fileId = await attach(garden.trackers.bug, artifacts.bug, 'leaf.txt', 'green and round')
  const workflowOf = async (tracker: FixtureTracker): Promise<number> => {
    const set = (rules: object) =>
      call(
        'PATCH',
        `/trackers/${tracker.id}?query=${encodeURIComponent(JSON.stringify({ workflow: { set_transitions_rules: rules } }))}`,
      )
    await set({ field_id: tracker.field('status') })
    const { id } = await made('/tracker_workflow_transitions', {
      tracker_id: tracker.id,
      from_id: 0,
      to_id: tracker.statusIds()[0],
    })
    await set({ is_used: false })
    return id
  }
  const transitionId = await workflowOf(compost.trackers.bug)
  const doomedTransition = await workflowOf(compost.trackers.task)
  const gardenGroup = await groupIn(garden.id, 'gardeners', ['mia'])
  const spoiltGroup = await groupIn(compost.id, 'worms', [])
  const doomedGroup = await groupIn(compost.id, 'slugs', ['spare'])
  const reportOf = async (tracker: FixtureTracker, label: string, by: Readonly<Record<string, string>>, more = {}) =>
    (await made('/tracker_reports', { tracker: { id: tracker.id }, label, ...more }, by)).id
  const report = await reportOf(garden.trackers.bug, 'Mine', keys.admin)
  /** A planning of bugs over stories, whose cardwall has a column for each status of a story. */
  const planningOf = async (project: FixtureProject): Promise<number> =>
    inTransaction(db, async tx => {
      await invalidateMany(tx, 'planning', [project.id])
      const { rows } = await sql<{ id: number }>`
        insert into planning (project_id, name, planning_tracker_id, backlog_tracker_ids)
        values (${project.id}, 'Plan', ${project.trackers.bug.id}, ${[project.trackers.story.id]}) returning id`.execute(
        tx,
      )
      const planningId = rows[0]?.id ?? 0
      const states = project.trackers.story.fields.find(({ name }) => name === 'status')?.values ?? []
      const columns = states.map(({ label }) => ({ label, color: '#F8F8F8', valueIds: [] }))
      await writeCardwalls(tx, project.id, [{ planningId, columns, mappings: [] }])
      return planningId
    })
  const columnOf = async (planningId: number): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select id from cardwall_column where planning_id = ${planningId} order by place limit 1`.execute(db.kysely)
    return rows[0]?.id ?? 0
  }
  const gardenPlanning = await planningOf(garden)
  const kanbanOf = async (project: FixtureProject, name: TrackerName, label = 'Board'): Promise<number> =>
    (await made(`/projects/${project.id}/kanbans`, { tracker_id: project.trackers[name].id, label })).id
  const gardenKanban = await kanbanOf(garden, 'bug')
  const compostKanban = await kanbanOf(compost, 'bug')
  const doomedKanban = await kanbanOf(garden, 'task')
  const roadmapOf = async (project: FixtureProject, title: string): Promise<number> => {
    const { bug, story } = project.trackers
    return (
      await made(`/projects/${project.id}/roadmaps`, { title, tracker_ids: [bug.id], level_1_tracker_id: story.id })
    ).id
  }
  const gardenRoadmap = await roadmapOf(garden, 'Beds')
  const doomedRoadmap = await roadmapOf(garden, 'Old beds')
  const doomedReport = await reportOf(garden.trackers.bug, 'Old', keys.admin)
  const repository = async (projectId: number, name: string, settings?: object): Promise<number> =>
    hasSvn ? (await made('/svn', { project_id: projectId, name, ...(settings && { settings }) })).id : 1
  const gardenRepository = await repository(garden.id, 'seeds')
  const doomedRepository = await repository(compost.id, 'weeds')
  const appIn = async (path: string, name: string, pkce = false) =>
    (await call('POST', path, { json: { name, redirect_uri: 'https://app.example/callback', use_pkce: pkce } })).json<{
      id: number
      client_id: string
      client_secret: string
    }>()
  const gardenApp = await appIn(`/projects/${garden.id}/oauth2_apps`, 'Seed catalogue')
  const doomedApp = await appIn(`/projects/${garden.id}/oauth2_apps`, 'Old catalogue')
  const deliveries = new Map<number, number>()
  const webhookIn = async (projectId: number, name: string): Promise<number> => {
    const url = `https://127.0.0.1:9/${name}`
    const { id } = await made('/webhooks', { scope: 'project', project_id: projectId, url })
    deliveries.set(id, (await made(`/webhooks/${id}/test`, undefined)).id)
    return id
  }
  const gardenWebhook = await webhookIn(garden.id, 'seeds')
  const doomedWebhook = await webhookIn(garden.id, 'weeds')
  const importIn = async (projectId: number): Promise<number> =>
    (await made(`/projects/${projectId}/imports`, EMPTY_IMPORT)).id
  const gardenImport = await importIn(garden.id)
  const doomedImport = await importIn(garden.id)
  const temporary = async (by: Readonly<Record<string, string>>, name: string) =>
    (await made('/artifact_temporary_files', { name, mimetype: 'text/plain', content: 'YQ==' }, by)).id
  const temporaryFile = await temporary(keys.admin, 'log.txt')
  const doomedFile = await temporary(keys.admin, 'old.txt')
  const services = (await call('GET', `/projects/${fallow.id}/project_services`)).json<{ id: number; name: string }[]>()
  const service = services[2]?.id ?? 0
  const parts: Record<string, unknown> = {}
  for (const part of PARTS)
    parts[`/trackers/{id}/${part}`] = (await call('GET', `/trackers/${compost.trackers.bug.id}/${part}`)).json()
  const deniedField = compost.trackers.story.field('description')

  // --- the secret project ---
  const secrets: Secret[] = []
  const secret = (what: string, word: string, readers: readonly string[]): string => {
    secrets.push({ what, word, readers: new Set(readers) })
    return word
  }
  const admins = ['admin', 'rosa', 'vera', 'vera reads']
  const members = [...admins, 'ida', 'lim']
  // A narrow key reads what is of the account alone, and changes nothing of it (decision 38).
  const ofVera = ['vera', 'vera reads', 'narrow']
  // Its scope is `read:project`, which opens the latest activity of a project and the words that references begin with, too.
  const inProject = [...members, 'application']
  secret('the name of a private project', WORDS.project, inProject)
  secret('the short name of a private project', WORDS.shortname, inProject)
  secret(
    'an e-mail address',
    WORDS.email,
    CALLER_NAMES.filter(name => name !== 'anonymous'),
  )
  await call('PUT', `/projects/${vault.id}/banner`, {
    json: { message: secret('the banner of a private project', WORDS.banner, inProject) },
  })
  const vaultGroup = await groupIn(vault.id, WORDS.group, ['vera'], `For ${WORDS.group}`)
  secret('a user group of a private project', WORDS.group, inProject)

  const open = vault.trackers.bug
  const closed = vault.trackers.story
  const definition = async (tracker: FixtureTracker, change: (definition: Definition) => void) => {
    const now = (await call('GET', `/trackers/${tracker.id}/definition`)).json<Definition>()
    change(now)
    await call('PUT', `/trackers/${tracker.id}/definition`, { json: now })
  }
  // A field that members do not see, and one whose list they do not see.
  await definition(open, now => {
    now.general.description = secret('the description of a tracker', WORDS.tracker, members)
    const [fieldset] = now.form
    for (const field of fieldset?.content ?? [])
      if (field.name === 'reports' || field.name === 'platforms' || field.name === 'description') {
        field.permissions = { read: ['project_admins'], submit: ['project_admins'], update: ['project_admins'] }
        field.label = secret(`the label of a hidden field`, `${WORDS.label}${field.name}`, admins)
      }
    fieldset?.content?.push({
      type: 'sb',
      name: 'hidden_list',
      label: secret('the label of a hidden list', WORDS.list, admins),
      bind: { type: 'static', values: [{ label: secret('a value of a hidden list', WORDS.value, admins) }] },
      permissions: { read: ['project_admins'], submit: ['project_admins'], update: ['project_admins'] },
    })
    fieldset?.content?.push({
      type: 'perm',
      name: 'who',
      label: 'Who may see it',
      permissions: { read: ['project_admins'], submit: ['project_admins'], update: ['project_admins'] },
    })
    now.canned_responses = [{ title: secret('a canned response', WORDS.canned, members), body: WORDS.canned }]
    now.webhooks = [`https://127.0.0.1:9/${secret('the address of a webhook', WORDS.webhook, admins)}`]
  })
  await definition(closed, now => {
    now.general.name = secret('the name of a closed tracker', WORDS.closed, [...admins, 'application'])
    now.general.item_name = `${WORDS.closed}s`.slice(0, 20)
    now.permissions = { ...now.permissions, full: ['project_admins'] }
  })
  const { trackers: known } = await readProject(vault.id)
  const openNow = known.bug
  const hidden = openNow.fields.find(field => field.name === 'hidden_list')
  const shown = await artifact(open, secret('an artifact of a private project', WORDS.artifact, inProject), [
    { field_id: open.field('description'), value: secret('the value of a hidden field', WORDS.hidden, admins) },
    { field_id: openNow.field('hidden_list'), bind_value_ids: [hidden?.values?.[0]?.id] },
  ])
  const restricted = await artifact(
    open,
    secret('a restricted artifact', WORDS.restricted, [...admins, 'application']),
    [{ field_id: openNow.field('who'), value: { granted_groups: [`${vault.id}_4`] } }],
  )
  const behind = await artifact(
    closed,
    secret('an artifact of a closed tracker', WORDS.behind, [...admins, 'application']),
  )
  const gone = await artifact(open, secret('an artifact in the trash', WORDS.trashed, admins))
  await call('DELETE', `/artifacts/${gone}`, { as: keys.vera })
  const vaultWebhook = await webhookIn(vault.id, WORDS.webhook)
  const vaultImport = await importIn(vault.id)
  const files = [
    await attach(
      open,
      shown,
      `${secret('the name of a file', WORDS.file, members)}.txt`,
      `It says ${secret('the content of a file', WORDS.content, members)}`,
    ),
    await attach(
      open,
      restricted,
      `${secret('the name of a file of a restricted artifact', WORDS.restrictedFile, admins)}.txt`,
      `It says ${secret('the content of a file of a restricted artifact', WORDS.restrictedContent, admins)}`,
      secret('the description of a file of a restricted artifact', WORDS.fileDescription, admins),
    ),
  ]
  // As routes answer that send parts of files.
  secret('the content of a file, encoded', Buffer.from(`It says ${WORDS.content}`).toString('base64'), members)
  secret(
    'the content of a file of a restricted artifact, encoded',
    Buffer.from(`It says ${WORDS.restrictedContent}`).toString('base64'),
    admins,
  )
  const comment = secret('a comment for some groups', WORDS.comment, admins)
  await call('PUT', `/artifacts/${shown}`, {
    as: keys.vera,
    json: { values: [], comment: { body: comment, format: 'text' } },
  })
  await sql`update changeset set comment_group_ids = ${[Number(vaultGroup)]} where comment_body = ${comment}`.execute(
    db.kysely,
  )
  const lastChangeset = async (id: number): Promise<number> =>
    (await call('GET', `/artifacts/${id}/changesets?order=desc&limit=1`)).json<{ id: number }[]>()[0]?.id ?? 0
  const privateComment = { artifactId: shown, changesetId: await lastChangeset(shown) }
  const comments = new Map<number, number>()
  for (const id of Object.values(artifacts)) {
    const json = { values: [], comment: { body: 'About this one', format: 'text' } }
    await call('PUT', `/artifacts/${id}`, { as: keys.mia, json })
    comments.set(id, await lastChangeset(id))
  }
  // Somebody who is in both places ties them together.
  const links = (id: number, tracker: FixtureTracker, to: readonly number[]) =>
    call('PUT', `/artifacts/${id}`, {
      as: keys.vera,
      json: {
        values: [{ field_id: tracker.field('links'), links: to.map(id => ({ id, type: '_is_child' })) }],
        comment: { body: `See art #${to.join(', art #')}`, format: 'text' },
      },
    })
  await links(artifacts.bug, garden.trackers.bug, [shown, restricted, behind])
  await links(shown, open, [artifacts.story, restricted, behind])
  await call('PUT', `/projects/${vault.id}/references`, {
    json: [
      {
        keyword: 'vaultref',
        description: secret('a reference of a private project', WORDS.reference, inProject),
        link: '/x/$1',
      },
    ],
    ok: [200],
  })
  await call('PUT', `/trackers/${open.id}/notification_recipients`, {
    json: [{ emails: [`${secret('an address that a tracker tells', WORDS.recipient, admins)}@example.org`] }],
  })
  const vaultPlanning = await planningOf(vault)
  const vaultKanban = await kanbanOf(
    vault,
    'story',
    secret('the name of a kanban of a closed tracker', WORDS.kanban, [...admins, 'application']),
  )
  const vaultRoadmap = await roadmapOf(vault, 'Locks')
  const privateReport = await reportOf(
    open,
    secret('a report of somebody alone', WORDS.report, ['vera', 'vera reads']),
    keys.vera,
  )
  const vaultRepository = await repository(vault.id, WORDS.repository, {
    access_file: `# ${WORDS.access}\n[/]\n@members = rw\n`,
    email_notifications: [{ path: '/', emails: [`${WORDS.svnmail}@example.org`], users: [], user_groups: [] }],
  })
  secret('the name of a repository', WORDS.repository, members)
  secret('an access file', WORDS.access, admins)
  secret('an address that a repository tells', WORDS.svnmail, admins)
  const vaultApp = await appIn(
    `/projects/${vault.id}/oauth2_apps`,
    secret('an application of a private project', WORDS.application, [...admins, 'application']),
  )
  await call('POST', '/user_dashboards', {
    as: keys.vera,
    json: { name: secret('a dashboard', WORDS.dashboard, ofVera) },
  })
  await call('PATCH', '/users/self/preferences', {
    as: keys.vera,
    json: { key: 'walk', value: secret('a preference', WORDS.preference, ofVera) },
    ok: [200, 403],
  })
  const described = await keyOf(as('vera'), {
    description: secret('the description of an access key', WORDS.key, ['vera', 'vera reads']),
  })
  secret('an access key', described.secret, [])
  const pending = await temporary(
    keys.vera,
    `${secret('the name of a file that is not attached', WORDS.pending, ['vera', 'vera reads'])}.txt`,
  )

  // --- other ways to be somebody ---
  const token = (await call('POST', '/tokens', { json: { username: 'mia', password: passwordOf('mia') } })).json<{
    user_id: string
    token: string
  }>()
  const session = await call('POST', '/sessions', {
    as: OWN_SCRIPT,
    json: { username: 'gil', password: passwordOf('gil') },
  })
  const cookie = String(session.headers['set-cookie']).split(';', 1)[0] ?? ''
  const narrow = await keyOf(as('vera'), { projects: [garden.id] })
  const reading = await keyOf(as('vera'), { scopes: ['read:rest'] })
  const app = await appIn('/oauth2_apps', 'Reader', true)
  const bearer = await tokenOf(exchange, call, app, ['vera', passwordOf('vera')], 'read:project offline_access')
  secret('the secret of an application', vaultApp.client_secret, [])
  secret('a password', passwordOf('vera'), [])
  const doomedSession = (await made('/sessions', { username: 'spare', password: passwordOf('spare') }, OWN_SCRIPT)).id
  const doomedToken = (
    await call('POST', '/tokens', { json: { username: 'spare', password: passwordOf('spare') } })
  ).json<{ token: string }>()

  const caller = (name: string, use: CallerUse, headers: Readonly<Record<string, string>>, userId = 0): Caller => ({
    name,
    use,
    headers,
    userId,
  })
  const callers = [
    caller('admin', 'garden', keys.admin, 101),
    caller('mia', 'anything', keys.mia, ids.mia),
    caller('gil', 'anything', { ...OWN_SCRIPT, cookie }, ids.gil),
    caller('anonymous', 'anything', {}),
    caller('otto', 'anything', keys.otto, ids.otto),
    caller('rita', 'anything', keys.rita, ids.rita),
    caller('rosa', 'anything', keys.rosa, ids.rosa),
    caller('token', 'anything', { 'x-auth-token': token.token, 'x-auth-userid': token.user_id }, ids.mia),
    caller('narrow', 'anything', narrow.headers, ids.vera),
    caller('vera reads', 'anything', reading.headers, ids.vera),
    caller('application', 'anything', { authorization: `Bearer ${bearer}` }, ids.vera),
    caller('ida', 'reads', keys.ida, ids.ida),
    caller('lim', 'reads', keys.lim, ids.lim),
    caller('vera', 'reads', { authorization: basic(['vera', passwordOf('vera')]) }, ids.vera),
  ]
  const [, spoiltColumn = 0, doomedColumn = 0] = compost.trackers.bug.statusIds()
  const columns = { spoilt: spoiltColumn, doomed: doomedColumn }
  const vaultFields = openNow.fields.map(field => field.field_id)
  const pools: Record<string, IdPool> = {
    artifacts: { use: Object.values(artifacts), remove: doomed, secret: [shown, restricted, behind] },
    milestones: { use: [artifacts.bug], secret: [shown, restricted, behind] },
    backlog_items: { use: Object.values(artifacts), secret: [shown, restricted, behind] },
    taskboard: { use: [artifacts.bug], secret: [shown, restricted, behind] },
    taskboard_cards: { use: [artifacts.story], secret: [shown, restricted, behind] },
    taskboard_cells: { use: [artifacts.story], secret: [shown, restricted, behind] },
    cards: {
      use: [`${gardenPlanning}_${artifacts.story}`],
      secret: [shown, restricted, behind].map(id => `${vaultPlanning}_${id}`),
    },
    trash: { use: trashed.slice(0, 3), remove: trashed.slice(3), secret: [gone] },
    imports: { use: [gardenImport], remove: [doomedImport], secret: [vaultImport] },
    webhooks: { use: [gardenWebhook], remove: [doomedWebhook], secret: [vaultWebhook] },
    trackers: {
      use: trackerNames.map(name => garden.trackers[name].id),
      spoil: [compost.trackers.bug.id],
      remove: [compost.trackers.test_case.id],
      secret: [open.id, closed.id],
    },
    projects: { use: [garden.id], spoil: [fallow.id], remove: [fallow.id], secret: [vault.id] },
    project_ownership: { use: [shed.id], secret: [vault.id] },
    project_services: { use: [service], secret: [] },
    user_groups: {
      use: [`${garden.id}_3`, `${garden.id}_4`, gardenGroup],
      spoil: [spoiltGroup],
      remove: [doomedGroup],
      secret: [`${vault.id}_3`, `${vault.id}_4`, vaultGroup],
    },
    users: { use: [ids.mia, 'self'], spoil: [ids.victim], remove: ['self'], secret: [ids.vera, ids.ida] },
    tracker_fields: {
      use: [garden.trackers.bug.field('attachments')],
      spoil: [compost.trackers.bug.field('description'), deniedField],
      remove: [compost.trackers.bug.field('effort')],
      secret: vaultFields,
    },
    artifact_temporary_files: { use: [temporaryFile], remove: [doomedFile], secret: [pending] },
    artifact_files: { use: [fileId], secret: files },
    access_keys: { use: doomedKeys, secret: [described.id] },
    tokens: { use: ['abcdef'], remove: [doomedToken.token], secret: ['abcdef'] },
    tracker_reports: { use: [report], remove: [doomedReport], secret: [privateReport] },
    plannings: { use: [gardenPlanning], secret: [vaultPlanning] },
    kanban: { use: [gardenKanban], spoil: [compostKanban], remove: [doomedKanban], secret: [vaultKanban] },
    kanban_items: { use: [artifacts.bug], secret: [behind] },
    kanban_columns: {
      use: [],
      spoil: [columns.spoilt],
      // The workflow needs the first column.
      remove: [columns.doomed],
      secret: closed.statusIds().slice(0, 1),
    },
    roadmaps: { use: [gardenRoadmap], remove: [doomedRoadmap], secret: [vaultRoadmap] },
    roadmap_tasks: { use: [artifacts.bug], secret: [shown, restricted, behind] },
    tracker_workflow_transitions: { use: [transitionId], remove: [doomedTransition], secret: [] },
    svn: { use: [gardenRepository], remove: [doomedRepository], secret: hasSvn ? [vaultRepository] : [] },
    oauth2_apps: { use: [gardenApp.id], remove: [doomedApp.id], secret: [vaultApp.id] },
    oauth2_interactions: { use: ['abcdef'], secret: ['abcdef'] },
    password_resets: { use: ['abcdef'], secret: ['abcdef'] },
    second_factors: { use: [4_000_000], secret: [] },
    sessions: { use: [4_000_000], remove: [doomedSession], secret: [] },
    jobs: { use: [4_000_000], secret: [] },
  }
  return {
    callers,
    caller: name => findOne(callers, each => each.name === name, name),
    secrets,
    writableProject: garden,
    spoilableProject: compost,
    secretProject: { ...vault, trackers: { ...known, story: vault.trackers.story } },
    artifacts,
    pools,
    comments,
    privateComment,
    deliveries,
    columnId: await columnOf(gardenPlanning),
    leaver: caller('spare', 'reads', keys.spare, ids.spare),
    parts,
    kanban: { id: compostKanban, columnId: garden.trackers.bug.statusIds()[0] ?? 0 },
    hasSvn,
    adminPassword: admin[1],
    call,
    restrict: async () => {
      await call('PATCH', '/site/settings', { as: keys.admin, json: { access_mode: 'restricted' } })
      await call('PATCH', `/users/${ids.rita}`, { as: keys.admin, json: { status: 'R' } })
    },
  }
}

interface Definition {
  general: { name: string; item_name: string; description: string }
  permissions: Record<string, string[]>
  form: { name: string; content?: Record<string, unknown>[] }[]
  canned_responses: unknown[]
  webhooks: string[]
}

/** Parts of a tracker that are read and written as they are. */
const PARTS = [
  'general',
  'permissions',
  'semantics',
  'hierarchy',
  'canned_responses',
  'notifications',
  'definition',
  'rules',
  'triggers',
]

export const CALLER_NAMES: readonly string[] = [
  'admin',
  'mia',
  'gil',
  'anonymous',
  'otto',
  'rita',
  'rosa',
  'token',
  'narrow',
  'vera reads',
  'application',
  'ida',
  'lim',
  'vera',
]

const OWN_SCRIPT = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' } as const

/** Words that nothing else says. */
const word = (name: string): string => `zq${name}xj`
const WORDS = Object.fromEntries(
  [
    'shortname',
    'project',
    'email',
    'banner',
    'group',
    'tracker',
    'label',
    'list',
    'value',
    'canned',
    'webhook',
    'closed',
    'artifact',
    'hidden',
    'restricted',
    'behind',
    'file',
    'content',
    'restrictedFile',
    'restrictedContent',
    'fileDescription',
    'comment',
    'reference',
    'recipient',
    'report',
    'kanban',
    'repository',
    'access',
    'svnmail',
    'application',
    'dashboard',
    'preference',
    'key',
    'pending',
    'trashed',
  ].map(name => [name, word(name.toLowerCase())]),
) as Record<string, string> & {
  readonly [
    Name in
      | 'shortname'
      | 'project'
      | 'email'
      | 'banner'
      | 'group'
      | 'tracker'
      | 'label'
      | 'list'
      | 'value'
      | 'canned'
      | 'webhook'
      | 'closed'
      | 'artifact'
      | 'hidden'
      | 'restricted'
      | 'behind'
      | 'file'
      | 'content'
      | 'restrictedFile'
      | 'restrictedContent'
      | 'fileDescription'
      | 'comment'
      | 'reference'
      | 'recipient'
      | 'report'
      | 'kanban'
      | 'repository'
      | 'access'
      | 'svnmail'
      | 'application'
      | 'dashboard'
      | 'preference'
      | 'key'
      | 'pending'
      | 'trashed'
  ]: string
}

const passwordOf = (login: string): string => `the password of ${login}`
const basic = (credentials: readonly [string, string]): string =>
  `Basic ${Buffer.from(credentials.join(':')).toString('base64')}`

const findOne = <Item>(items: readonly Item[], isIt: (item: Item) => boolean, name: string): Item => {
  const item = items.find(isIt)
  if (item === undefined) throw new Error(`There is no ${name} in the world`)
  return item
}

const trackerOf = (id: number, fields: readonly Field[]): FixtureTracker => {
  const field = (name: string) => findOne(fields, each => each.name === name, name)
  return {
    id,
    fields,
    field: name => field(name).field_id,
    statusIds: () => field('status').values?.map(value => value.id) ?? [],
  }
}

/** An access token of an application, which somebody lets act for them. */
const tokenOf = async (
  exchange: SendRequest,
  call: CallApi,
  app: { readonly client_id: string; readonly client_secret: string },
  [username, password]: readonly [string, string],
  scope: string,
): Promise<string> => {
  const session = await call('POST', '/sessions', { as: OWN_SCRIPT, json: { username, password } })
  const cookie = String(session.headers['set-cookie']).split(';', 1)[0] ?? ''
  const verifier = randomBytes(32).toString('base64url')
  const redirect_uri = 'https://app.example/callback'
  const params = new URLSearchParams({
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri,
    scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await call('GET', `/oauth2/authorize?${params.toString()}`, {
    as: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ok: [302],
  })
  const uid = String(asked.headers['location']).split('/').at(-1) ?? ''
  const decided = (
    await call('POST', `/oauth2_interactions/${uid}`, { as: { ...OWN_SCRIPT, cookie }, json: { decision: 'allow' } })
  ).json<{ redirect_to: string }>()
  const code = new URL(decided.redirect_to).searchParams.get('code') ?? ''
  const answer = await exchange({
    method: 'POST',
    url: '/oauth2/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basic([app.client_id, app.client_secret]),
    },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      code_verifier: verifier,
    }).toString(),
  })
  if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${answer.body.toString()}`)
  return (JSON.parse(answer.body.toString()) as { access_token: string }).access_token
}
