import { describe, expect, it } from 'vitest'
import { anonymous, type Membership, type Viewer } from '../../users/index.ts'
import type { Project, ProjectAccess, ProjectStatus } from './project.ts'
import { accessVerdict, groupsOf, requireAllowed, requireWritable, type AccessVerdict } from './projects.permissions.ts'

const ID = 102
const member: Membership = { isAdmin: false, isWikiAdmin: false, isFileManagerAdmin: false, isSvnAdmin: false }
const projectOf = (access: ProjectAccess, status: ProjectStatus = 'active'): Project => ({
  id: ID,
  shortName: 'p',
  label: 'P',
  description: '',
  icon: '',
  access,
  status,
  isTemplate: false,
  isMembershipSynchronized: false,
  usesLinkTypes: true,
  banner: null,
  ownerId: null,
  disabledLinkTypes: new Set(),
  referencePatterns: [],
  enabledServices: new Set(),
  fieldValues: new Map(),
})
const signedIn: Viewer = { ...anonymous, userId: 110, login: 'ann', isAnonymous: false }
const memberships = new Map([[ID, member]])
const viewers = {
  anonymous,
  user: signedIn,
  member: { ...signedIn, memberships },
  restricted: { ...signedIn, isRestricted: true },
  restrictedMember: { ...signedIn, isRestricted: true, memberships },
  manager: { ...signedIn, sitePermissions: new Set(['rest_project_management'] as const) },
  siteAdministrator: { ...signedIn, isSiteAdministrator: true },
} satisfies Record<string, Viewer>
type ViewerName = keyof typeof viewers

describe('an access key that is limited to projects', () => {
  const limitedTo = (viewer: Viewer, ...ids: number[]): Viewer => ({ ...viewer, projectIds: new Set(ids) })
  it('takes away what its owner may see, and adds nothing', () => {
    expect(accessVerdict(limitedTo(viewers.member, ID), projectOf('private'), true)).toBe('allowed')
    expect(accessVerdict(limitedTo(viewers.user, ID), projectOf('private'), true)).toBe('private')
    for (const access of ['public', 'private'] as const)
      expect(accessVerdict(limitedTo(viewers.member, ID + 1), projectOf(access), true)).toBe('outside')
    expect(accessVerdict(limitedTo(viewers.user, ID + 1), projectOf('private'), true)).toBe('private')
    expect(accessVerdict(limitedTo(viewers.user, ID + 1), projectOf('public', 'pending'), true)).toBe('unknown')
  })
  it('answers 403, or 404 where a project is hidden', () => {
    expect(() => requireAllowed('outside')).toThrow(/limited to other projects/)
    expect(() => requireAllowed('outside', { isHidden: true })).toThrow('Project does not exist')
  })
})

describe('accessVerdict (projects.md §1)', () => {
  const byAccess: [ProjectAccess, Record<ViewerName, AccessVerdict>][] = [
    ['public', verdicts('allowed', 'allowed', 'allowed', 'restricted', 'allowed', 'allowed', 'allowed')],
    ['unrestricted', verdicts('allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed')],
    ['private', verdicts('private', 'private', 'allowed', 'restricted', 'allowed', 'private', 'allowed')],
    ['private-wo-restr', verdicts('private', 'private', 'allowed', 'restricted', 'unknown', 'private', 'allowed')],
  ]
  const byStatus: [ProjectStatus, Record<ViewerName, AccessVerdict>][] = [
    ['pending', all('unknown', { siteAdministrator: 'allowed' })],
    ['suspended', all('suspended', { siteAdministrator: 'allowed' })],
    ['deleted', all('deleted', { siteAdministrator: 'allowed', manager: 'allowed' })],
    ['system', all('unknown', { siteAdministrator: 'allowed' })],
    ['archive', all('unknown')],
  ]

  for (const [access, expected] of byAccess)
    for (const [who, verdict] of Object.entries(expected))
      it(`${access}: ${who} → ${verdict}`, () => {
        expect(accessVerdict(viewers[who as ViewerName], projectOf(access), true)).toBe(verdict)
      })
  for (const [status, expected] of byStatus)
    for (const [who, verdict] of Object.entries(expected))
      it(`${status}, public: ${who} → ${verdict}`, () => {
        expect(accessVerdict(viewers[who as ViewerName], projectOf('public', status), true)).toBe(verdict)
      })

  it('knows no project for anonymous callers of a closed platform', () => {
    expect(accessVerdict(anonymous, projectOf('public'), false)).toBe('unknown')
    expect(accessVerdict(signedIn, projectOf('public'), false)).toBe('allowed')
  })
})

function verdicts(...list: AccessVerdict[]): Record<ViewerName, AccessVerdict> {
  return Object.fromEntries(Object.keys(viewers).map((who, i) => [who, list[i]])) as Record<ViewerName, AccessVerdict>
}
function all(
  verdict: AccessVerdict,
  others: Partial<Record<ViewerName, AccessVerdict>> = {},
): Record<ViewerName, AccessVerdict> {
  return { ...verdicts(...Object.keys(viewers).map(() => verdict)), ...others }
}

describe('requireAllowed', () => {
  const statusOf = (verdict: AccessVerdict, isHidden: boolean): number | undefined => {
    try {
      requireAllowed(verdict, { isHidden })
      return undefined
    } catch (error) {
      return (error as { status: number }).status
    }
  }

  it.each([
    ['allowed', undefined, undefined],
    ['unknown', 404, 404],
    ['suspended', 403, 403],
    ['deleted', 403, 404],
    ['private', 403, 404],
    ['restricted', 403, 404],
  ] as const)('answers %s with %s, hidden %s', (verdict, shown, hidden) => {
    expect(statusOf(verdict, false)).toBe(shown)
    expect(statusOf(verdict, true)).toBe(hidden)
  })
})

describe('requireWritable', () => {
  it.each(['suspended', 'deleted', 'pending', 'archive'] as const)('refuses a %s project', status => {
    expect(() => requireWritable(projectOf('public', status))).toThrow()
  })
  it.each(['active', 'system'] as const)('takes an %s one', status => {
    expect(() => requireWritable(projectOf('public', status))).not.toThrow()
  })
})

describe('groupsOf', () => {
  const groups = (viewer: Viewer) => [...groupsOf(viewer, { id: ID })].sort((a, b) => a - b)

  it('puts anonymous callers into group 1 alone', () => {
    expect(groups(anonymous)).toEqual([1])
  })
  it('puts signed-in accounts into 1, 2 and 5, restricted ones not into 2', () => {
    expect(groups(signedIn)).toEqual([1, 2, 5])
    expect(groups(viewers.restricted)).toEqual([1, 5])
  })
  it('puts a restricted member into 2 as well', () => {
    expect(groups(viewers.restrictedMember)).toEqual([1, 2, 3, 5])
  })
  it('adds the groups of each flag', () => {
    const flags = { isAdmin: true, isWikiAdmin: true, isFileManagerAdmin: true, isSvnAdmin: true }
    expect(groups({ ...signedIn, memberships: new Map([[ID, flags]]) })).toEqual([1, 2, 3, 4, 5, 11, 14])
  })
  it('adds static groups, and sees the membership of that project only', () => {
    const viewer = { ...viewers.member, staticGroupIds: new Set([107]) }
    expect(groups(viewer)).toEqual([1, 2, 3, 5, 107])
    expect([...groupsOf(viewer, { id: ID + 1 })]).not.toContain(3)
  })
})
