import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { archiveFolder, projectXml, scratchFolder, trackerXml, usersXml } from '../../../test/harness/archives.ts'
import { runCommand } from '../../../test/harness/command.ts'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { testFolder } from '../../../test/harness/process.ts'

const artifact = (id: number): string =>
  `<artifact id="${id}"><changeset><submitted_by format="username">ann</submitted_by>
  <submitted_on format="ISO8601">2022-03-01T08:00:00+01:00</submitted_on><comments/>
  <field_change field_name="title" type="string"><value>One</value></field_change></changeset></artifact>`
const title = (id: string): string =>
  `<formElements><formElement type="string" ID="${id}" rank="1"><name>title</name><label>Title</label></formElement></formElements>
  <permissions><permission scope="tracker" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_ACCESS_FULL"/>
  <permission scope="field" REF="${id}" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_FIELD_READ"/></permissions>`

describe('crocus export-project', () => {
  let environment: Record<string, string>
  const crocus = (...args: string[]) => runCommand(environment, args)

  beforeAll(async () => {
    environment = {
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    }
    const archive = await archiveFolder({
      'users.xml': usersXml({ name: 'ann' }),
      'project.xml': projectXml(
        `<ugroups><ugroup name="crew" description=""><members><member format="username">ann</member></members></ugroup></ugroups>
        <trackers>${trackerXml(`${title('F1')}<artifacts>${artifact(7)}${artifact(8)}</artifacts>`)}
        ${trackerXml(title('F2'), { attributes: 'id="T2"', item: 'crane' })}</trackers>`,
      ),
    })
    await crocus('import-project', archive, '--automap', 'no-email,create:A')
  })

  it('writes a zip that can be imported, and describes its content', async () => {
    const zip = path.join(await scratchFolder(), 'harbour.zip')
    const written = await crocus('export-project', 'harbour', zip)
    expect(written).toMatchObject({ code: 0, stderr: '' })
    expect(written.stdout).toBe(
      `Exported project 101 (harbour) to ${zip}.\nUsers: 2. User groups: 1. Trackers: 2.\n` +
        'Artifacts: 2. Changesets: 2. Attachments: 0. Repositories: 0.\n',
    )
    const read = await crocus('import-project', zip, '--automap', 'no-email,create:A', '--name', 'harbour2')
    expect(read).toMatchObject({ code: 0, stdout: expect.stringContaining('Artifacts: 2. Changesets: 2.') as string })
  })

  it('refuses to replace an archive, except with the option', async () => {
    const folder = path.join(await scratchFolder(), 'harbour')
    expect((await crocus('export-project', '101', folder)).code).toBe(0)
    expect(await crocus('export-project', '101', folder)).toEqual({
      code: 1,
      stdout: '',
      stderr: `crocus: ${folder} is there already: choose another name, or give --force to replace it.\n`,
    })
    expect((await crocus('export-project', '101', folder, '--force')).code).toBe(0)
    expect((await readdir(folder)).toSorted()).toEqual(['project.xml', 'users.xml'])
  })

  it('writes some of the trackers, or the structure without people and content', async () => {
    const scratch = await scratchFolder()
    const [one, structure] = [path.join(scratch, 'one'), path.join(scratch, 'structure')]
    expect((await crocus('export-project', 'harbour', one, '--tracker', 'crane')).stdout).toContain('Trackers: 1.')
    expect(await readFile(path.join(one, 'project.xml'), 'utf8')).not.toContain('boat')
    expect((await crocus('export-project', 'harbour', structure, '--structure')).code).toBe(0)
    expect(await readFile(path.join(structure, 'users.xml'), 'utf8')).toMatch(/<users\/>\n$/)
    const document = await readFile(path.join(structure, 'project.xml'), 'utf8')
    expect(document).toContain('<ugroup name="crew"')
    expect(document).not.toMatch(/<artifact|<member /)
  })

  it.each([
    [['nowhere', 'a.zip'], 'There is no project nowhere.'],
    [['harbour', '/nonexistent/a.zip'], 'There is no folder /nonexistent to write the archive in.'],
    [['harbour', '/tmp/a.zip', '--tracker', 'boot'], 'The project harbour has no tracker with the item name boot.'],
  ])('refuses %j and leaves nothing', async (args, message) => {
    expect(await crocus('export-project', ...args)).toEqual({ code: 1, stdout: '', stderr: `crocus: ${message}\n` })
  })
})
