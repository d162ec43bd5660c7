import { describe, expect, it } from 'vitest'
import { violatedTag, type ChangedPath } from './immutable-tags.ts'

const check = (paths: string[], whitelist: string[], change: string): string | undefined => {
  const [action, path] = change.split(' ', 2) as [ChangedPath['action'], string]
  return violatedTag({ paths, whitelist }, [{ action, path }])
}

describe('violatedTag (svn.md §3.5)', () => {
  it.each([
    ['A tags/v1/', undefined],
    ['A tags/readme.txt', undefined],
    ['A tags/', undefined],
    ['A trunk/tags/v1/file', undefined],
    ['U trunk/file', undefined],
    ['U tags_old/v1/file', undefined],
    ['D tagsold', undefined],
    ['A tags/v1/file', '/tags'],
    ['U tags/v1/file', '/tags'],
    ['D tags/v1/', '/tags'],
    ['D tags/', '/tags'],
    ['U tags/', '/tags'],
    ['A tags/v1/a/b', '/tags'],
  ])('with /tags: %s → %s', (change, expected) => {
    expect(check(['/tags'], [], change)).toBe(expected)
  })

  it.each([
    ['A tags/moduleA/v1/', undefined],
    ['A tags/moduleA/v1/file', '/tags'],
    ['A tags/moduleB/v1/', '/tags'],
    ['U tags/moduleA/v1/file', '/tags'],
    ['D tags/moduleA/v1/', '/tags'],
  ])('with the whitelist /tags/moduleA: %s → %s', (change, expected) => {
    expect(check(['/tags/'], ['tags/moduleA/'], change)).toBe(expected)
  })

  it.each([
    ['A components/gui/tags/v1/', undefined],
    ['A components/gui/tags/v1/x', '/components/*/tags'],
    ['U components/tags/v1', undefined],
    ['U components/a/b/tags/v1', undefined],
  ])('a * stands for characters of one segment: %s → %s', (change, expected) => {
    expect(check(['components/*/tags'], [], change)).toBe(expected)
  })

  it('takes wildcards in the whitelist, and everything else of a path as it is', () => {
    expect(check(['/tags'], ['/tags/module*'], 'A tags/module1/v1/')).toBeUndefined()
    expect(check(['/tags'], ['/tags/module*'], 'A tags/module/v1/')).toBe('/tags')
    expect(check(['/t.gs+'], [], 'U tags/x')).toBeUndefined()
    expect(check(['/été'], [], 'U été/x')).toBe('/été')
  })

  it('has nothing to say without paths', () => {
    expect(check([], ['/tags'], 'U tags/v1')).toBeUndefined()
    expect(check(['', ' / '], [], 'U tags/v1')).toBeUndefined()
  })
})
