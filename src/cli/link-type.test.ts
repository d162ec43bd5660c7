import { beforeAll, describe, expect, it } from 'vitest'
import { archiveFolder, projectXml, trackerXml, usersXml } from '../../test/harness/archives.ts'
import { runCommand } from '../../test/harness/command.ts'
import { testDatabaseUrl } from '../../test/harness/database.ts'
import { testFolder } from '../../test/harness/process.ts'

describe('crocus link-type', () => {
  let environment: Record<string, string>
  beforeAll(async () => {
    environment = {
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    }
    // The first command creates the content of the installation.
    await runCommand(environment, ['config', 'list'])
  })
  const crocus = (...args: string[]) => runCommand(environment, args)
  const types = async (): Promise<{ name: string; forward: string; reverse: string; hidden: boolean }[]> =>
    JSON.parse((await crocus('link-type', 'list', '--json')).stdout) as never

  it('makes a type, lists it last and gives it other labels', async () => {
    expect(await crocus('link-type', 'create', 'blocks', ' Blocks ', 'Blocked by')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    const blocks = { name: 'blocks', forward: 'Blocks', reverse: 'Blocked by', system: false, hidden: false }
    expect((await types()).at(-1)).toEqual(blocks)
    expect(await crocus('link-type', 'set', 'blocks', 'Bars', ' Barred by ')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect((await types()).at(-1)).toEqual({ ...blocks, forward: 'Bars', reverse: 'Barred by' })
  })

  it('hides a type and offers it again', async () => {
    expect((await crocus('link-type', 'create', 'fixes', 'Fixes', 'Fixed by')).code).toBe(0)
    const fixes = { name: 'fixes', forward: 'Fixes', reverse: 'Fixed by', system: false, hidden: false }
    expect((await crocus('link-type', 'hide', 'fixes')).code).toBe(0)
    expect((await crocus('link-type', 'hide', 'fixes')).code).toBe(0)
    expect((await types()).at(-1)).toEqual({ ...fixes, hidden: true })
    expect((await crocus('link-type', 'list')).stdout).toMatch(/^name .*forward .*reverse .*system .*hidden/)
    expect((await crocus('link-type', 'hide', 'fixes', '--undo')).code).toBe(0)
    expect((await types()).at(-1)).toEqual(fixes)
  })

  it.each([
    [['create', 'Blocks', 'A', 'B'], /there is a link type "Blocks" already/i],
    [['create', '_mine', 'A', 'B'], /"_mine": names that begin with _ belong to the platform/],
    [['create', 'is blocked', 'A', 'B'], /"is blocked": a name is made of letters/],
    [['create', 'x'.repeat(101), 'A', 'B'], /longer than 100 characters/],
    [['create', 'empty', ' ', 'B\nC'], /forward label is empty[\s\S]*reverse label holds control characters/],
    [['set', 'nothing', 'A', 'B'], /no link type "nothing"/],
    [['set', '_is_child', 'A', 'B'], /"_is_child" belongs to the platform/],
    [['set', 'blocks', ' ', 'B\nC'], /forward label is empty[\s\S]*reverse label holds control characters/],
    [['hide', 'nothing'], /no link type "nothing"/],
    [['hide', '_is_child'], /"_is_child" belongs to the platform/],
  ])('refuses %j with 1 and changes nothing', async (args, said) => {
    const before = await types()
    const { code, stdout, stderr } = await crocus('link-type', ...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(said)
    expect(await types()).toEqual(before)
  })

  it('is created by an import with the option, from the types that the project uses', async () => {
    const archive = await archiveFolder({
      'users.xml': usersXml({ name: 'ann' }),
      'project.xml': projectXml(
        `<natures><nature>_is_child</nature><nature>duplicates</nature><nature is_used="0">tests</nature></natures>
         <trackers>${trackerXml(
           `<formElements><formElement type="art_link" ID="F1" rank="1"><name>links</name><label>Links</label></formElement></formElements>
            <artifacts>${['1', '2']
              .map(
                id =>
                  `<artifact id="${id}"><changeset><submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">2022-03-01T08:00:00Z</submitted_on>
                   <comments/><field_change field_name="links" type="art_link">${id === '1' ? '<value nature="duplicates">2</value>' : ''}</field_change></changeset></artifact>`,
              )
              .join('')}</artifacts>`,
         )}</trackers>`,
        { name: 'typed' },
      ),
    })
    const importing = (...options: string[]) =>
      crocus('import-project', archive, '--automap', 'no-email,create:A', ...options)
    const before = await types()
    const refused = await importing()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/project\.xml:\d+: there is no link type "duplicates".*--create-link-types/)

    const dry = await importing('--create-link-types', '--dry-run')
    expect([dry.code, dry.stderr]).toEqual([
      0,
      expect.stringMatching(/warning: project\.xml:\d+: the link type "duplicates" is made, .*[\s\S]*"tests" is made/),
    ])
    expect(await types()).toEqual(before)

    const real = await importing('--create-link-types')
    expect([real.code, real.stderr]).toEqual([0, dry.stderr])
    expect((await types()).slice(before.length)).toEqual([
      { name: 'duplicates', forward: 'duplicates', reverse: 'duplicates', system: false, hidden: false },
      { name: 'tests', forward: 'tests', reverse: 'tests', system: false, hidden: false },
    ])
    const again = await importing('--create-link-types', '--name', 'typed2')
    expect([again.code, again.stderr.includes('is made')]).toEqual([0, false])
  })

  it('is created by an import with the option from its links, where the archive declares no types', async () => {
    const link = (type: string) => `<value nature="${type}">2</value>`
    const artifact = (id: number, links: string) =>
      `<artifact id="${id}"><changeset><submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">2022-03-01T08:00:00Z</submitted_on>
       <comments/><field_change field_name="links" type="art_link">${links}</field_change></changeset></artifact>`
    const archive = await archiveFolder({
      'users.xml': usersXml({ name: 'ann' }),
      'project.xml': projectXml(
        `<trackers>${trackerXml(
          `<formElements><formElement type="art_link" ID="F1" rank="1"><name>links</name><label>Links</label></formElement></formElements>
           <artifacts>${artifact(1, link('follows'))}${artifact(2, '')}${artifact(3, link('_married'))}${artifact(4, link('FOLLOWS'))}${artifact(5, link('follows'))}</artifacts>`,
        )}</trackers>`,
        { name: 'undeclared' },
      ),
    })
    const importing = (...options: string[]) =>
      crocus('import-project', archive, '--automap', 'no-email,create:A', ...options)
    const before = await types()
    const untyped = await importing('--dry-run')
    expect([untyped.code, untyped.stderr.match(/links of the type "\w+"/g)]).toEqual([
      0,
      ['follows', '_married', 'FOLLOWS'].map(type => `links of the type "${type}"`),
    ])
    const typed = await importing('--create-link-types')
    expect([typed.code, typed.stderr.match(/the link type "follows" is made/g)?.length]).toEqual([0, 1])
    expect(typed.stderr.match(/links of the type "\w+"/g)).toEqual(
      ['_married', 'FOLLOWS'].map(type => `links of the type "${type}"`),
    )
    expect((await types()).slice(before.length).map(({ name }) => name)).toEqual(['follows'])
  })

  it('creates no type that belongs to the platform, and none for an account that does not administer it', async () => {
    const archive = async (nature: string) =>
      archiveFolder({
        'users.xml': usersXml({ name: 'bea' }),
        'project.xml': projectXml(
          `<ugroups><ugroup name="project_admins" description=""><members><member format="username">bea</member></members></ugroup></ugroups><natures><nature>${nature}</nature></natures>`,
          { name: 'own' },
        ),
      })
    const options = ['--automap', 'no-email,create:A', '--create-link-types']
    const reserved = await crocus('import-project', await archive('_married_to'), ...options)
    expect(reserved).toMatchObject({ code: 1, stderr: expect.stringContaining('belong to the platform') as string })
    expect((await crocus('import-project', await archive('_is_child'), ...options)).code).toBe(0)
    const asBea = await crocus('import-project', await archive('mine'), ...options, '--project', 'own', '--as', 'bea')
    expect(asBea).toMatchObject({ code: 1, stderr: expect.stringContaining('site administrators') as string })
    expect((await types()).some(({ name }) => name === 'mine')).toBe(false)
  })
})
