import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { testFolder } from '../harness/process.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type ProjectOfScene } from '../harness/scene.ts'
import { isSvnMissing, listen, SVN_NEEDS, svnClient } from '../harness/svn.ts'

describe.skipIf(isSvnMissing)(`a repository from its creation on (${SVN_NEEDS})`, { timeout: 60_000 }, () => {
  let t: TestApp
  let ann: Account
  let ben: Account
  let project: ProjectOfScene
  let client: ReturnType<typeof svnClient>
  let url: string
  let id: number

  const settings = (changes: object = {}) => ({
    commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
    immutable_tags: { paths: [], whitelist: [] },
    access_file: '',
    email_notifications: [{ path: '/trunk', emails: ['list@example.org'], users: [], user_groups: [] }],
    ...changes,
  })
  const set = async (changes: object) =>
    expect(
      (await t.request('PUT', `/api/svn/${id}`, { as: ann.as, json: { settings: settings(changes) } })).status,
    ).toBe(200)
  const mkdir = (name: string, message: string, as = ben.as) => client.svn(as, 'mkdir', '-m', message, `${url}/${name}`)

  beforeAll(async () => {
    t = await testApp()
    ann = await givenAccount(t, 'ann')
    ben = await givenAccount(t, 'ben')
    project = await givenProject(t, 'lighthouse', { as: ann.as, members: ['ben'] })
    client = svnClient(await testFolder())
    const address = await listen(t)
    const created = await t.request('POST', '/api/svn', {
      as: ann.as,
      json: { project_id: project.id, name: 'main', settings: settings({ layout: ['trunk', 'tags'] }) },
    })
    expect(created.status).toBe(201)
    const repository = created.json<{ id: number; svn_url: string }>()
    id = repository.id
    url = repository.svn_url.replace('http://crocus.test', address)
  })

  it('is checked out at once, and a commit shows on the artifact, in the list of revisions and in mails', async () => {
    const bug = await givenArtifact(t, project.tracker('bug'), 'Leak', { as: ben.as })
    expect(await client.svn(ben.as, 'list', url)).toBe('tags/\ntrunk/\n')
    await mkdir('trunk/lamp', `Fix bug #${bug}`)
    await t.work()
    const revisions = await t.request('GET', `/api/svn/${id}/revisions`, { as: ben.as })
    expect(revisions.json<object[]>()).toMatchObject([
      { revision: 2, author: { username: 'ben' }, artifacts: [{ id: bug }], message: `Fix bug #${bug}` },
      { revision: 1, author: { username: 'ann' } },
    ])
    expect(t.mails.map(mail => [mail.to.address, mail.subject])).toEqual([['list@example.org', 'r2 /trunk']])
  })

  it('obeys new settings from the next commit on', async () => {
    await set({ commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true } })
    expect(await client.refused(ben.as, 'mkdir', '-m', 'No reference', `${url}/trunk/b`)).toMatch(/reference/i)
    await set({ access_file: '[/trunk]\nben = r' })
    expect(await client.refused(ben.as, 'mkdir', '-m', 'Denied', `${url}/trunk/b`)).toMatch(/E\d{6}|denied|forbidden/i)
    await mkdir('trunk/b', 'Allowed', ann.as)
  })

  it('follows a message that is changed', async () => {
    const bug = await givenArtifact(t, project.tracker('bug'), 'Other', { as: ben.as })
    await set({ commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: true } })
    await client.svn(ben.as, 'propset', '--revprop', '-r', '2', 'svn:log', `Really art #${bug}`, url)
    await t.work()
    const revisions = await t.request('GET', `/api/svn/${id}/revisions`, { as: ben.as })
    expect(revisions.json<{ revision: number }[]>().find(({ revision }) => revision === 2)).toMatchObject({
      message: `Really art #${bug}`,
      artifacts: [{ id: bug }],
    })
  })

  it('is gone for clients when its deletion is done', async () => {
    await t.request('DELETE', `/api/svn/${id}`, { as: ann.as })
    expect(await client.svn(ben.as, 'list', url)).toContain('trunk/')
    await t.app.modules.svn.deleted.removeDue(id)
    expect(await client.refused(ben.as, 'list', url)).toMatch(/E\d{6}/)
  })
})
