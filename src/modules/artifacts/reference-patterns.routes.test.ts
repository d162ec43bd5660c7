import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../../../test/harness/fixture.ts'

let crocus: TestApp
let boss: Account
let ada: Account
let lamps: FixtureProject
beforeAll(async () => {
  crocus = await testApp()
  boss = await givenAccount(crocus, 'boss')
  ada = await givenAccount(crocus, 'ada')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, members: ['ada'] })
})

const TICKET = { keyword: 'ticket', description: 'Old ticket', link: 'https://old.example/$1', is_enabled: true }
const put = (json: unknown, as = boss.as, id = lamps.id) =>
  crocus.request('PUT', `/api/projects/${id}/references`, { as, json })
const get = async (id = lamps.id, as = ada.as) =>
  (await crocus.request('GET', `/api/projects/${id}/references`, { as })).json<object[]>()
const extract = async (text: string, id = lamps.id) => {
  const answer = await crocus.request('POST', `/api/projects/${id}/extract_references`, { as: ada.as, json: { text } })
  return answer.json<{ text: string; link: string }[]>().map(({ text, link }) => [text, link])
}
const descriptionOf = async (project: FixtureProject, text: string): Promise<() => Promise<string>> => {
  const bug = project.tracker('bug')
  const field = bug.field('description')
  const id = await givenArtifact(crocus, bug, 'Refers', {
    as: boss.as,
    values: [{ field_id: field, value: { content: text, format: 'text' } }],
  })
  return async () => {
    const artifact = await crocus.request('GET', `/api/artifacts/${id}`, { as: boss.as })
    const { values } = artifact.json<{ values: { field_id: number; post_processed_value: string }[] }>()
    return values.find(value => value.field_id === field)?.post_processed_value ?? ''
  }
}

describe('reference patterns of a project (projects.md §3.2)', () => {
  it('are set by its administrators and read by all who see it, JSON and XML', async () => {
    expectDone(
      await put([
        { ...TICKET, keyword: 'Ticket' },
        { keyword: 'wiki_page', link: '/wiki/$1/$2' },
      ]),
    )
    const page = { keyword: 'wiki_page', description: '', link: '/wiki/$1/$2', is_enabled: true }
    expect(await get()).toEqual([TICKET, page])
    const xml = `<request><item><keyword>doc2</keyword><link>/d?x=$1&amp;y=2</link><is_enabled>0</is_enabled></item></request>`
    const inXml = await crocus.request('PUT', `/api/projects/${lamps.id}/references`, { as: boss.as, xml })
    expect([inXml.status, await get()]).toEqual([
      200,
      [{ keyword: 'doc2', description: '', link: '/d?x=$1&y=2', is_enabled: false }],
    ])
    expectDone(await put([]))
    expect(await get()).toEqual([])
  })
  it('are refused with all faults, and nothing changes', async () => {
    expectDone(await put([TICKET]))
    const wrong = await put([
      { ...TICKET, link: 'javascript:$1' },
      { ...TICKET, keyword: 'bug' },
    ])
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/Reference 1.*Reference 2/s)])
    for (const body of [{}, 'x', [{}], [{ keyword: 'a' }], [1], null]) expect((await put(body)).status).toBe(400)
    expect(await get()).toEqual([TICKET])
    expect((await put([], ada.as)).status).toBe(403)
    expect((await put([], boss.as, 99999)).status).toBe(404)
    expect((await crocus.request('PUT', `/api/projects/${lamps.id}/references`, { json: [] })).status).toBe(401)
  })
  it('become links in texts of the project at once, also in cached responses', async () => {
    expectDone(await put([TICKET]))
    const html = await descriptionOf(lamps, 'See ticket #12, ticket #lamps:13, ticket #a/b and art #1')
    const linked = await html()
    expect(linked).toContain('<a href="https://old.example/12" class="cross-reference">ticket #12</a>')
    expect(linked).toContain('<a href="https://old.example/13" class="cross-reference">ticket #lamps:13</a>')
    expect(linked).toContain(', ticket #a/b and')
    expect(linked).toContain('<a href="/goto?key=art&amp;val=1"')
    expect(await html()).toBe(linked)
    expectDone(await put([{ ...TICKET, link: '/new/$1' }]))
    expect(await html()).toContain('<a href="/new/12"')
    expectDone(await put([{ ...TICKET, is_enabled: false }]))
    expect(await html()).not.toContain('>ticket #12</a>')
  })
  it('mean nothing in another project', async () => {
    expectDone(await put([TICKET]))
    const chairs = await givenProject(crocus, 'chairs', { as: boss.as })
    const html = await descriptionOf(chairs, 'See ticket #12 and ticket #lamps:12')
    expect(await html()).toBe('See ticket #12 and ticket #lamps:12')
  })
  it('are found in a text', async () => {
    expectDone(await put([TICKET, { keyword: 'page', link: '/wiki/$2/$1' }]))
    expect(await extract('ticket #1, page #a/b; page #a, art #3, rev #repo/4, rev #5')).toEqual([
      ['ticket #1', 'https://old.example/1'],
      ['page #a/b', 'http://crocus.test/wiki/b/a'],
      ['art #3', `http://crocus.test/goto?key=art&val=3&group_id=${lamps.id}`],
      ['rev #repo/4', 'http://crocus.test/plugins/svn?roottype=svn&view=rev&root=lamps%2Frepo&revision=4'],
    ])
  })
  it('are listed for other programs, with the keywords of the platform and of trackers that the caller sees', async () => {
    expectDone(await put([TICKET, { keyword: 'off', link: '/$1', is_enabled: false }]))
    const url = `/api/projects/${lamps.id}/3rd_party_integration_data`
    const { references } = (await crocus.request('GET', url, { as: ada.as })).json<{
      references: { keyword: string; description: string }[]
    }>()
    const keywords = references.map(({ keyword }) => keyword)
    expect(keywords.slice(0, 2)).toEqual(['art', 'artifact'])
    expect([...keywords].sort()).toEqual(
      ['art', 'artifact', 'bug', 'rev', 'revision', 'story', 'svn', 'task', 'test_case', 'ticket'].sort(),
    )
    expect(references.at(-1)).toEqual({ keyword: 'ticket', description: 'Old ticket' })
  })
  it('are copied when a project is made from this one', async () => {
    const patterns = [TICKET, { keyword: 'off', description: '', link: '/$1', is_enabled: false }]
    expectDone(await put(patterns))
    const made = await crocus.request('POST', '/api/projects', {
      as: boss.as,
      json: { shortname: 'heirs', label: 'The heirs', is_public: true, template_id: lamps.id },
    })
    expect(made.status).toBe(201)
    expect(await get(made.json<{ id: number }>().id)).toEqual(patterns)
  })
})
