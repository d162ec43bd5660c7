import { describe, expect, it } from 'vitest'
import { nameStyleOf } from '../model/name-style.ts'
import { userRepresentations } from './user.representation.ts'
import type { User } from '../model/user.ts'

const { representMinimal, representFull } = userRepresentations(() => 'https://crocus.example')
const ann: User = {
  id: 105,
  login: 'ann',
  realName: 'Ann Lee',
  email: 'ann@example.org',
  ldapId: '',
  status: 'A',
  language: '',
  timezone: null,
  nameStyle: 'real-name-and-login',
}

describe('users.md §1', () => {
  it('shows the minimal user', () => {
    expect(representMinimal(ann)).toEqual({
      id: 105,
      uri: 'users/105',
      user_url: '/users/ann',
      display_name: 'Ann Lee (ann)',
      real_name: 'Ann Lee',
      username: 'ann',
      ldap_id: '',
      avatar_url: 'https://crocus.example/users/ann/avatar.png',
      is_anonymous: false,
      has_avatar: true,
    })
  })

  it('adds e-mail and status to the full one', () => {
    expect(representFull(ann)).toEqual({ ...representMinimal(ann), email: 'ann@example.org', status: 'A' })
  })

  it('does not trim the display name of a user without real name, and shows the default picture', () => {
    expect(representMinimal({ ...ann, realName: '' })).toMatchObject({
      display_name: ' (ann)',
      real_name: '',
      has_avatar: false,
      avatar_url: 'https://crocus.example/themes/common/images/avatar_default.png',
    })
  })

  it('shows an anonymous author by the e-mail address, or by a generic text', () => {
    expect(representMinimal(undefined, 'who@example.org')).toEqual({
      id: null,
      uri: null,
      user_url: null,
      display_name: 'who@example.org',
      real_name: null,
      username: null,
      ldap_id: null,
      avatar_url: 'https://crocus.example/themes/common/images/avatar_default.png',
      is_anonymous: true,
      has_avatar: false,
    })
    expect(representMinimal(undefined).display_name).not.toBe('')
    expect(representFull(undefined)).toMatchObject({ email: null, status: null })
  })

  it('shows names as the viewer likes them', () => {
    const names = ['0', '1', '2', '3', 'x', null].map(
      preference => representMinimal(ann, undefined, nameStyleOf(preference)).display_name,
    )
    expect(names).toEqual(['Ann Lee (ann)', 'ann (Ann Lee)', 'ann', 'Ann Lee', 'Ann Lee (ann)', 'Ann Lee (ann)'])
  })
})
