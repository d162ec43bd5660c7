import { describe, expect, it } from 'vitest'
import { placeOfDraft, wordsOfDraft } from './drafts.ts'

describe('the place of a draft', () => {
  it.each([
    ['comment:12', { kind: 'comment', artifactId: 12 }],
    ['comment:12#4a5b-6c', { kind: 'comment', artifactId: 12 }],
    ['edit:12:3#4a5b-6c', { kind: 'edit', artifactId: 12 }],
    ['new:3:copy:12#4a5b-6c', { kind: 'new', trackerId: 3, search: { copy: 12 } }],
    ['write:12', { kind: 'write', artifactId: 12 }],
    ['new:3', { kind: 'new', trackerId: 3, search: {} }],
    ['new:3:copy:12:parent:14', { kind: 'new', trackerId: 3, search: { copy: 12, parent: 14 } }],
    ['new:x', undefined],
    ['later:3', undefined],
    ['', undefined],
  ])('%s', (key, place) => {
    expect(placeOfDraft(key)).toEqual(place)
  })
})

describe('the words of a draft', () => {
  const wordsOf = (value: unknown) => wordsOfDraft({ key: '', value, at: 0, tab: '' })
  const title = { field_id: 2, type: 'string', value: ' The lamp ' }
  it.each([
    ['the text of a comment', 'Seen it', 'Seen it'],
    ['the text of a comment for some groups', { body: 'Seen it', ugroups: ['101_3'] }, 'Seen it'],
    [
      'the first step',
      { base: null, value: { type: 'ttmstepdef', value: [{ description: '', commonmark_description: 'Turn it' }] } },
      'Turn it',
    ],
    [
      'the text of a field',
      { base: null, value: { type: 'text', value: '<p>Lamp</p>', commonmark: '**Lamp**' } },
      '**Lamp**',
    ],
    [
      'the title of a form',
      [
        [1, { field_id: 1, type: 'int', value: 3 }],
        [2, title],
      ],
      'The lamp',
    ],
    ['the title of a form with pins', { values: [[2, title]], pinned: [2] }, 'The lamp'],
    ['nothing', [[1, { field_id: 1, type: 'int', value: 3 }]], ''],
    ['nothing of an unknown form', { groups: 1 }, ''],
  ])('are %s', (_name, value, words) => {
    expect(wordsOf(value)).toBe(words)
  })
})
