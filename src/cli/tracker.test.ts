import { beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../test/harness/command.ts'
import { testDatabaseUrl } from '../../test/harness/database.ts'
import { testFolder } from '../../test/harness/process.ts'
import { anElement, aTracker, aValue } from '../../test/harness/trackers.ts'
import { createProjectsModule } from '../modules/projects/index.ts'
import { createSettingsModule } from '../modules/settings/index.ts'
import { createTrackersModule, type NewTracker } from '../modules/trackers/index.ts'
import { createUsersModule, FIRST_ADMINISTRATOR_ID } from '../modules/users/index.ts'
import { systemClock } from '../platform/clock.ts'
import { inTransaction, openDatabase } from '../platform/db/db.ts'

const actor = { userId: null, means: 'command' } as const

describe('crocus tracker, crocus workflow (http.md §13)', () => {
  let environment: Record<string, string>
  const crocus = (...args: string[]) => runCommand(environment, args)
  const list = async (project: string): Promise<object[]> =>
    JSON.parse((await crocus('tracker', 'list', project, '--json')).stdout) as object[]

  const flow = (projectId: number, itemName: string): NewTracker => {
    const key = (name: string) => `${projectId} ${itemName} ${name}`
    const bind = { type: 'static' as const, isRankAlpha: false, values: [aValue(key('open'))] }
    return {
      ...aTracker(projectId, itemName, { elements: [anElement('sb', 'state', { key: key('state'), bind })] }),
      key: key(''),
      workflow: { field: key('state'), isUsed: true, isLegacy: false, isAdvanced: false, transitions: [] },
    }
  }

  beforeAll(async () => {
    environment = {
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    }
    // Makes the administrator and the site template.
    expect((await crocus('config', 'list')).code).toBe(0)
    const db = openDatabase(environment.DATABASE_URL ?? '')
    const settings = await createSettingsModule(db, () => '')
    const users = createUsersModule({ db, clock: systemClock, settings })
    const projects = createProjectsModule({ db, settings, users })
    const trackers = createTrackersModule({ db, clock: systemClock, settings, users, projects })
    await inTransaction(db, async tx => {
      const make = (shortName: string, status: 'active' | 'suspended') =>
        projects.createProject(
          tx,
          { shortName, label: shortName, description: '', access: 'public', status, creatorId: FIRST_ADMINISTRATOR_ID },
          actor,
        )
      const [one, two, off] = [await make('one', 'active'), await make('Two', 'active'), await make('off', 'suspended')]
      await trackers.createTrackers(
        tx,
        [
          flow(one, 'bug'),
          { ...aTracker(one, 'plain'), key: 'plain' },
          flow(one, 'both'),
          flow(two, 'both'),
          flow(off, 'off'),
        ],
        actor,
      )
    })
    await db.close()
  })

  it('lists the trackers of a project', async () => {
    expect(await list('one')).toEqual([
      { id: 1, item_name: 'bug', name: 'All bug', workflow: 'simple' },
      { id: 2, item_name: 'plain', name: 'All plain', workflow: null },
      { id: 3, item_name: 'both', name: 'All both', workflow: 'simple' },
    ])
    expect((await crocus('tracker', 'list', 'two')).stdout).toMatch(/^id +item_name +name +workflow\n4 +both/)
    expect(await crocus('tracker', 'list', 'none')).toMatchObject({ code: 1, stdout: '' })
  })

  it('finds the tracker with a workflow, though the site template has one of that name without', async () => {
    expect(await crocus('workflow', 'set-mode', 'BUG', 'advanced')).toMatchObject({ code: 0, stderr: '' })
    expect((await list('one'))[0]).toMatchObject({ workflow: 'advanced' })
    expect((await crocus('workflow', 'set-mode', 'one/bug', 'simple')).code).toBe(0)
    expect((await list('one'))[0]).toMatchObject({ workflow: 'simple' })
  })

  it.each([
    ['an unknown item name', ['nothing', 'simple'], 1, /no tracker with the item name nothing/],
    ['an unknown project', ['nowhere/bug', 'simple'], 1, /no project with the short name nowhere/],
    ['a tracker without workflow', ['plain', 'simple'], 1, /has no workflow/],
    ['several of the name', ['both', 'advanced'], 1, /say one\/both or Two\/both/],
    ['a suspended project', ['off', 'advanced'], 1, /suspended/],
    ['another mode', ['bug', 'easy'], 2, /one of simple, advanced/],
  ])('set-mode refuses %s', async (_, args, code, message) => {
    const result = await crocus('workflow', 'set-mode', ...args)
    expect(result.code).toBe(code)
    expect(result.stderr).toMatch(message)
  })

  it('deletes a tracker once', async () => {
    expect((await crocus('tracker', 'delete', 'ONE', 'Plain')).code).toBe(0)
    expect(await list('one')).toHaveLength(2)
    const again = await crocus('tracker', 'delete', 'one', 'plain')
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('no tracker with the item name plain')])
    expect((await crocus('tracker', 'delete', 'off', 'off')).code).toBe(1)
    expect((await crocus('tracker', 'delete', 'nowhere', 'bug')).code).toBe(1)
  })
})
