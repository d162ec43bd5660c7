import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseXml } from '../../src/platform/xml/parse-xml.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import {
  expectDone,
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Credentials,
  type ProjectOfScene,
  type TrackerOfScene,
} from '../harness/scene.ts'
import { givenRepository, isSvnMissing } from '../harness/svn.ts'
import { malformedJson, malformedXml, parameterTexts, seededRandom, values } from './values.ts'

// Walks the application's own OpenAPI document: a route that is added tomorrow is tried tomorrow, without a line here.

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly $ref?: string
  readonly default?: unknown
  readonly minimum?: number
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
interface Target {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}
interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string | Buffer
}

type Caller = 'anonymous' | 'member' | 'administrator'
const callers: readonly Caller[] = ['anonymous', 'member', 'administrator']
const seed = 20_260_302
const TIMEOUT = 180_000

let crocus: TestApp
let project: ProjectOfScene
let document: Document
let targets: readonly Target[]
let credentials: Record<Caller, Record<string, string>>
let knownIds: Record<string, unknown>
let artifactIds: Record<string, number>
const random = seededRandom(seed)

beforeAll(async () => {
  crocus = await testApp()
  const mia = await givenAccount(crocus, 'mia')
  const victim = await givenAccount(crocus, 'victim')
  // The trackers and fields with the smallest numbers are there to be deleted, too.
  await givenProject(crocus, 'compost')
  project = await givenProject(crocus, 'garden', { members: ['mia'] })
  // Numbers such as " 1 " mean 1: what has a small number is there to be deleted.
  for (let count = 0; count < 5; count++) {
    await givenAccessKey(crocus, victim.as)
    await givenArtifact(crocus, project.tracker('bug'), 'For whoever deletes 1', { as: mia.as })
  }
  artifactIds = {}
  for (const name of ['bug', 'story', 'task', 'test_case'])
    artifactIds[name] = await givenArtifact(crocus, project.tracker(name), `A ${name}`, { as: mia.as })
  credentials = {
    anonymous: {},
    member: { 'x-auth-accesskey': await givenAccessKey(crocus, mia.as) },
    administrator: { 'x-auth-accesskey': await givenAccessKey(crocus, crocus.admin) },
  }
  const services = await crocus.request('GET', `/api/projects/${project.id}/project_services`, { as: crocus.admin })
  const temporary = await crocus.request('POST', '/api/artifact_temporary_files', {
    as: crocus.admin,
    json: { name: 'log.txt', mimetype: 'text/plain', content: 'YQ==' },
  })
  const bug = project.tracker('bug')
  const fileId = await givenAttachment(bug, artifactIds['bug'] ?? 0, mia.as)
  const workflow = await givenStoppedWorkflow(bug)
  const reports = await crocus.request('GET', `/api/trackers/${bug.id}/tracker_reports`, { as: crocus.admin })
  const repository = isSvnMissing ? undefined : await givenRepository(crocus, project.id, 'seeds')
  const group = await crocus.request('POST', '/api/user_groups', {
    as: crocus.admin,
    json: { project_id: project.id, short_name: 'gardeners' },
  })
  const application = await crocus.request('POST', `/api/projects/${project.id}/oauth2_apps`, {
    as: crocus.admin,
    json: { name: 'Seed catalogue', redirect_uri: 'https://seeds.example.net/callback', use_pkce: true },
  })
  // What a valid request holds in the place of that name, so that the hostile part gets as far as it can.
  knownIds = {
    '/artifacts': artifactIds['bug'],
    '/trackers': bug.id,
    '/projects': project.id,
    '/project_ownership': project.id,
    '/project_services': services.json<{ id: number }[]>()[2]?.id,
    '/user_groups': `${project.id}_3`,
    // Those that every project has keep their names.
    'PATCH /user_groups': group.json<{ id: string }>().id,
    '/users': victim.id,
    '/tracker_fields': bug.field('attachments'),
    '/artifact_temporary_files': temporary.json<{ id: number }>().id,
    '/access_keys': 4_000_000,
    '/tokens': 'abcdef',
    '/artifact_files': fileId,
    '/tracker_reports': reports.json<{ id: number }[]>()[0]?.id,
    '/tracker_workflow_transitions': workflow.transitionId,
    '/svn': repository?.id ?? 1,
    '/oauth2_apps': application.json<{ id: number }>().id,
    '/oauth2_interactions': 'abcdef',
    '/password_resets': 'abcdef',
    '/sessions': 4_000_000,
    '/jobs': 4_000_000,
    tracker: { id: bug.id },
    project_id: project.id,
    template_id: 100,
    field_id: bug.field('title'),
    username: 'mia',
    status: 'active',
    access: 'public',
    format: 'text',
    query: '{}',
  }
  present = await readPresent()
  document = (await crocus.request('GET', '/api/openapi.json')).json<Document>()
  targets = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
})

/** An empty file, attached. */
const givenAttachment = async (tracker: TrackerOfScene, artifactId: number, as: Credentials): Promise<number> => {
  const fieldId = tracker.field('attachments')
  const file = { name: 'empty.txt', file_size: 0, file_type: 'text/plain' }
  const declared = await crocus.request('POST', `/api/tracker_fields/${fieldId}/files`, { as, json: file })
  const { id } = declared.json<{ id: number }>()
  const values = [{ field_id: fieldId, value: [id] }]
  expectDone(await crocus.request('PUT', `/api/artifacts/${artifactId}`, { as, json: { values } }))
  return id
}

/** A workflow with a transition, switched off so that artifacts are written as before. */
const givenStoppedWorkflow = async (tracker: TrackerOfScene): Promise<{ transitionId: number }> => {
  const set = async (rules: object): Promise<void> => {
    const query = encodeURIComponent(JSON.stringify({ workflow: { set_transitions_rules: rules } }))
    const answer = await crocus.request('PATCH', `/api/trackers/${tracker.id}?query=${query}`, { as: crocus.admin })
    expect(answer.status).toBe(200)
  }
  await set({ field_id: tracker.field('status') })
  const [first] = statusIds(tracker)
  const transition = await crocus.request('POST', '/api/tracker_workflow_transitions', {
    as: crocus.admin,
    json: { tracker_id: tracker.id, from_id: 0, to_id: first },
  })
  await set({ is_used: false })
  return { transitionId: transition.json<{ id: number }>().id }
}

const statusIds = (tracker: TrackerOfScene): number[] =>
  tracker.fields.find(({ name }) => name === 'status')?.values?.map(({ id }) => id) ?? []

// --- a valid request ---------------------------------------------------------------------------------------------------------

const resolved = (schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.split('/').at(-1) ?? ''
  return resolved(document.components.schemas[name] ?? {})
}

let projectsMade = 0
const sample = (name: string, given: Schema): unknown => {
  if (name === 'shortname' || name === 'short_name') return `hostile-${++projectsMade}`
  if (name in knownIds) return knownIds[name]
  const schema = resolved(given)
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(name, schema.anyOf[0] ?? {})
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key))
          .map(([key, member]) => [key, sample(key, member)]),
      )
    case 'array':
      return schema.items ? [sample(name, schema.items)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return 'A text'
  }
}

/** What parts of a tracker are now, by path: sent back, it changes nothing. */
let present: Record<string, object>
const readPresent = async (): Promise<Record<string, object>> => {
  const parts: Record<string, object> = {}
  for (const part of [
    'general',
    'permissions',
    'semantics',
    'hierarchy',
    'canned_responses',
    'notifications',
    'definition',
    'rules',
    'triggers',
  ]) {
    const answer = await crocus.request('GET', `/api/trackers/${project.tracker('bug').id}/${part}`, {
      as: crocus.admin,
    })
    expect([part, answer.status]).toEqual([part, 200])
    parts[`/trackers/{id}/${part}`] = answer.json<object>()
  }
  return parts
}

/** Where the schema alone does not say what is taken. */
const knownBody = ({ method, path }: Target): object | undefined => {
  const title = { field_id: project.tracker('bug').field('title'), value: 'A title' }
  switch (`${method} ${path}`) {
    case 'POST /artifact_temporary_files':
      return { name: 'log.txt', mimetype: 'text/plain', content: 'YQ==' }
    case 'PUT /artifact_temporary_files/{id}':
      return { content: 'YQ==', offset: 2 }
    case 'POST /artifacts':
      return { tracker: knownIds['tracker'], values: [title] }
    case 'PUT /artifacts/{id}':
      return { values: [title] }
    case 'PATCH /artifacts/{id}':
      return { move: { tracker_id: project.tracker('story').id, dry_run: true } }
    case 'POST /tracker_workflow_transitions': {
      const tracker = project.tracker('bug')
      return { tracker_id: tracker.id, from_id: 0, to_id: statusIds(tracker)[1] }
    }
    case 'POST /trackers':
      return { project: { id: project.id }, label: `Hostile ${++projectsMade}`, item_name: `hostile_${projectsMade}` }
    case 'PATCH /tracker_workflow_transitions/{id}':
      return { authorized_user_group_ids: [`${project.id}_3`], not_empty_field_ids: [], is_comment_required: false }
    case 'PUT /tracker_workflow_transitions/{id}/actions':
      return { post_actions: [] }
    case 'PUT /project_ownership/{project_id}':
      return { project_owner: { username: 'admin' } }
    case 'POST /projects':
      return { shortname: `hostile-${++projectsMade}`, label: 'Hostile', is_public: true, template_id: 100 }
    case 'POST /svn':
      return { project_id: project.id, name: `hostile-${++projectsMade}` }
    case 'PUT /svn/{id}':
      return {
        settings: {
          commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
          immutable_tags: { paths: ['/tags'], whitelist: [] },
          access_file: '[/]',
          email_notifications: [{ path: '/', emails: ['mia@example.org'], users: [], user_groups: [] }],
        },
      }
    case 'POST /oauth2_apps':
    case 'POST /projects/{id}/oauth2_apps':
    case 'PATCH /oauth2_apps/{id}':
      return { name: 'Catalogue', redirect_uri: 'https://seeds.example.net/callback', use_pkce: true }
    case 'PUT /account/password':
      return { current_password: crocus.admin[1], new_password: crocus.admin[1] }
    case 'POST /site/users': {
      const username = `hostile_${++projectsMade}`
      return { username, real_name: 'Hostile', email: `${username}@example.net`, password: 'the password of hostile' }
    }
    case 'PATCH /site/projects/{id}':
      return { status: 'active' }
    case 'PUT /site/users/{id}/administrator':
      return { is_site_administrator: false }
    case 'POST /user_groups/{id}/members':
      return { username: 'mia' }
    case 'POST /sessions':
    case 'POST /tokens':
      return { username: 'victim', password: 'the password of victim' }
    case 'POST /invitations':
      return { emails: ['guest@example.net'] }
    case 'PUT /trackers/{id}/notification_recipients':
      return [{ emails: ['list@example.net'] }]
    case 'PUT /projects/{id}/references':
      return [{ keyword: 'ticket', description: 'Old ticket', link: '/old/$1', is_enabled: true }]
    case 'PUT /trackers/{id}/webhooks':
      return ['https://hooks.example.net/crocus']
    case 'PUT /users/{id}/history':
      return []
    case 'PUT /user_groups/{id}/users':
      return { user_references: [{ username: 'mia' }, { username: 'admin' }] }
    default:
      return method === 'PUT' ? present[path] : undefined
  }
}
const knownQueries: Readonly<Record<string, string>> = {
  '/artifacts': '{"id":[]}',
  '/trackers/{id}': '{"workflow":{"is_advanced":false}}',
  '/users': 'mia',
  '/users/{id}/artifacts': '{"submitted_by":true}',
  '/users_memberships': 'with_ssh_key',
}
const validBody = (target: Target, schema: Schema): unknown => knownBody(target) ?? sample('', schema)

const bodySchemaOf = ({ operation }: Target): Schema | undefined => {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema && resolved(schema)
}
const parametersOf = ({ operation }: Target, place: string) =>
  (operation.parameters ?? []).filter(parameter => parameter.in === place)

const validPath = (target: Target, changed: Readonly<Record<string, string>> = {}): string =>
  `/api${target.path.replace(/\{([^}]+)\}/g, (_whole, name: string) => {
    const [, first, second] = target.path.split('/')
    const collection = `/${(first === 'site' ? second : first) ?? ''}`
    // What a person has alone is asked for by the one who asks.
    const own =
      /^\/users\/\{id\}\/|^\/access_keys\/\{id\}$/.test(target.path) && target.method !== 'DELETE'
        ? // A history is named by number only (users.md §2).
          target.path.endsWith('/history')
          ? '101'
          : 'self'
        : undefined
    const known = knownIds[`${target.method} ${collection}`] ?? knownIds[collection]
    return changed[name] ?? encodeURIComponent(own ?? `${known as string | number}`)
  })}`

const validQuery = (target: Target, changed: Readonly<Record<string, string>> = {}): string => {
  const pairs = parametersOf(target, 'query').flatMap(({ name, required, schema }) => {
    if (changed[name] !== undefined) return [`${encodeURIComponent(name)}=${changed[name]}`]
    const known = name === 'query' ? knownQueries[target.path] : undefined
    return required ? [`${encodeURIComponent(name)}=${encodeURIComponent(known ?? String(sample(name, schema)))}`] : []
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

// --- places where a value can stand ------------------------------------------------------------------------------------------

type Place = readonly (string | number)[]

/** Every property of a body, at any depth, lists by their first member. */
const placesOf = (given: Schema, place: Place = [], depth = 0): Place[] => {
  const schema = resolved(given)
  if (depth > 6) return []
  const own = [place]
  for (const variant of schema.anyOf ?? []) own.push(...placesOf(variant, place, depth + 1).slice(1))
  for (const [key, member] of Object.entries(schema.properties ?? {}))
    own.push(...placesOf(member, [...place, key], depth + 1))
  if (schema.items) own.push(...placesOf(schema.items, [...place, 0], depth + 1))
  return own
}

const MARK = '\u2603 here'
/** JSON with `value`, a text of JSON, in that place of a valid body. */
const bodyWith = (target: Target, schema: Schema, place: Place, value: string): string => {
  if (place.length === 0) return value
  const root = { value: structuredClone(validBody(target, schema)) }
  let holder: Record<string | number, unknown> = root
  let key: string | number = 'value'
  for (const step of place) {
    if (typeof holder[key] !== 'object' || holder[key] === null) holder[key] = typeof step === 'number' ? [] : {}
    holder = holder[key] as Record<string | number, unknown>
    key = step
  }
  holder[key] = MARK
  return JSON.stringify(root.value).replace(JSON.stringify(MARK), () => value)
}

/** The same value below `<request>`, where XML can hold it. */
const xmlOf = (json: string): string | undefined => {
  if (/\\u00[01]|\\ud8|\\udc|\\uffff/.test(json)) return undefined
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return undefined
  }
  const text = (scalar: unknown): string =>
    String(scalar).replace(/[<>&]/g, sign => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[sign] ?? '')
  const write = (name: string, member: unknown): string => {
    const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'odd'
    if (Array.isArray(member)) return `<${tag}>${member.map(item => write('item', item)).join('')}</${tag}>`
    if (typeof member === 'object' && member !== null)
      return `<${tag}>${Object.entries(member)
        .map(([key, inner]) => write(key, inner))
        .join('')}</${tag}>`
    return `<${tag}>${member === null ? '' : text(member)}</${tag}>`
  }
  try {
    return write('request', value)
  } catch {
    return undefined
  }
}

// --- sending and looking at the answer ---------------------------------------------------------------------------------------

/** What all writes leave behind: a refused request must not move it. Reads and checks of credentials write nothing here. */
const footprint = async (): Promise<string> => {
  const { rows } = await sql<{ print: string }>`
    select concat_ws(' ', (select max(seq) from event), (select max(id) from changeset), (select max(id) from artifact),
      (select max(id) from project), (select max(id) from users), (select max(id) from user_group), (select max(id) from access_key),
      (select count(*) from project_member), (select count(*) from user_group_member), (select count(*) from open_value),
      (select count(*) from token), (select count(*) from user_preference)) print
  `.execute(crocus.db.kysely)
  return rows[0]?.print ?? ''
}
let lastFootprint: string | undefined

const shown = (sent: Sent): string =>
  `${sent.method} ${sent.url.slice(0, 200)} ${JSON.stringify(sent.headers).slice(0, 200)} ${String(sent.payload ?? '').slice(0, 300)}`

/** Faults of the server are collected: all of a walk are told at once. */
let faults: string[] = []

const send = async (sent: Sent): Promise<void> => {
  try {
    await sendOne(sent)
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  }
}

const sendOne = async (sent: Sent): Promise<void> => {
  const isWrite = sent.method !== 'GET'
  if (isWrite) lastFootprint ??= await footprint()
  const response = await crocus.app.fastify.inject({
    method: sent.method as 'GET',
    url: sent.url,
    headers: sent.headers,
    ...(sent.payload === undefined ? {} : { payload: sent.payload }),
  })
  const status = response.statusCode
  const context = `${shown(sent)}\n→ ${status} ${response.body.slice(0, 500)}`
  expect(status, context).toBeLessThan(500)
  if (status >= 400) {
    await expectErrorForm(response, status, context)
    if (isWrite) expect(await footprint(), context).toBe(lastFootprint)
  } else if (isWrite) lastFootprint = undefined
}

const expectErrorForm = async (
  response: { headers: Record<string, unknown>; body: string },
  status: number,
  context: string,
): Promise<void> => {
  const contentType = String(response.headers['content-type'])
  if (contentType.startsWith('application/xml')) {
    const root = await parseXml([Buffer.from(response.body)], 'answer')
    const [error] = root.children
    expect([root.name, error?.name], context).toEqual(['response', 'error'])
    expect(error?.children.map(child => child.name).slice(0, 2), context).toEqual(['code', 'message'])
    expect(error?.children[0]?.text, context).toBe(String(status))
  } else {
    expect(contentType, context).toBe('application/json; charset=utf-8')
    const { error, ...others } = JSON.parse(response.body) as { error: Record<string, unknown> }
    expect(others, context).toEqual({})
    const { code, message, i18n_error_message, i18n_error_messages, ...more } = error
    expect(more, context).toEqual({})
    expect(code, context).toBe(status)
    expect(typeof message, context).toBe('string')
    expect(['undefined', 'string'], context).toContain(typeof i18n_error_message)
    expect(i18n_error_messages === undefined || Array.isArray(i18n_error_messages), context).toBe(true)
  }
  // Nothing of the inside is told: no stack, no statement, no place of a file.
  expect(response.body, context).not.toMatch(
    /\bat \S+ \(|node_modules|\.ts:\d+|syntax error at or near|violates \w+ constraint/,
  )
  expect(response.headers['access-control-allow-origin'], context).toBe('*')
  expect(response.headers['cache-control'], context).toContain('no-store')
  if (status === 401) expect(response.headers['www-authenticate'], context).toMatch(/Basic realm="/)
}

/** Everybody in turn, the administrator always: he gets furthest. Others a part of it, the same in every run. */
const sendAs = async (sent: Sent): Promise<void> => {
  for (const caller of callers) {
    if (caller !== 'administrator' && random() > 0.15) continue
    await send({ ...sent, headers: { ...credentials[caller], ...sent.headers } })
  }
}

const jsonHeaders = { 'content-type': 'application/json' }
const xmlHeaders = { 'content-type': 'application/xml', accept: 'application/xml' }

/** Afterwards all of it must still be there and answer: a server that refuses everybody passes the checks above, too. */
const expectAlive = async (): Promise<void> => {
  const found = faults
  faults = []
  expect(found.slice(0, 40).join('\n\n'), `${found.length} faults`).toBe('')
  for (const caller of ['member', 'administrator'] as const) {
    for (const url of [`/api/artifacts/${artifactIds['bug']}`, `/api/projects/${project.id}`]) {
      const response = await crocus.app.fastify.inject({ method: 'GET', url, headers: credentials[caller] })
      expect([caller, url, response.statusCode]).toEqual([caller, url, 200])
    }
  }
}

describe('hostile requests never cause a failure of the server, and what is refused changes nothing (http.md §3, §4.2)', () => {
  it('are taken when nothing hostile is in them, so that the hostile part is what is looked at', async () => {
    const refused: string[] = []
    for (const target of targets.filter(({ method }) => method !== 'DELETE')) {
      if (isSvnMissing && /\bsvn\b/.test(target.path)) continue
      const schema = bodySchemaOf(target)
      const response = await crocus.app.fastify.inject({
        method: target.method as 'GET',
        url: validPath(target) + validQuery(target),
        headers: { ...credentials.administrator, ...(schema ? jsonHeaders : {}) },
        ...(schema ? { payload: JSON.stringify(validBody(target, schema)) } : {}),
      })
      if (response.statusCode >= 400)
        refused.push(`${target.method} ${target.path} ${response.statusCode} ${response.body}`)
    }
    expect(refused.map(text => text.split(' ', 3).join(' '))).toEqual([
      // There is none before one is set.
      'GET /banner 404',
      // Decided in a browser, by a link of a mail, or in the past.
      'GET /oauth2_interactions/{uid} 403',
      'POST /oauth2_interactions/{uid} 403',
      'GET /password_resets/{token} 404',
      'PUT /password_resets/{token} 404',
      'GET /projects/{id}/archive 404',
      // Nobody plans a backlog with us (projects.md §5).
      'PUT /projects/{id}/backlog 403',
      'PATCH /projects/{id}/backlog 403',
      'GET /projects/{id}/banner 404',
      'POST /site/jobs/{id}/retry 404',
    ])
  })

  it(
    'in the parts of a path',
    async () => {
      for (const target of targets)
        for (const { name } of parametersOf(target, 'path'))
          for (const text of parameterTexts) {
            if (text === '') continue
            const schema = bodySchemaOf(target)
            await sendAs({
              method: target.method,
              url: validPath(target, { [name]: text }) + validQuery(target),
              headers: schema ? jsonHeaders : {},
              ...(schema ? { payload: bodyWith(target, schema, ['no such member'], '1') } : {}),
            })
          }
      await expectAlive()
    },
    TIMEOUT,
  )

  it(
    'in query parameters, repeated and nested ones too',
    async () => {
      for (const target of targets)
        for (const { name } of parametersOf(target, 'query')) {
          const path = validPath(target)
          for (const text of parameterTexts)
            await sendAs({ method: target.method, url: path + validQuery(target, { [name]: text }), headers: {} })
          for (const tail of [
            `${name}=1&${name}=2`,
            `${name}[]=1`,
            `${name}[a][b]=c`,
            `${name}[`,
            `${name}%5B%5D=1`,
            name,
            `${name}[__proto__]=1`,
          ])
            await sendAs({ method: target.method, url: `${path}?${tail}`, headers: {} })
        }
      await expectAlive()
    },
    TIMEOUT,
  )

  it(
    'in the JSON criteria of `query`',
    async () => {
      const keys = [
        'id',
        'shortname',
        'is_member_of',
        'is_admin_of',
        'is_tracker_admin',
        'with_status',
        'username',
        'loginname',
        'email',
        'identifier',
        'with_system_user_groups',
        'title',
        'status',
        String(project.tracker('bug').field('due_date')),
      ]
      const short = values.filter(value => value.length < 8_000)
      for (const target of targets.filter(each => parametersOf(each, 'query').some(({ name }) => name === 'query')))
        for (const key of keys)
          for (const value of short.filter(() => random() < 0.25)) {
            const query = encodeURIComponent(`{${JSON.stringify(key)}:${value}}`)
            await send({
              method: target.method,
              url: validPath(target) + validQuery(target, { query }),
              headers: credentials.administrator,
            })
          }
      await expectAlive()
    },
    TIMEOUT,
  )

  it(
    'in every property of a body, as JSON and as XML',
    async () => {
      for (const target of targets) {
        const schema = bodySchemaOf(target)
        if (!schema) continue
        const url = validPath(target) + validQuery(target)
        for (const place of placesOf(schema))
          for (const value of values) {
            if (random() > (value.length > 5_000 ? 0.1 : 0.3)) continue
            const payload = bodyWith(target, schema, place, value)
            await sendAs({ method: target.method, url, headers: jsonHeaders, payload })
            const xml = random() < 0.25 ? xmlOf(payload) : undefined
            if (xml !== undefined) await sendAs({ method: target.method, url, headers: xmlHeaders, payload: xml })
          }
      }
      await expectAlive()
    },
    TIMEOUT,
  )

  it(
    'as bodies that are no JSON and no XML, or of another kind than they say (xml.md §3.3)',
    async () => {
      for (const target of targets) {
        if (!bodySchemaOf(target)) continue
        const url = validPath(target) + validQuery(target)
        const { method } = target
        for (const payload of malformedJson) await sendAs({ method, url, headers: jsonHeaders, payload })
        for (const payload of malformedXml) await sendAs({ method, url, headers: xmlHeaders, payload })
        for (const contentType of [
          'text/plain',
          'text/xml',
          'multipart/form-data; boundary=x',
          'application/json5',
          'APPLICATION/JSON',
          ';',
          'x'.repeat(5_000),
        ])
          await sendAs({ method, url, headers: { 'content-type': contentType }, payload: '{}' })
        await sendAs({
          method,
          url,
          headers: jsonHeaders,
          payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
        })
        await sendAs({
          method,
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'a[b][c]=%ff&=&[]=1&values[0][field_id]=1',
        })
      }
      await expectAlive()
    },
    TIMEOUT,
  )

  it(
    'in every part of a value entry of an artifact, whatever the kind of its field (artifacts.md §2.3, fields.md §3)',
    async () => {
      const members = ['value', 'bind_value_ids', 'links', 'all_links', 'parent', 'manual_value', 'is_autocomputed']
      const wrapped: readonly ((value: string) => string)[] = [
        value => `"value":{"content":${value},"format":"html"}`,
        value => `"value":{"content":"x","format":${value}}`,
        value => `"value":{"bind_value_objects":${value}}`,
        value => `"value":{"bind_value_objects":[${value}]}`,
        value => `"value":{"bind_value_objects":[{"id":${value}}]}`,
        value => `"value":{"bind_value_objects":[{"label":${value}}]}`,
        value => `"value":{"bind_value_objects":[{"email":${value}}]}`,
        value => `"value":{"granted_groups":${value}}`,
        value => `"value":{"granted_groups":[${value}],"is_used_by_default":true}`,
        value => `"value":[${value}]`,
        value =>
          `"value":[{"description":${value},"description_format":"text","expected_results":"x","expected_results_format":"text","rank":1}]`,
        value =>
          `"value":[{"description":"x","description_format":${value},"expected_results":${value},"expected_results_format":"html","rank":${value}}]`,
        value => `"bind_value_ids":[${value}]`,
        value => `"bind_value_ids":[${value},${value}]`,
        value => `"links":[${value}]`,
        value => `"links":[{"id":${value},"type":""}]`,
        value => `"links":[{"id":${artifactIds['task'] ?? 0},"type":${value}}]`,
        value => `"all_links":[{"id":${value},"direction":"reverse","type":""}]`,
        value => `"all_links":[{"id":${artifactIds['task'] ?? 0},"direction":${value},"type":${value}}]`,
        value => `"parent":{"id":${value}}`,
        value => `"is_autocomputed":${value},"manual_value":${value}`,
      ]
      const short = values.filter(value => value.length < 8_000)
      for (const name of ['bug', 'story', 'task', 'test_case'] as const) {
        const tracker = project.tracker(name)
        for (const { field_id } of tracker.fields) {
          const parts = [
            ...members
              .flatMap(member => values.map(value => `"${member}":${value}`))
              .filter(part => random() < (part.length > 5_000 ? 0.02 : 0.08)),
            ...wrapped.flatMap(wrap => short.map(wrap)).filter(() => random() < 0.025),
          ]
          for (const part of parts) {
            const body = `{"tracker":{"id":${tracker.id}},"values":[{"field_id":${tracker.field('title')},"value":"A title"},{"field_id":${field_id},${part}}]}`
            const isUpdate = random() < 0.7
            const method = isUpdate ? 'PUT' : 'POST'
            const url = isUpdate ? `/api/artifacts/${artifactIds[name]}` : '/api/artifacts'
            const xml = random() < 0.25 ? xmlOf(body) : undefined
            await send({
              method,
              url,
              headers: { ...credentials.member, ...(xml === undefined ? jsonHeaders : xmlHeaders) },
              payload: xml ?? body,
            })
          }
        }
      }
      await expectAlive()
      // What got in can be read: by all routes that show it.
      for (const id of Object.values(artifactIds))
        for (const path of [
          '',
          '/changesets?limit=50',
          '/links',
          '/linked_artifacts?direction=forward',
          '/linked_artifacts?direction=reverse',
        ])
          for (const accept of ['application/json', 'application/xml']) {
            const response = await crocus.app.fastify.inject({
              method: 'GET',
              url: `/api/artifacts/${id}${path}`,
              headers: { ...credentials.member, accept },
            })
            expect([id, path, response.statusCode]).toEqual([id, path, 200])
            if (accept === 'application/xml') await parseXml([Buffer.from(response.body)], 'answer')
          }
    },
    TIMEOUT,
  )
})
