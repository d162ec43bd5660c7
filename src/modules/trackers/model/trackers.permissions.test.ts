import { describe, expect, it } from 'vitest'
import { aField } from '../../../../test/harness/fields.ts'
import { anonymous, type Viewer } from '../../users/index.ts'
import type { TrackerPermission } from './tracker.ts'
import {
  artifactRule,
  canSubmitArtifact,
  canTakeTransition,
  canViewArtifact,
  canViewTracker,
  isTrackerAdmin,
} from './trackers.permissions.ts'

const PROJECT = 101
const plain = { isAdmin: false, isWikiAdmin: false, isFileManagerAdmin: false, isSvnAdmin: false }

const viewer = (userId: number, given: Partial<Viewer> = {}): Viewer => ({
  ...anonymous,
  userId,
  login: `u${userId}`,
  isAnonymous: false,
  ...given,
})
const visitor = viewer(201)
const member = viewer(202, { memberships: new Map([[PROJECT, plain]]) })
const projectAdmin = viewer(203, { memberships: new Map([[PROJECT, { ...plain, isAdmin: true }]]) })
const siteAdmin = viewer(204, { isSiteAdministrator: true })
const ofTeam = viewer(205, { staticGroupIds: new Set([150]) })
const restricted = viewer(206, { isRestricted: true })

const tracker = (permissions: Partial<Record<TrackerPermission, number[]>>) => ({
  projectId: PROJECT,
  permissions: Object.fromEntries(
    (['full', 'assignee', 'submitter', 'submitter_only', 'admin'] as const).map(right => [
      right,
      new Set(permissions[right]),
    ]),
  ) as unknown as Record<TrackerPermission, ReadonlySet<number>>,
})

describe('administration of a tracker (trackers.md §1)', () => {
  it.each([
    ['anonymous', anonymous, false],
    ['a visitor', visitor, false],
    ['a member', member, false],
    ['an administrator of the project', projectAdmin, true],
    ['a site administrator', siteAdmin, true],
    ['somebody in a group with the admin permission', ofTeam, true],
  ])('%s', (_, who, expected) => {
    expect(isTrackerAdmin(who, tracker({ admin: [150], full: [1] }))).toBe(expected)
  })

  it('does not come from the administration of another project', () => {
    const elsewhere = viewer(207, { memberships: new Map([[999, { ...plain, isAdmin: true }]]) })
    expect(isTrackerAdmin(elsewhere, tracker({}))).toBe(false)
  })
})

describe('view of a tracker (trackers.md §1)', () => {
  it.each(['full', 'assignee', 'submitter', 'submitter_only', 'admin'] as const)(
    'is granted by any permission: %s',
    right => {
      expect(canViewTracker(member, tracker({ [right]: [3] }))).toBe(true)
      expect(canViewTracker(visitor, tracker({ [right]: [3] }))).toBe(false)
    },
  )
  it('is for administrators only, without permissions', () => {
    const closed = tracker({})
    expect([anonymous, visitor, member, ofTeam].map(who => canViewTracker(who, closed))).toEqual(Array(4).fill(false))
    expect([projectAdmin, siteAdmin].map(who => canViewTracker(who, closed))).toEqual([true, true])
  })
  it('counts restricted users as registered only in their own projects', () => {
    expect(canViewTracker(restricted, tracker({ full: [2] }))).toBe(false)
    expect(canViewTracker(visitor, tracker({ full: [2] }))).toBe(true)
    expect(canViewTracker(restricted, tracker({ full: [5] }))).toBe(true)
  })
  it('grants nothing to the group nobody', () => {
    expect(canViewTracker(member, tracker({ full: [100] }))).toBe(false)
  })
})

describe('submission of artifacts', () => {
  const withField = (given: Parameters<typeof aField>[1]) => ({
    ...tracker({ full: [1] }),
    fields: [aField('string', { projectId: PROJECT, ...given })],
  })
  const submit = (...groups: number[]) => ({ read: new Set([1]), submit: new Set(groups), update: new Set<number>() })

  it('needs one used field that the viewer may fill', () => {
    expect(canSubmitArtifact(member, withField({ permissions: submit(3) }))).toBe(true)
    expect(canSubmitArtifact(visitor, withField({ permissions: submit(3) }))).toBe(false)
    expect(canSubmitArtifact(member, withField({ permissions: submit(3), isUsed: false }))).toBe(false)
  })
  it('is not for anonymous callers', () => {
    expect(canSubmitArtifact(anonymous, withField({ permissions: submit(1) }))).toBe(false)
  })
  it('needs the view of the tracker', () => {
    expect(canSubmitArtifact(visitor, { ...withField({ permissions: submit(2) }), ...tracker({ full: [3] }) })).toBe(
      false,
    )
  })
  it('is not given to project administrators by their role (artifacts.md §1.1)', () => {
    expect(canSubmitArtifact(projectAdmin, withField({ permissions: submit(150) }))).toBe(false)
    expect(canSubmitArtifact(siteAdmin, withField({ permissions: submit(150) }))).toBe(true)
  })
})

describe('transitions', () => {
  it('are for the authorised groups', () => {
    const transition = { authorizedUserGroupIds: [3] }
    expect([visitor, member, siteAdmin].map(who => canTakeTransition(who, tracker({}), transition))).toEqual([
      false,
      true,
      true,
    ])
  })
})

describe('view of an artifact (artifacts.md §1.1)', () => {
  const free = { submittedBy: 300, grantedGroupIds: null }
  const see = (
    who: Viewer,
    permissions: Parameters<typeof tracker>[0],
    artifact: Parameters<typeof canViewArtifact>[1] = free,
    people?: Parameters<typeof canViewArtifact>[2],
  ) => canViewArtifact(artifactRule(who, tracker(permissions)), artifact, people)
  const nobody = { submitterGroups: new Set<number>(), assigneesGroups: [] }

  it('with all artifacts: without looking up people', () => {
    expect(see(member, { full: [3] })).toBe(true)
    expect(see(visitor, { full: [3] })).toBe(false)
    expect(see(member, { full: [3], assignee: [3], submitter: [3] })).toBe(true)
  })
  it('restricted ones need one of the granted groups as well', () => {
    const granted = { submittedBy: 300, grantedGroupIds: [150] }
    expect(see(member, { full: [1] }, granted)).toBe(false)
    expect(see(ofTeam, { full: [1] }, granted)).toBe(true)
    expect(see(ofTeam, { full: [3] }, granted)).toBe(false)
  })
  it.each([
    ['site administrator', siteAdmin],
    ['project administrator', projectAdmin],
    ['tracker administrator', ofTeam],
  ])('with any restriction for a %s', (_, who) => {
    expect(see(who, { admin: [150] }, { submittedBy: 300, grantedGroupIds: [100] })).toBe(true)
  })
  it('only the viewer’s own', () => {
    expect(see(member, { submitter_only: [3] }, { submittedBy: member.userId, grantedGroupIds: null })).toBe(true)
    expect(see(member, { submitter_only: [3] })).toBe(false)
    expect(see(anonymous, { submitter_only: [1] }, { submittedBy: 0, grantedGroupIds: null })).toBe(false)
  })
  it('of people of the viewer’s group: needs their groups, then decides', () => {
    expect(see(member, { submitter: [3] })).toBeUndefined()
    expect(see(member, { submitter: [3] }, free, { ...nobody, submitterGroups: new Set([3]) })).toBe(true)
    expect(see(member, { submitter: [3] }, free, { ...nobody, submitterGroups: new Set([2]) })).toBe(false)
    expect(see(member, { submitter: [3] }, { submittedBy: member.userId, grantedGroupIds: null })).toBe(true)
  })
  it('needs the same group on both sides', () => {
    const teams = viewer(208, { staticGroupIds: new Set([150]) })
    expect(see(teams, { submitter: [150, 151] }, free, { ...nobody, submitterGroups: new Set([151]) })).toBe(false)
  })
  it('assigned to people of the viewer’s group', () => {
    const assignees = { submitterGroups: new Set([3]), assigneesGroups: [new Set([1]), new Set([1, 150])] }
    expect(see(ofTeam, { assignee: [150] })).toBeUndefined()
    expect(see(ofTeam, { assignee: [150] }, free, assignees)).toBe(true)
    expect(see(ofTeam, { assignee: [150] }, free, { ...assignees, assigneesGroups: [] })).toBe(false)
  })
  it('restriction first, without looking up people if it refuses', () => {
    expect(see(member, { submitter: [3] }, { submittedBy: 300, grantedGroupIds: [150] })).toBe(false)
  })
})
