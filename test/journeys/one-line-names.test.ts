// A name is one line, whatever sets it: names appear in headers of mails, in lists and in logs.
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { givenAccount, givenProject, type Account } from '../harness/fixture.ts'

let crocus: TestApp
let ann: Account
let projectId: number
let trackerId: number

beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  const project = await givenProject(crocus, 'names', { members: ['ann'] })
  projectId = project.id
  trackerId = project.tracker('bug').id
})

it.each(['two\nlines', 'two\r\nlines', 'a\u0000b', 'bell\u0007', 'two\u2028lines'])(
  'refuses %j as the name of an account, a project, a tracker and the platform',
  async text => {
    const as = crocus.admin
    const answers = {
      own: await crocus.request('PATCH', '/api/account', { as: ann.as, json: { real_name: text } }),
      account: await crocus.request('POST', '/api/site/users', {
        as,
        json: { username: 'bob', real_name: text, email: 'bob@example.org', password: 'a good password for bob' },
      }),
      project: await crocus.request('POST', '/api/projects', {
        as,
        json: { shortname: 'other', label: text, description: 'x', is_public: true, template_id: 100 },
      }),
      tracker: await crocus.request('POST', '/api/trackers', {
        as,
        json: { project: { id: projectId }, label: text, item_name: 'thing' },
      }),
      accountChanged: await crocus.request('PATCH', `/api/users/${ann.id}`, {
        as,
        json: { values: { real_name: text } },
      }),
      projectChanged: await crocus.request('PATCH', `/api/projects/${projectId}/details`, {
        as,
        json: { label: text },
      }),
      trackerChanged: await crocus.request('PUT', `/api/trackers/${trackerId}/general`, {
        as,
        json: { name: text, item_name: 'bug', description: '' },
      }),
      platform: await crocus.request('PATCH', '/api/site/settings', { as, json: { platform_name: text } }),
    }
    const statuses = Object.entries(answers).map(([what, { status }]) => [what, status])
    expect(statuses).toEqual(Object.keys(answers).map(what => [what, 400]))
    // The message proves that the request was refused for this reason.
    for (const [what, answer] of Object.entries(answers))
      if (text !== 'a\u0000b') expect(`${what}: ${answer.text}`).toContain('line')
  },
)

it('accepts the same names in one line', async () => {
  const answer = await crocus.request('PATCH', '/api/account', { as: ann.as, json: { real_name: 'Ann Élise O’Neil' } })
  expect(answer.status).toBe(200)
})
