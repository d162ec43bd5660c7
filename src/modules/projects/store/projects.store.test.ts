import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { testDatabase, testDatabaseUrl } from '../../../../test/harness/database.ts'
import { systemClock } from '../../../platform/clock.ts'
import { invalidate, inTransaction, openDatabase, type Db } from '../../../platform/db/db.ts'
import { createSettingsModule } from '../../settings/index.ts'
import { anonymous, createUsersModule, type Viewer } from '../../users/index.ts'
import { createProjectsModule, type ProjectsModule } from '../projects.module.ts'
import { SITE_TEMPLATE_ID } from '../model/project.ts'

let db: Db
let projects: ProjectsModule
const actor = { userId: 101, means: 'import' as const }

beforeAll(async () => {
  db = await testDatabase()
  await sql`insert into users (login, status) values ('admin', 'A'), ('Ben', 'A'), ('carl', 'R'), ('dora', 'S')`.execute(
    db.kysely,
  )
  const settings = await createSettingsModule(db, () => 'http://localhost')
  const users = createUsersModule({ db, clock: systemClock, settings })
  projects = createProjectsModule({ db, settings, users })
  await inTransaction(db, tx => projects.bootstrapSiteTemplate(tx))
})

const given = (shortName: string, changes: Partial<Parameters<ProjectsModule['createProject']>[1]> = {}) =>
  inTransaction(db, tx =>
    projects.createProject(
      tx,
      { shortName, label: shortName, description: '', access: 'public', creatorId: 101, ...changes },
      actor,
    ),
  )

describe('createProject', () => {
  it('numbers projects from 101, with the services of the site template and the creator as administrator', async () => {
    const id = await given('First')
    expect(id).toBe(101)
    const project = await projects.get(id)
    expect(project).toMatchObject({ shortName: 'First', status: 'active', access: 'public' })
    expect([...(project?.enabledServices ?? [])].sort()).toEqual(['admin', 'plugin_svn', 'plugin_tracker', 'summary'])
    expect(await projects.findByShortName('fIRST')).toEqual(project)
    expect((await projects.membershipsOf(101)).memberships.get(id)).toEqual({
      isAdmin: true,
      isWikiAdmin: true,
      isFileManagerAdmin: true,
      isSvnAdmin: true,
    })
  })

  it('refuses a name that is taken, in any case, and leaves no gap in the numbers', async () => {
    const before = await given('taken')
    await expect(given('TAKEN')).rejects.toMatchObject({ status: 400 })
    expect(await given('after-taken')).toBe(before + 1)
  })

  it('writes its event in the same transaction', async () => {
    const id = await given('logged')
    const { rows } = await sql<{ kind: string; actor_id: number; means: string }>`
      select kind, actor_id, means from event where project_id = ${id}`.execute(db.kysely)
    expect(rows).toEqual([{ kind: 'project.created', actor_id: 101, means: 'import' }])
  })
})

describe('members and static groups', () => {
  it('lets everybody of a static group of a private project become a member (§6)', async () => {
    const id = await given('closed', { access: 'private' })
    const groupId = await inTransaction(db, async tx => {
      const group = await projects.createUserGroup(tx, id, { name: 'keepers', description: '' }, actor)
      await projects.addUserGroupMembers(tx, id, group, [102, 104], actor)
      return group
    })
    expect(groupId).toBeGreaterThan(100)
    expect((await projects.membershipsOf(102)).memberships.has(id)).toBe(true)
    // §6: the group keeps the suspended account, which has no effect until it is active again.
    expect(await projects.groupMembers(id, groupId)).toEqual([102])
    expect(await projects.groupMembers(id, 3)).toEqual([101, 102])
  })

  it('leaves people of a static group of a public project outside, until membership is synchronised', async () => {
    const id = await given('open-one')
    const groupId = await inTransaction(db, async tx => {
      const group = await projects.createUserGroup(tx, id, { name: 'keepers', description: '' }, actor)
      await projects.addUserGroupMembers(tx, id, group, [102], actor)
      return group
    })
    expect((await projects.membershipsOf(102)).memberships.has(id)).toBe(false)
    expect((await projects.membershipsOf(102)).staticGroupIds.has(groupId)).toBe(true)
    await inTransaction(db, tx => projects.synchronizeMembership(tx, id, actor))
    expect((await projects.membershipsOf(102)).memberships.has(id)).toBe(true)
  })

  it('refuses restricted accounts in a private-wo-restr project and goes on with the others', async () => {
    const id = await given('sealed', { access: 'private-wo-restr' })
    const added = await inTransaction(db, tx => projects.addMembers(tx, id, [102, 103], {}, actor))
    expect(added.refusedUserIds).toEqual([103])
    expect(await projects.groupMembers(id, 3)).toEqual([101, 102])
  })

  it('takes a member out of the static groups too', async () => {
    const id = await given('leaving', { access: 'private' })
    await inTransaction(db, async tx => {
      const group = await projects.createUserGroup(tx, id, { name: 'g', description: '' }, actor)
      await projects.addUserGroupMembers(tx, id, group, [102], actor)
    })
    const groupId = (await projects.userGroups(id))[0]?.id
    await inTransaction(db, tx => projects.removeMembers(tx, id, [102], actor))
    const left = await projects.membershipsOf(102)
    expect(left.memberships.has(id)).toBe(false)
    expect(left.staticGroupIds.has(groupId ?? 0)).toBe(false)
  })

  it('refuses a second group of one name, in any case', async () => {
    const id = await given('groups')
    await inTransaction(db, tx => projects.createUserGroup(tx, id, { name: 'Team', description: '' }, actor))
    await expect(
      inTransaction(db, tx => projects.createUserGroup(tx, id, { name: 'team', description: '' }, actor)),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('follows the status of an account: a suspended one is no longer listed', async () => {
    const id = await given('status')
    await inTransaction(db, tx => projects.addMembers(tx, id, [103], {}, actor))
    expect(await projects.groupMembers(id, 3)).toEqual([101, 103])
    await inTransaction(db, async tx => {
      await sql`update users set status = 'S' where id = 103`.execute(tx)
      await invalidate(tx, 'user', 103)
    })
    expect(await projects.groupMembers(id, 3)).toEqual([101])
    await sql`update users set status = 'R' where id = 103`.execute(db.kysely)
  })
})

describe('setServices', () => {
  it('switches what is named, ignores what is unknown and keeps summary and admin on', async () => {
    const id = await given('services')
    await inTransaction(db, tx =>
      projects.setServices(
        tx,
        id,
        {
          states: new Map([
            ['plugin_svn', false],
            ['plugin_git', true],
            ['admin', false],
            ['nothing', true],
          ]),
          others: 'kept',
        },
        actor,
      ),
    )
    expect([...((await projects.get(id))?.enabledServices ?? [])].sort()).toEqual([
      'admin',
      'plugin_git',
      'plugin_tracker',
      'summary',
    ])
    await inTransaction(db, tx => projects.setServices(tx, id, { states: new Map(), others: 'off' }, actor))
    expect([...((await projects.get(id))?.enabledServices ?? [])].sort()).toEqual(['admin', 'summary'])
  })
})

describe('user group references', () => {
  it('finds groups by wire id and by the names of archives (import.md §5.5)', async () => {
    const id = await given('names')
    const groupId = await inTransaction(db, tx =>
      projects.createUserGroup(tx, id, { name: 'Crew', description: '' }, actor),
    )
    expect(await projects.findUserGroup(id, String(groupId))).toBe(groupId)
    expect(await projects.findUserGroup(id, `${id}_3`)).toBe(3)
    expect(await projects.findUserGroup(id, `${id + 1}_3`)).toBeUndefined()
    expect(await projects.findUserGroup(id, '3')).toBeUndefined()
    expect(await projects.findUserGroup(id, '2')).toBe(2)
    expect(await projects.findUserGroupByName(id, 'UGROUP_PROJECT_MEMBERS')).toBe(3)
    expect(await projects.findUserGroupByName(id, 'ugroup_wiki_admin_name_key')).toBe(14)
    expect(await projects.findUserGroupByName(id, 'nobody')).toBe(100)
    expect(await projects.findUserGroupByName(id, 'crew')).toBe(groupId)
    expect(await projects.findUserGroupByName(id, 'absent')).toBeUndefined()
    expect(projects.representUserGroup(id, groupId)).toEqual({
      id: String(groupId),
      uri: `user_groups/${groupId}`,
      label: 'Crew',
      users_uri: `user_groups/${groupId}/users`,
      short_name: 'Crew',
      key: 'Crew',
    })
    expect(projects.representUserGroup(id, 3)).toMatchObject({ id: `${id}_3`, short_name: 'project_members' })
  })
})

describe('caches', () => {
  it('answer without a query when warm', async () => {
    const id = await given('warm')
    const viewer: Viewer = { ...anonymous, userId: 101, isAnonymous: false }
    const read = async () => {
      await projects.requireAccess(viewer, id)
      await projects.membershipsOf(101)
      await projects.groupMembers(id, 3)
      await projects.loadUserGroups(id)
      await projects.linkTypes()
      await projects.fields()
    }
    // The invalidation of `given` may arrive from the database once more, a moment later.
    await expect
      .poll(async () => {
        const before = db.roundTrips()
        await read()
        return db.roundTrips() - before
      })
      .toBe(0)
  })

  it('know the link types in their order', async () => {
    expect([...(await projects.linkTypes()).keys()].slice(0, 2)).toEqual(['_is_child', '_covered_by'])
    expect((await projects.linkTypes()).get('_is_child')).toMatchObject({
      forwardLabel: 'Child',
      reverseLabel: 'Parent',
    })
  })

  it('see a type that is disabled in a project', async () => {
    const id = await given('links')
    await inTransaction(db, tx => projects.disableLinkTypes(tx, id, ['fixed_in'], actor))
    expect([...((await projects.get(id))?.disabledLinkTypes ?? [])]).toEqual(['fixed_in'])
    expect((await projects.get(SITE_TEMPLATE_ID))?.disabledLinkTypes.size).toBe(0)
  })
})

describe('two processes on one database', () => {
  let oneDb: Db
  let one: ProjectsModule
  let other: ProjectsModule
  const modulesOn = async (on: Db): Promise<ProjectsModule> => {
    const settings = await createSettingsModule(on, () => 'http://localhost')
    return createProjectsModule({
      db: on,
      settings,
      users: createUsersModule({ db: on, clock: systemClock, settings }),
    })
  }
  beforeAll(async () => {
    const url = await testDatabaseUrl()
    oneDb = openDatabase(url)
    const otherDb = openDatabase(url)
    await sql`insert into users (login, status) values ('admin', 'A'), ('Ben', 'A')`.execute(oneDb.kysely)
    one = await modulesOn(oneDb)
    other = await modulesOn(otherDb)
    await inTransaction(oneDb, tx => one.bootstrapSiteTemplate(tx))
    return async () => {
      await oneDb.close()
      await otherDb.close()
    }
  })

  it('rights follow members, groups and the status, on the other process too', async () => {
    const id = await inTransaction(oneDb, tx =>
      one.createProject(
        tx,
        { shortName: 'shared', label: 'Shared', description: '', access: 'private', creatorId: 101 },
        actor,
      ),
    )
    const soon = (check: () => Promise<unknown>, expected: unknown) =>
      vi.waitFor(async () => expect(await check()).toEqual(expected), { timeout: 10_000, interval: 10 })
    const isIn = async () => {
      const project = await other.get(id)
      return project !== undefined && other.canUserAccess({ id: 102, status: 'A' }, project)
    }
    await soon(isIn, false)
    await inTransaction(oneDb, tx => one.addMembers(tx, id, [102], {}, actor))
    await soon(isIn, true)
    await soon(() => other.groupMembers(id, 3), [101, 102])

    const group = await inTransaction(oneDb, tx =>
      one.createUserGroup(tx, id, { name: 'crew', description: '' }, actor),
    )
    await inTransaction(oneDb, tx => one.addUserGroupMembers(tx, id, group, [102], actor))
    await soon(() => other.groupMembers(id, group), [102])
    await inTransaction(oneDb, tx => one.removeMembers(tx, id, [102], actor))
    await soon(isIn, false)
    await soon(() => other.groupMembers(id, group), [])

    await one.change(actor, id, { status: 'suspended' })
    await soon(async () => (await other.get(id))?.status, 'suspended')
  })
})
