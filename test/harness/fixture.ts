// Fixtures of a story: accounts as the administration command makes them, everything else over HTTP.
import { expect } from 'vitest'
import type { AccountValues } from '../../src/modules/auth/index.ts'
import type { TestApp, TestRequest, TestResponse } from './app.ts'

export type Credentials = readonly [login: string, password: string]

const actor = { userId: 101, means: 'command' } as const

export interface Account {
  readonly id: number
  readonly login: string
  /** For `as` of a request. */
  readonly as: Credentials
}

export const givenAccount = async (
  crocus: TestApp,
  login: string,
  values: Partial<Omit<AccountValues, 'login'>> = {},
): Promise<Account> => {
  const password = `the password of ${login}`
  const id = await crocus.app.modules.auth.createAccount(
    login,
    { email: `${login}@example.org`, password, ...values },
    actor,
  )
  return { id, login, as: [login, password] }
}

export interface FieldDescription {
  readonly field_id: number
  readonly name: string
  readonly label: string
  readonly type: string
  readonly values: readonly { readonly id: number; readonly label: string }[] | null
  readonly permissions: readonly string[]
}

/** A tracker as its description tells it, by the names that people know. */
export interface FixtureTracker {
  readonly id: number
  readonly fields: readonly FieldDescription[]
  field(name: string): number
  value(fieldName: string, label: string): number
}

export interface FixtureProject {
  readonly id: number
  tracker(itemName: string): FixtureTracker
}

export interface NewProject {
  readonly as?: Credentials
  readonly isPublic?: boolean
  readonly allowRestricted?: boolean
  /** Logins; who creates it stays a member. */
  readonly members?: readonly string[]
}

/** A project made from the site template, with its four trackers (projects.md §3.7). */
export const givenProject = async (
  crocus: TestApp,
  shortname: string,
  given: NewProject = {},
): Promise<FixtureProject> => {
  const as = given.as ?? crocus.admin
  const created = await crocus.request('POST', '/api/projects', {
    as,
    json: {
      shortname,
      label: `The ${shortname}`,
      description: `All about the ${shortname}`,
      is_public: given.isPublic ?? true,
      ...(given.allowRestricted === undefined ? {} : { allow_restricted: given.allowRestricted }),
      template_id: 100,
    },
  })
  expect([created.status, created.status === 201 ? '' : created.text]).toEqual([201, ''])
  const { id } = created.json<{ id: number }>()
  if (given.members) {
    const user_references = [as[0], ...given.members].map(username => ({ username }))
    expectDone(await crocus.request('PUT', `/api/user_groups/${id}_3/users`, { as, json: { user_references } }))
  }
  return readProject(crocus, id, as)
}

export const readProject = async (crocus: TestApp, id: number, as: Credentials): Promise<FixtureProject> => {
  const list = await crocus.request('GET', `/api/projects/${id}/trackers?limit=50`, { as })
  expect(list.status).toBe(200)
  const trackers = list
    .json<{ id: number; item_name: string; fields: FieldDescription[] }[]>()
    .map(({ id, item_name, fields }) => ({ itemName: item_name, ...trackerOf(id, fields) }))
  return { id, tracker: itemName => findOne(trackers, tracker => tracker.itemName === itemName, itemName) }
}

const trackerOf = (id: number, fields: readonly FieldDescription[]): FixtureTracker => {
  const field = (name: string) => findOne(fields, each => each.name === name, name)
  return {
    id,
    fields,
    field: name => field(name).field_id,
    value: (name, label) => findOne(field(name).values ?? [], each => each.label === label, label).id,
  }
}

const findOne = <Item>(items: readonly Item[], isIt: (item: Item) => boolean, name: string): Item => {
  const item = items.find(isIt)
  if (item === undefined) throw new Error(`There is no ${name} in the scene`)
  return item
}

/** 200 and nothing else, as routes answer that return nothing (http.md §4.1). */
export const expectDone = (response: TestResponse): void => {
  expect({ status: response.status, body: response.text }).toEqual({ status: 200, body: '' })
}

/** A personal access key of the account, for the header `X-Auth-AccessKey`; without limits unless told. */
export const givenAccessKey = async (crocus: TestApp, as: Credentials, limits: object = {}): Promise<string> => {
  const json = { description: 'of a test', ...limits }
  const response = await crocus.request('POST', '/api/access_keys', { as, json })
  expect(response.status).toBe(201)
  return response.json<{ identifier: string }>().identifier
}

export const givenArtifact = async (
  crocus: TestApp,
  tracker: FixtureTracker,
  title: string,
  request: TestRequest & { readonly values?: readonly unknown[] },
): Promise<number> => {
  const { values = [], ...rest } = request
  const response = await crocus.request('POST', '/api/artifacts', {
    ...rest,
    json: { tracker: { id: tracker.id }, values: [{ field_id: tracker.field('title'), value: title }, ...values] },
  })
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  return response.json<{ id: number }>().id
}
