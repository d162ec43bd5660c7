import { describe, expect, it } from 'vitest'
import type { ElementDefinition } from '../tracker-settings/model/definition.ts'
import { formSeenAs, sightOf } from './seen-as.ts'

const field = (name: string, permissions: object, more: object = {}): ElementDefinition =>
  ({ type: 'string', name, label: name, is_used: true, permissions, ...more }) as unknown as ElementDefinition
const box = (name: string, content: readonly ElementDefinition[]): ElementDefinition =>
  ({ type: 'fieldset', name, label: name, is_used: true, content }) as unknown as ElementDefinition

describe('the form as a group sees it', () => {
  it('has the fields that the group, or a wider one, may read or change', () => {
    const open = field('open', { read: ['all_users'], submit: [], update: ['project_members'] })
    expect(sightOf(open, 'project_members')).toBe('write')
    expect(sightOf(open, 'project_admins')).toBe('write')
    expect(sightOf(open, 'registered_users')).toBe('read')
    const secret = field('secret', { read: [], submit: [], update: ['keepers'] })
    expect(sightOf(secret, 'keepers')).toBe('write')
    expect(sightOf(secret, 'project_members')).toBe('hidden')
    expect(sightOf(field('id', { read: ['all_users'], submit: [], update: [] }, { type: 'aid' }), 'keepers')).toBe(
      'read',
    )
  })

  it('has no container whose fields are all hidden', () => {
    const secret = field('secret', { read: ['keepers'], submit: [], update: [] })
    const open = field('open', { read: ['all_users'], submit: [], update: [] })
    const form = [box('one', [secret]), box('two', [secret, open]), box('empty', [])]
    expect(formSeenAs(form, 'registered_users').map(({ name, content = [] }) => [name, content.length])).toEqual([
      ['two', 1],
      ['empty', 0],
    ])
    expect(formSeenAs(form, 'keepers')).toHaveLength(3)
  })
})
