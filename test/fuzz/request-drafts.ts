// Requests that a route accepts: by its schemas, with ids of existing objects. Mutations of them get past the first checks.
import type { ApiDocument, FuzzTarget } from './api-document.ts'
import type { Schema } from './schema-check.ts'
import type { Random } from './random.ts'
import { EMPTY_IMPORT, type Caller, type IdPool, type Fixture } from './fixture.ts'

/** A request before it is written down: parts can still be exchanged. */
export interface RequestDraft {
  readonly target: FuzzTarget
  readonly path: Readonly<Record<string, string>>
  /** Encoded already. */
  readonly query: readonly (readonly [name: string, value: string])[]
  /** Undefined: the route takes none. */
  readonly body: unknown
}

type MakeDraft = (target: FuzzTarget, caller: Caller, random: Random) => RequestDraft

export interface Drafts {
  /** Only what the route cannot do without. */
  readonly plain: MakeDraft
  /** With some of what may be left out, and other values. */
  readonly rich: MakeDraft
}

/** Routes that write into the definition of a tracker, or into something else that others need: they get things of their own. */
const isDestructive = (target: FuzzTarget): boolean =>
  /^(PUT|PATCH) (\/trackers\/|\/tracker_fields\/|\/user_groups\/\{id\}$|\/users\/\{id\}$|\/projects\/\{id\}\/?(details|planning_settings)?$|\/site\/)/.test(
    target.name,
  ) ||
  /^(PUT|POST|PATCH) \/kanban(_columns\/|\/\{id\}\/columns$)/.test(target.name) ||
  /^(PUT|POST) (\/trackers$|\/tracker_fields$|\/site\/users\/\{id\}|\/user_groups\/\{id\}\/)/.test(target.name)

export const collectionOf = (target: FuzzTarget): string => {
  const [, first = '', second = ''] = target.path.split('/')
  return first === 'site' || first === 'v2' ? second : first
}

/** The artifacts of the fixture are there from this second on. */
const START_OF_CLOCK = '2026-03-02T10:00:00+00:00'

/** Ids for the part of the path, by what the caller may do with them. */
export const idsFor = (fixture: Fixture, target: FuzzTarget, caller: Caller): readonly (string | number)[] => {
  const pool: IdPool | undefined = fixture.pools[collectionOf(target)]
  if (!pool) return ['1']
  // Existing objects are deleted at the end: until then only callers without the right try.
  if (target.method === 'DELETE') return caller.use === 'anything' && pool.secret.length > 0 ? pool.secret : [4_000_000]
  const own = isDestructive(target) ? (pool.spoil ?? pool.use) : pool.use
  return !target.isWrite || caller.use === 'anything' ? [...own, ...pool.secret] : own
}

export const makeDrafts = (fixture: Fixture, document: ApiDocument): Drafts => {
  const { resolved } = document
  const bug = fixture.writableProject.trackers.bug
  const known: Readonly<Record<string, (random: Random) => unknown>> = {
    tracker: () => ({ id: bug.id }),
    project: () => ({ id: fixture.writableProject.id }),
    project_id: () => fixture.writableProject.id,
    project_ids: () => String(fixture.writableProject.id),
    template_id: () => 100,
    field_id: () => bug.field('title'),
    milestone_id: () => fixture.artifacts.bug,
    username: () => 'mia',
    status: () => 'active',
    access: () => 'public',
    format: () => 'text',
    query: () => '{}',
    kanban_id: () => fixture.kanban.id,
    column_id: () => fixture.kanban.columnId,
    // A feed waits up to 55 s for what is new: longer than the walk waits for an answer.
    wait: random => random.below(2),
    shortname: random => `walk-${random.serial()}`,
    short_name: random => `walk-${random.serial()}`,
  }

  const sample = (name: string, given: Schema, random: Random, isRich: boolean, depth = 0): unknown => {
    const schema = resolved(given)
    const value = known[name]?.(random)
    if (value !== undefined) return value
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return isRich ? random.pick(schema.enum) : (schema.default ?? schema.enum[0])
    if (!isRich && schema.default !== undefined) return schema.default
    if (schema.anyOf) {
      const variant = isRich ? random.pick(schema.anyOf) : schema.anyOf[0]
      return sample(name, variant ?? {}, random, isRich, depth)
    }
    switch (schema.type) {
      case 'null':
        return null
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([key]) => schema.required?.includes(key) || (isRich && depth < 6 && random.chance(0.4)))
            .map(([key, member]) => [key, sample(key, member, random, isRich, depth + 1)]),
        )
      case 'array': {
        const count = isRich ? Math.max(schema.minItems ?? 0, random.below(3)) : Math.max(schema.minItems ?? 0, 1)
        return schema.items
          ? Array.from({ length: count }, () => sample(name, schema.items ?? {}, random, isRich, depth + 1))
          : []
      }
      case 'integer':
      case 'number': {
        const least = schema.minimum ?? 1
        return isRich ? least + random.below(Math.min(schema.maximum ?? 50, 50) - Math.min(least, 49)) : least
      }
      case 'boolean':
        return isRich ? random.chance(0.5) : true
      case 'string':
        if (schema.format === 'date-time') return '2026-03-02T10:00:00+00:00'
        return isRich ? random.pick(WORDS) : 'A text'
      default:
        return 'A text'
    }
  }

  const changesetOf = (target: FuzzTarget, artifactId: string): number => {
    // An edit could make it everybody's, and a secret no more.
    const { privateComment } = fixture
    if (!target.isWrite && Number(artifactId) === privateComment.artifactId) return privateComment.changesetId
    return fixture.comments.get(Number(artifactId)) ?? 4_000_000
  }

  const pathOf = (target: FuzzTarget, caller: Caller, random: Random): Record<string, string> => {
    let first = ''
    return Object.fromEntries(
      target.inPath.map(({ name }, index) => {
        if (name === 'changeset') return [name, String(changesetOf(target, first))]
        if (name === 'delivery_id') return [name, String(fixture.deliveries.get(Number(first)) ?? 4_000_000)]
        // Every tracker has the version that it began with.
        if (name === 'version') return [name, '1']
        if (name === 'column_id') return [name, String(fixture.columnId)]
        if (index > 0) return [name, String(name === 'user_id' ? caller.userId || 101 : 4_000_000)]
        // Private data of a person is requested by that person. A history is named by number (users.md §2).
        if (/^\/users\/\{id\}\//.test(target.path) && target.method !== 'DELETE' && random.chance(0.7))
          return [name, target.path.endsWith('/history') ? String(caller.userId || 101) : 'self']
        const ids = idsFor(fixture, target, caller)
        first = ids.length === 0 ? '4000000' : String(random.pick(ids))
        return [name, first]
      }),
    )
  }

  const queryOf = (target: FuzzTarget, random: Random, isRich: boolean): [string, string][] =>
    target.inQuery
      .filter(
        ({ name, required }) =>
          required === true ||
          // Required where no external id is given.
          (target.name === 'GET /artifacts' && name === 'query') ||
          (isRich && random.chance(0.4)),
      )
      .map(({ name, schema }) => {
        const value = textsFor(name, target.path)
        const text = value ? (isRich ? random.pick(value) : value[0]) : sample(name, schema, random, isRich)
        return [encodeURIComponent(name), encodeURIComponent(String(text))]
      })

  /** Where the schema alone does not say what is taken. */
  const knownBody = (target: FuzzTarget, random: Random, isRich: boolean): unknown => {
    const title = { field_id: bug.field('title'), value: 'A title' }
    switch (target.name) {
      case 'POST /artifact_temporary_files':
        return { name: 'log.txt', mimetype: 'text/plain', content: 'YQ==' }
      case 'PUT /artifact_temporary_files/{id}':
        return { content: 'YQ==', offset: 2 }
      case 'POST /artifacts':
        return { tracker: { id: bug.id }, values: [title, ...(isRich ? someValues(random) : [])] }
      case 'PUT /artifacts/{id}':
        return {
          values: isRich ? someValues(random) : [],
          comment: { body: random.pick(WORDS), format: random.pick(['text', 'html', 'commonmark']) },
        }
      case 'PATCH /artifacts/{id}':
        return { move: { tracker_id: fixture.writableProject.trackers.story.id, dry_run: true } }
      case 'POST /batch':
        return batchOf(title, random, isRich)
      case 'PUT /users/{id}/agent_policies/{agent}':
        return { mode: 'free', project_ids: null, tracker_ids: null, tools: null, writes_per_hour: null }
      case 'POST /projects/{id}/imports':
        return EMPTY_IMPORT
      case 'POST /webhooks':
      case 'PUT /webhooks/{id}':
        return {
          scope: 'project',
          project_id: fixture.writableProject.id,
          url: 'https://127.0.0.1:9/walk',
          ...(isRich
            ? { kinds: random.pick([[], ['artifact.created']]), include: random.pick(['none', 'values', 'full']) }
            : {}),
        }
      case 'POST /webhooks/{id}/replay':
        return { since: START_OF_CLOCK }
      case 'POST /tracker_workflow_transitions': {
        const { id, statusIds } = fixture.spoilableProject.trackers.bug
        return { tracker_id: id, from_id: 0, to_id: statusIds()[1] }
      }
      case 'POST /trackers': {
        const name = `walk_${random.serial()}`
        return { project: { id: fixture.spoilableProject.id }, label: name, item_name: name }
      }
      case 'PATCH /trackers/{id}':
        return undefined
      case 'PATCH /tracker_workflow_transitions/{id}':
        return {
          authorized_user_group_ids: [`${fixture.spoilableProject.id}_3`],
          not_empty_field_ids: [],
          is_comment_required: false,
        }
      case 'PUT /tracker_workflow_transitions/{id}/actions':
        return { post_actions: [] }
      case 'POST /tracker_fields':
        return isRich
          ? undefined
          : {
              tracker: { id: fixture.spoilableProject.trackers.bug.id },
              type: 'string',
              label: `Walk ${random.serial()}`,
            }
      case 'PUT /project_ownership/{project_id}':
        return { project_owner: { username: 'admin' } }
      case 'POST /projects':
        return { shortname: `walk-${random.serial()}`, label: 'Walk', is_public: true, template_id: 100 }
      case 'POST /svn':
        return { project_id: fixture.writableProject.id, name: `walk-${random.serial()}` }
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
        return { name: 'Catalogue', redirect_uri: 'https://app.example/callback', use_pkce: true }
      case 'PUT /account/password':
        return { current_password: fixture.adminPassword, new_password: fixture.adminPassword }
      case 'POST /account/second_factors':
        return { name: 'Phone', current_password: 'the password of gil' }
      case 'PATCH /account':
        return { real_name: random.pick(WORDS), theme: random.pick(['light', 'dark', 'system']) }
      case 'POST /site/users': {
        const username = `walk_${random.serial()}`
        return { username, real_name: 'Walk', email: `${username}@example.net`, password: 'the password of the walk' }
      }
      case 'PATCH /site/settings':
        return { platform_name: random.pick(['Crocus', 'Garden']) }
      case 'PATCH /site/projects/{id}':
        return { status: 'active' }
      case 'PUT /site/users/{id}/administrator':
        return { is_site_administrator: false }
      case 'PATCH /users/self/inbox':
        return { until: 1, state: 'read' }
      case 'PUT /artifacts/{id}/presence':
        return { state: 'reading', tab: 'walk' }
      case 'PATCH /users/{id}':
        return { values: { real_name: random.pick(WORDS) } }
      case 'POST /user_groups/{id}/members':
        return { username: random.pick(['mia', 'spare']) }
      case 'PUT /user_groups/{id}/users':
        return { user_references: ['admin', 'mia', 'gil', 'vera'].map(username => ({ username })) }
      case 'POST /sessions':
      case 'POST /tokens':
        return { username: 'victim', password: 'the password of victim' }
      case 'POST /invitations':
        return { emails: ['guest@example.net'] }
      case 'POST /password_resets':
        return { login_or_email: 'victim' }
      case 'PUT /trackers/{id}/notification_recipients':
        return [{ emails: ['list@example.net'] }]
      case 'PUT /projects/{id}/references':
        return [{ keyword: 'ticket', description: 'Old ticket', link: '/old/$1', is_enabled: true }]
      case 'PUT /trackers/{id}/webhooks':
        return ['https://127.0.0.1:9/crocus']
      case 'POST /projects/{id}/roadmaps':
      case 'PUT /roadmaps/{id}':
        return { title: 'Roadmap', tracker_ids: [bug.id] }
      case 'PUT /projects/{id}/planning_settings':
        return { has_explicit_backlog: false, plannings: [] }
      case 'POST /projects/{id}/kanbans':
        return { tracker_id: bug.id, label: random.pick(WORDS) }
      case 'POST /kanban_items':
        return { label: random.pick(WORDS), kanban_id: fixture.kanban.id }
      case 'PUT /kanban/{id}/tracker_reports':
        return { tracker_report_ids: [] }
      case 'PUT /users/{id}/history':
      case 'PUT /projects/{id}/backlog':
      case 'PUT /milestones/{id}/milestones':
      case 'PUT /milestones/{id}/content':
      case 'PUT /milestones/{id}/backlog':
        return []
      case 'PATCH /milestones/{id}/milestones':
        return { add: [] }
      case 'POST /milestones/{id}/backlog':
        return { artifact: { id: fixture.artifacts.story } }
      case 'PATCH /projects/{id}/backlog':
      case 'PATCH /milestones/{id}/content':
      case 'PATCH /milestones/{id}/backlog':
        return isRich ? planned(random) : {}
      case 'PUT /cards/{id}':
        return { label: 'A title', values: [], ...(isRich && { column_id: fixture.columnId }) }
      case 'PATCH /taskboard_cells/{swimlane_id}/column/{column_id}':
        return { add: fixture.artifacts.story }
      case 'POST /access_keys':
        return { description: random.pick(WORDS) }
      default:
        return !isRich || random.chance(0.5) ? fixture.parts[target.path] : undefined
    }
  }
  /** The story comes to the list, from the milestone or from nowhere. */
  const planned = (random: Random): object => {
    const { bug: milestone, story: id } = fixture.artifacts
    return { add: [{ id, ...(random.chance(0.5) && { remove_from: milestone }) }] }
  }
  /** A creation and changes, some of them of the new artifact. */
  const batchOf = (title: object, random: Random, isRich: boolean): object => {
    const body = { values: isRich ? someValues(random) : [], comment: { body: random.pick(WORDS), format: 'text' } }
    const operations = [
      { ref: 'one', method: 'POST', path: '/artifacts', body: { tracker: { id: bug.id }, values: [title] } },
      { method: 'PUT', path: '/artifacts/{$ref:one}', body },
      ...(isRich ? [{ method: 'PUT', path: `/artifacts/${fixture.artifacts.bug}`, body }] : []),
    ]
    return { operations, ...(isRich ? { atomic: random.chance(0.5) } : {}) }
  }
  /** Entries of a bug, each of a kind that its field takes. */
  const someValues = (random: Random): unknown[] =>
    bug.fields.flatMap((field): unknown[] => {
      if (!random.chance(0.3)) return []
      const { field_id, type, values } = field
      switch (type) {
        case 'string':
          return [{ field_id, value: random.pick(WORDS).slice(0, 200) || 'x' }]
        case 'text':
          return [
            { field_id, value: { content: random.pick(WORDS), format: random.pick(['text', 'html', 'commonmark']) } },
          ]
        case 'int':
          return [{ field_id, value: random.pick([0, 1, -1, 2147483647, -2147483648, null]) }]
        case 'float':
          return [{ field_id, value: random.pick([0, 1.5, -1e-7, 1e15, null]) }]
        case 'date':
          return [{ field_id, value: random.pick(['2026-03-02', '1970-01-01', '2999-12-31', null]) }]
        case 'sb':
        case 'rb':
        case 'msb':
        case 'cb':
          return values && values.length > 0 ? [{ field_id, bind_value_ids: [random.pick(values).id] }] : []
        case 'art_link':
          return [
            {
              field_id,
              links: [{ id: random.pick(Object.values(fixture.artifacts)), type: random.pick(['', '_is_child']) }],
            },
          ]
        default:
          return []
      }
    })

  const draft = (target: FuzzTarget, caller: Caller, random: Random, isRich: boolean): RequestDraft => ({
    target,
    path: pathOf(target, caller, random),
    query: queryOf(target, random, isRich),
    body: target.body ? (knownBody(target, random, isRich) ?? sample('', target.body, random, isRich)) : undefined,
  })
  return {
    plain: (target, caller, random) => draft(target, caller, random, false),
    rich: (target, caller, random) => draft(target, caller, random, true),
  }
}

/** Texts that are odd and allowed. */
const WORDS: readonly string[] = [
  'A text',
  'Ä ö ß – „x“ ﬁ',
  'שלום עולם',
  '\u202egnp.exe',
  '👩‍👩‍👧‍👦 family',
  '日本語の文字',
  'it\'s "quoted" & <b>bold</b>',
  'a\nb\r\nc\td',
  '  spaces  around  ',
  'x'.repeat(255),
  '0',
  'null',
  'art #1 and bug #2, story #3',
  '**bold** [link](javascript:alert(1)) <img src=x onerror=alert(1)>',
]

/** Texts that the route reads in the parameter; undefined: any of its schema. */
const textsFor = (name: string, path: string): readonly string[] | undefined => {
  if (name === 'query') return QUERIES[path]
  if (name === 'expert_query') return EXPERT_QUERIES
  if (path.endsWith('/cumulative_flow') && name.endsWith('_date'))
    return [name === 'end_date' ? '2026-03-05' : '2026-03-01']
  return name === 'from' && path.endsWith('/diff') ? [START_OF_CLOCK] : undefined
}

const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/kanban/{id}/archive': [''],
  '/kanban/{id}/backlog': [''],
  '/kanban/{id}/cumulative_flow': [''],
  '/kanban/{id}/items': [''],
  '/artifacts': ['{"id":[]}', '{"id":[1,2,3]}'],
  '/trackers/{id}': ['{"workflow":{"is_advanced":false}}'],
  '/trackers/{id}/artifacts': ['', '{}', '{"title":"roots"}', '{"status":"open"}'],
  '/users': ['mia', '{"username":"mia"}', '{"email":"mia@example.org"}', 'a'],
  '/users/{id}/artifacts': ['{"submitted_by":true}', '{"assigned_to":true}'],
  '/users_memberships': ['with_ssh_key'],
  '/projects': [
    '',
    '{"is_member_of":true}',
    '{"shortname":"garden"}',
    '{"is_tracker_admin":true}',
    '{"with_status":"active"}',
  ],
  '/projects/{id}/trackers': ['', '{"is_tracker_admin":true}'],
  '/projects/{id}/svn': ['', '{"name":"seeds"}'],
  '/projects/{id}/user_groups': ['', '{"with_system_user_groups":true}'],
  '/projects/{id}/labels': ['', 'a'],
  '/projects/{id}/members': ['', 'mi'],
  '/site/users': ['', 'mia'],
  '/site/projects': ['', 'gard'],
  '/user_groups/{id}/users': ['', '{"identifier":"mia"}'],
}

const EXPERT_QUERIES: readonly string[] = [
  '',
  "title = 'roots'",
  'submitted_on > NOW() - 1d',
  "status = 'New' or not (description = 'x')",
  "title in ('a', 'b')",
]
