// The fixture of a run: a project that callers work on, a closed one, accounts with keys.
import type { OutgoingHttpHeaders } from 'node:http'
import { createClient, type Client } from './client.ts'
import type { ExpectedState } from './expected-state.ts'
import type { Statistics } from './statistics.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

export const ADMIN_PASSWORD = 'the admin of the soak'

export interface Field {
  readonly field_id: number
  readonly name: string
  readonly values: readonly { readonly id: number; readonly label: string }[] | null
}

export interface FixtureTracker {
  readonly id: number
  readonly fields: readonly Field[]
  field(name: string): number
}

export interface Account {
  readonly id: number
  readonly login: string
  readonly password: string
  readonly headers: OutgoingHttpHeaders
}

export interface Fixture {
  readonly projectId: number
  /** A tracker without notifications. */
  readonly task: FixtureTracker
  /** A tracker with a webhook and mails for each edit. */
  readonly bug: FixtureTracker
  /** A project that only its members see; `guest` is a member from time to time. */
  readonly closedProjectId: number
  readonly admin: Account
  readonly guest: Account
  readonly accounts: readonly Account[]
  /** Artifacts that only races write. */
  readonly raceIds: readonly number[]
  /** Artifacts that all callers write. */
  readonly hotIds: readonly number[]
  readonly repository: string | undefined
}

export const basic = (login: string, password: string): OutgoingHttpHeaders => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})

const MAIL_ADDRESS = 'soak@example.org'
const RACE_ARTIFACTS = 8
const HOT_ARTIFACTS = 3

export const createFixture = async (
  url: string,
  options: {
    readonly callers: number
    readonly hookHost: string
    readonly receiver: WebhookReceiver
    readonly isWithSvn: boolean
    readonly statistics: Statistics
    readonly expected: ExpectedState
  },
): Promise<Fixture> => {
  const { statistics, expected } = options
  const admin: Account = {
    id: 101,
    login: 'admin',
    password: ADMIN_PASSWORD,
    headers: basic('admin', ADMIN_PASSWORD),
  }
  const clients: Client[] = []
  const clientOf = (headers: OutgoingHttpHeaders): Client => {
    const client = createClient({ url, headers, statistics, expected })
    clients.push(client)
    return client
  }
  const administrator = clientOf(admin.headers)
  const ask = async <Value>(client: Client, method: string, path: string, body?: unknown): Promise<Value> => {
    const answer = await client.send('set-up', method, `/api${path}`, { body })
    if (answer.outcome !== 'done')
      throw new Error(`the scene could not be set: ${method} ${path}: ${answer.status} ${answer.bytes.toString()}`)
    return answer.bytes.length === 0 ? (undefined as Value) : answer.value<Value>()
  }
  try {
    await ask(administrator, 'PATCH', '/site/settings', {
      artifacts_deletion_limit: '1000000',
      internal_hosts: `${options.hookHost}, ${options.receiver.host}`,
      max_pending_uploads: '10000000000',
    })
    const webhook = await ask<{ secret: string }>(administrator, 'POST', '/webhooks', { url: options.receiver.url })
    options.receiver.trust(webhook.secret)
    const project = (shortname: string, isPublic: boolean): Promise<{ id: number }> =>
      ask(administrator, 'POST', '/projects', {
        shortname,
        label: `The ${shortname}`,
        description: 'Of the soak',
        is_public: isPublic,
        template_id: 100,
      })
    const { id: projectId } = await project('soak', true)
    const { id: closedProjectId } = await project('closed', false)
    const accounts: Account[] = []
    for (let index = 0; index <= options.callers; index++) {
      const login = `caller_${index}`
      const password = `the password of ${login}`
      const { id } = await ask<{ id: number }>(administrator, 'POST', '/site/users', {
        username: login,
        real_name: `Caller ${index}`,
        email: `${login}@example.org`,
        password,
        status: 'A',
      })
      const { identifier } = await ask<{ identifier: string }>(
        clientOf(basic(login, password)),
        'POST',
        '/access_keys',
        {
          description: 'soak',
        },
      )
      accounts.push({ id, login, password, headers: { 'x-auth-accesskey': identifier } })
    }
    const members = [admin, ...accounts].map(({ login }) => ({ username: login }))
    await ask(administrator, 'PUT', `/user_groups/${projectId}_3/users`, { user_references: members })
    const trackers = await ask<{ id: number; item_name: string; fields: Field[] }[]>(
      administrator,
      'GET',
      `/projects/${projectId}/trackers?limit=50`,
    )
    const tracker = (name: string): FixtureTracker => {
      const found = trackers.find(each => each.item_name === name)
      if (!found) throw new Error(`the project has no tracker ${name}`)
      return {
        id: found.id,
        fields: found.fields,
        field: wanted => {
          const field = found.fields.find(each => each.name === wanted)
          if (!field) throw new Error(`the tracker ${name} has no field ${wanted}`)
          return field.field_id
        },
      }
    }
    const [task, bug] = [tracker('task'), tracker('bug')]
    await ask(administrator, 'PUT', `/trackers/${bug.id}/webhooks`, [`http://${options.hookHost}/hook`])
    await ask(administrator, 'PUT', `/trackers/${bug.id}/notification_recipients`, [
      { is_for_updates: true, emails: [MAIL_ADDRESS], user_ids: [], user_group_ids: [] },
    ])
    const artifacts = async (count: number): Promise<number[]> => {
      const ids: number[] = []
      for (let index = 0; index < count; index++) {
        const { id } = await ask<{ id: number }>(administrator, 'POST', '/artifacts', {
          tracker: { id: task.id },
          values: [{ field_id: task.field('title'), value: 'of the scene' }],
        })
        ids.push(id)
      }
      return ids
    }
    const [raceIds, hotIds] = [await artifacts(RACE_ARTIFACTS), await artifacts(HOT_ARTIFACTS)]
    const repository = options.isWithSvn
      ? await ask<{ name: string }>(administrator, 'POST', '/svn', { project_id: projectId, name: 'main' })
      : undefined
    const [guest, ...callers] = accounts
    if (!guest) throw new Error('there is no account')
    return {
      projectId,
      task,
      bug,
      closedProjectId,
      admin,
      guest,
      accounts: callers,
      raceIds,
      hotIds,
      repository: repository && '/svnplugin/soak/main',
    }
  } finally {
    for (const client of clients) client.close()
  }
}
