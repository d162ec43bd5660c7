import { beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../test/harness/command.ts'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { testFolder } from '../../../test/harness/process.ts'
import { createProjectsModule } from '../../modules/projects/index.ts'
import { createSettingsModule } from '../../modules/settings/index.ts'
import { createUsersModule, FIRST_ADMINISTRATOR_ID } from '../../modules/users/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { inTransaction, openDatabase } from '../../platform/db/db.ts'

describe('crocus project, crocus project-field (http.md §13)', () => {
  let environment: Record<string, string>
  const crocus = (...args: string[]) => runCommand(environment, args)
  const projectOf = async (shortname: string) => {
    const rows = JSON.parse((await crocus('project', 'list', '--json')).stdout) as { shortname: string }[]
    return rows.find(row => row.shortname === shortname)
  }

  beforeAll(async () => {
    environment = {
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    }
    expect((await crocus('config', 'list')).code).toBe(0)
    const db = openDatabase(environment.DATABASE_URL ?? '')
    const settings = await createSettingsModule(db, () => '')
    const projects = createProjectsModule({
      db,
      settings,
      users: createUsersModule({ db, clock: systemClock, settings }),
    })
    await inTransaction(db, tx =>
      projects.createProject(
        tx,
        {
          shortName: 'Lighthouse',
          label: 'Lighthouse',
          description: '',
          access: 'public',
          creatorId: FIRST_ADMINISTRATOR_ID,
        },
        { userId: null, means: 'command' },
      ),
    )
    await db.close()
  })

  it('changes status and template flag together, and refuses to undo a deletion', async () => {
    const both = await crocus('project', 'set', 'LIGHTHOUSE', '--status', 'suspended', '--template', 'yes')
    expect(both).toMatchObject({ code: 0, stdout: '' })
    expect(await projectOf('lighthouse')).toMatchObject({ id: 101, status: 'suspended', template: true })
    expect((await crocus('project', 'set', 'lighthouse', '--status', 'deleted')).code).toBe(0)
    const undone = await crocus('project', 'set', 'lighthouse', '--status', 'active', '--template', 'no')
    expect(undone.code).toBe(1)
    expect(undone.stderr).toMatch(/^crocus: .*deleted/)
    expect(await projectOf('lighthouse')).toMatchObject({ status: 'deleted', template: true })
  })

  it('refuses unknown projects, those of the platform, wrong words and nothing to do', async () => {
    expect((await crocus('project', 'set', 'nowhere', '--status', 'active')).code).toBe(1)
    expect((await crocus('project', 'set', 'site-template', '--status', 'deleted')).code).toBe(1)
    expect((await crocus('project', 'set', 'lighthouse', '--status', 'asleep')).code).toBe(2)
    expect((await crocus('project', 'set', 'lighthouse')).code).toBe(1)
  })

  it('adds fields, numbered from 1 without gaps, and sets them, project 100 included', async () => {
    expect(await crocus('project-field', 'create', 'Sponsor', 'Who pays', '1', 'line', '1')).toMatchObject({
      code: 0,
      stdout: '1\n',
    })
    expect((await crocus('project-field', 'create', 'SPONSOR', '', '2', 'line', '0')).code).toBe(1)
    expect((await crocus('project-field', 'create', 'Notes', '', '2', 'page', '0')).code).toBe(2)
    expect((await crocus('project-field', 'create', 'Notes', '', '2', 'text', '0')).stdout).toBe('2\n')
    expect((await crocus('project-field', 'set', '100', '2', 'Fresh')).code).toBe(0)
    expect((await crocus('project-field', 'set', '100', '9', 'x')).code).toBe(1)
    expect((await crocus('project-field', 'set', '987654', '2', 'x')).code).toBe(1)
    expect((await crocus('project-field', 'set', '100', '1', '')).code).toBe(1)
    expect(JSON.parse((await crocus('project-field', 'list', '--json')).stdout)).toEqual([
      { id: 1, name: 'Sponsor', description: 'Who pays', rank: 1, type: 'line', required: true },
      { id: 2, name: 'Notes', description: '', rank: 2, type: 'text', required: false },
    ])
  })
})
