// The examples of docs/integrating.md, in their order.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../harness/app.ts'
import { givenAccount, givenProject, type Credentials } from '../harness/fixture.ts'
import { anElement, aTracker, createTrackersOf } from '../harness/trackers.ts'

interface Example {
  readonly answer: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const ROOT = join(import.meta.dirname, '../..')
const examples = [...(await readFile(join(ROOT, 'docs/integrating.md'), 'utf8')).matchAll(/```http\n(.*?)```/gs)].map(
  ([, text = '']): Example => {
    const [head = '', ...rest] = text.split('\n\n')
    const [answer = '', request = '', ...headers] = head.trim().split('\n')
    const [method = '', path = ''] = request.split(' ')
    const named = headers.map(line => line.split(': ') as [string, string])
    return { answer, method, path, headers: Object.fromEntries(named), body: rest.join('\n\n').trim() }
  },
)

let crocus: TestApp
let owner: Credentials
const known = new Map<string, string>()

beforeAll(async () => {
  crocus = await testApp()
  owner = (await givenAccount(crocus, 'owner')).as
  const project = await givenProject(crocus, 'garden', { as: owner })
  const elements = [anElement('string', 'title'), anElement('int', 'effort')]
  const created = await createTrackersOf(
    crocus,
    aTracker(project.id, 'chore', { elements, semantics: { title: { field: 'title' } } }),
  )
  known.set('project', String(project.id))
  known.set('tracker', String(created.trackerIds.get('chore')))
  for (const [name, id] of created.fieldIds) known.set(name, String(id))
})

const filled = (text: string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = known.get(name)
    if (value === undefined) throw new Error(`no example before gives ${name}`)
    return value
  })

/** `id` is a member of the body, `0.id` one of an element; a name that begins with a capital letter is a header. */
const partOf = (response: TestResponse, name: string): string => {
  if (/^[A-Z]/.test(name)) return String(response.headers[name.toLowerCase()])
  return String(
    name
      .split('.')
      .reduce((part: unknown, key) => (part as Record<string, unknown> | undefined)?.[key], response.json()),
  )
}

const expectAnswer = (answer: string, response: TestResponse): void => {
  const [, status = '', rest = ''] = /^# (\d{3}) ?(.*)$/.exec(answer) ?? []
  expect([response.status, response.status === Number(status) ? '' : response.text]).toEqual([Number(status), ''])
  const header = /^([A-Z][\w-]+): (.*)$/.exec(rest)
  const name = /^(\w+)=(.+)$/.exec(rest)
  if (header?.[1] !== undefined) expect(String(response.headers[header[1].toLowerCase()])).toBe(header[2])
  else if (name?.[1] !== undefined && name[2] !== undefined) known.set(name[1], partOf(response, name[2]))
  else if (rest !== '')
    expect(response.json<{ error: { details: { reason: string } } }>().error.details.reason).toBe(rest)
}

it('has examples', () => expect(examples.length).toBeGreaterThan(10))

it.each(examples.map((example, index) => [`${index + 1}: ${example.method} ${example.path}`, example] as const))(
  'answers example %s as the guide says',
  async (_name, { answer, method, path, headers, body }) => {
    const response = await crocus.request(method, filled(path), {
      as: owner,
      headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), filled(value)])),
      ...(body !== '' && { json: JSON.parse(filled(body)) as unknown }),
    })
    expectAnswer(answer, response)
  },
)
