import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
    // Creates the administrator and the site template.
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

  it('finds the tracker with a workflow, though the site template has one of the same name without a workflow', async () => {
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

  describe('export and apply', () => {
    type Definition = {
      general: { name: string; item_name: string }
      form: { name: string; label: string; bind?: { values: { label: string }[] } }[]
    }
    const exported = async (tracker: string, project = 'one') => {
      const { code, stdout, stderr } = await crocus('tracker', 'export', project, tracker)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return stdout
    }
    const apply = (definition: object | string, ...args: string[]) =>
      runCommand(
        environment,
        ['tracker', 'apply', 'one', '-', ...args],
        typeof definition === 'string' ? definition : JSON.stringify(definition),
      )

    it('changes nothing with an unmodified export', async () => {
      expect(await apply(await exported('bug'))).toEqual({ code: 0, stdout: 'Nothing differs.\n', stderr: '' })
    })

    it('reports in a dry run the changes that it then makes, from a file', async () => {
      const definition = JSON.parse(await exported('bug')) as Definition
      const file = join(await testFolder(), 'bug.json')
      const [state] = definition.form
      const changed = { ...definition, form: [{ ...state, label: 'The state' }] }
      await writeFile(file, JSON.stringify(changed))
      const before = await exported('bug')
      const dry = await crocus('tracker', 'apply', 'one', file, '--dry-run')
      expect(dry).toMatchObject({ code: 0, stderr: '' })
      expect(dry.stdout).toMatch(/^change field "state": label .* → "The state"\n$/)
      expect(await exported('bug')).toBe(before)

      expect(await crocus('tracker', 'apply', 'one', file)).toEqual(dry)
      expect(JSON.parse(await exported('bug'))).toEqual(changed)
      const report = await crocus('tracker', 'apply', 'one', file, '--json')
      expect(JSON.parse(report.stdout)).toMatchObject({ is_changed: false, changes: [], data_loss: [] })
    })

    it('makes the tracker that the project lacks; a dry run only tries it', async () => {
      const definition = JSON.parse(await exported('bug')) as Definition
      const fresh = { ...definition, general: { ...definition.general, name: 'Fresh', item_name: 'fresh' } }
      expect(await apply(fresh, '--dry-run')).toMatchObject({ code: 0, stdout: 'The tracker fresh would be made.\n' })
      expect((await list('one')).map(one => (one as { item_name: string }).item_name)).not.toContain('fresh')
      expect(await apply(fresh)).toMatchObject({ code: 0, stdout: 'The tracker fresh was made.\n' })
      expect(JSON.parse(await exported('fresh'))).toEqual(fresh)
      const taken = { ...fresh, general: { ...fresh.general, item_name: 'fresher' } }
      expect(await apply(taken, '--dry-run')).toMatchObject({ code: 1, stdout: '' })
      const wrong = { ...fresh, general: { name: 'Wrong', item_name: 'wrong' }, semantics: { title: 'nothing' } }
      for (const options of [['--dry-run'], []]) {
        const refused = await apply(wrong, ...options)
        expect([refused.code, refused.stdout, refused.stderr]).toEqual([1, '', expect.stringContaining('nothing')])
      }
    })

    it('makes an equal tracker on another server', async () => {
      const elsewhere = {
        CROCUS_DATA: await testFolder(),
        DATABASE_URL: await testDatabaseUrl(),
        CROCUS_ADMIN_PASSWORD: 'a long enough one',
      }
      const definition = await exported('both')
      await runCommand(elsewhere, ['config', 'list'])
      const db = openDatabase(elsewhere.DATABASE_URL)
      const settings = await createSettingsModule(db, () => '')
      const users = createUsersModule({ db, clock: systemClock, settings })
      const projects = createProjectsModule({ db, settings, users })
      await inTransaction(db, tx =>
        projects.createProject(
          tx,
          { shortName: 'far', label: 'far', description: '', access: 'public', creatorId: FIRST_ADMINISTRATOR_ID },
          actor,
        ),
      )
      await db.close()
      const made = await runCommand(elsewhere, ['tracker', 'apply', 'far', '-'], definition)
      expect(made).toMatchObject({ code: 0, stdout: 'The tracker both was made.\n' })
      expect((await runCommand(elsewhere, ['tracker', 'export', 'far', 'both'])).stdout).toBe(definition)
    })

    it.each([
      ['what is no JSON', '{', /is no JSON/],
      ['another kind of document', '{"hello": 1}', /hello|names no tracker/],
      ['a wrong value', '{"general": {"name": "Bug", "item_name": "bug"}, "form": 3}', /form/],
      [
        'a field of no known type',
        '{"general": {"name": "Bug", "item_name": "bug"}, "form": [{"type": "x", "name": "x", "label": "x"}]}',
        /type/,
      ],
    ])('refuses %s and changes nothing', async (_what, text, reason) => {
      const before = await exported('bug')
      const refused = await apply(text)
      expect([refused.code, refused.stdout]).toEqual([1, ''])
      expect(refused.stderr).toMatch(reason)
      expect(await exported('bug')).toBe(before)
    })

    it('refuses missing files, trackers and projects, and suspended projects', async () => {
      const definition = await exported('bug')
      const errors = async (...args: string[]) => {
        const { code, stderr } = await runCommand(environment, ['tracker', ...args], definition)
        return `${code} ${stderr}`
      }
      expect(await errors('apply', 'one', '/nowhere/bug.json')).toMatch(/^1 .*cannot be read/)
      expect(await errors('apply', 'one', '-', '--tracker', 'gone')).toMatch(/^1 .*no tracker with the item name gone/)
      expect(await errors('apply', 'nowhere', '-')).toMatch(/^1 .*no project with the short name/)
      expect(await errors('apply', 'off', '-')).toMatch(/^1 .*suspended/)
      expect(await errors('export', 'one', 'gone')).toMatch(/^1 .*no tracker with the item name gone/)
    })

    it('explains itself', async () => {
      for (const verb of ['export', 'apply']) {
        const { code, stdout } = await crocus('tracker', verb, '--help')
        expect(code).toBe(0)
        expect(stdout).toContain(`crocus tracker ${verb} lighthouse`)
      }
    })
  })
})
