import { describe, expect, it } from 'vitest'
import { referencesIn } from './commit-references.ts'

const read = (message: string): string[] =>
  referencesIn(message).map(
    ({ keyword, project, values }) => `${keyword} ${project === undefined ? '' : `${project}:`}${values.join('/')}`,
  )

describe('referencesIn (svn.md §3.3)', () => {
  it.each([
    ['Fixes art #12.', ['art 12']],
    ['BUG #7, and task #8', ['bug 7', 'task 8']],
    ['see rev #charts/12', ['rev charts/12']],
    ['art #other-project:12', ['art other-project:12']],
    ['svn #101:my.repo-1/5!', ['svn 101:my.repo-1/5']],
    ['art #12 art #12', ['art 12']],
    ['tâche #3', ['tâche 3']],
    ['art #12-13', ['art 12']],
  ])('%s → %j', (message, expected) => {
    expect(read(message)).toEqual(expected)
  })

  it.each(['#12', 'art 12', 'art  #12', 'art#12', 'art # 12', 'art\n#12', 'art #', 'art #/', ''])(
    'finds none in %j',
    message => {
      expect(read(message)).toEqual([])
    },
  )

  it('looks at a bounded part of a message of any length', () => {
    expect(referencesIn(Array.from({ length: 5_000 }, (_, i) => `art #${i}`).join(' '))).toHaveLength(200)
    expect(referencesIn(`art #${'a/'.repeat(100_000)}`)).toEqual([])
    expect(referencesIn('a'.repeat(1_000_000))).toEqual([])
    expect(referencesIn(' #'.repeat(100_000))).toEqual([])
  })
})
