import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { givenAccount, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

const actor = { userId: null, means: 'command' } as const

describe('a link type of the platform’s own', () => {
  let t: TestApp
  let ann: Account
  let project: FixtureProject
  beforeAll(async () => {
    t = await testApp()
    ann = await givenAccount(t, 'ann')
    project = await givenProject(t, 'harbour', { members: ['ann'] })
  })

  const bug = () => project.tracker('bug')
  const post = (title: string, links: object[] = []) =>
    t.request('POST', '/api/artifacts', {
      as: ann.as,
      json: {
        tracker: { id: bug().id },
        values: [
          { field_id: bug().field('title'), value: title },
          { field_id: bug().field('links'), links },
        ],
      },
    })
  const put = (id: number, links: object[]) =>
    t.request('PUT', `/api/artifacts/${id}`, {
      as: ann.as,
      json: { values: [{ field_id: bug().field('links'), links }] },
    })
  const offered = async (): Promise<string[]> => {
    const tracker = await t.request('GET', `/api/trackers/${bug().id}`, { as: ann.as })
    const { fields } = tracker.json<{ fields: { name: string; allowed_types?: { shortname: string }[] }[] }>()
    return fields.find(({ name }) => name === 'links')?.allowed_types?.map(({ shortname }) => shortname) ?? []
  }

  it('is offered and taken at once; hidden it is for no new link, and those that have it stay', async () => {
    const target = (await post('Target')).json<{ id: number }>().id
    const link = { id: target, type: 'blocks' }
    expect((await post('Too early', [link])).status).toBe(400)
    await t.app.modules.projects.createLinkType(actor, {
      shortName: 'blocks',
      forwardLabel: 'Blocks',
      reverseLabel: 'Blocked by',
    })
    expect(await offered()).toContain('blocks')
    const blocking = await post('Blocking', [link])
    expect(blocking.status).toBe(201)
    const { id } = blocking.json<{ id: number }>()

    await t.app.modules.projects.setLinkTypeLabels(actor, {
      shortName: 'blocks',
      forwardLabel: 'Bars',
      reverseLabel: 'Barred by',
    })
    const relabelled = await t.request('GET', `/api/artifacts/${id}/links`, { as: ann.as })
    expect(relabelled.json()).toMatchObject({ natures: [{ shortname: 'blocks', label: 'Bars' }] })

    await t.app.modules.projects.setLinkTypeHidden(actor, 'blocks', true)
    expect(await offered()).not.toContain('blocks')
    expect((await post('Too late', [link])).status).toBe(400)
    const other = (await post('Other')).json<{ id: number }>().id
    expect((await put(id, [link, { id: other, type: 'blocks' }])).status).toBe(400)
    expect((await put(id, [link, { id: other, type: '' }])).status).toBe(200)
    const links = await t.request('GET', `/api/artifacts/${id}/links`, { as: ann.as })
    expect(links.json()).toMatchObject({ natures: [{ shortname: 'blocks', label: 'Bars' }, { shortname: '' }] })

    await t.app.modules.projects.setLinkTypeHidden(actor, 'blocks', false)
    expect((await put(id, [link, { id: other, type: 'blocks' }])).status).toBe(200)
  })
})
