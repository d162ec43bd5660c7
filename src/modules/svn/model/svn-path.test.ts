import { describe, expect, it } from 'vitest'
import { destinationWithin, parseSvnPath } from './svn-path.ts'

describe('parseSvnPath', () => {
  it.each([
    ['/svnplugin/alpha/main', 'alpha', 'main', ''],
    ['/svnplugin/alpha/main/', 'alpha', 'main', '/'],
    ['/svnplugin/Old_Name/main-1.x/trunk/a%20b/', 'Old_Name', 'main-1.x', '/trunk/a%20b/'],
    ['/svnplugin/alpha/main/!svn/rvr/12/trunk/%C3%A9t%C3%A9', 'alpha', 'main', '/!svn/rvr/12/trunk/%C3%A9t%C3%A9'],
    ['/svnplugin/alpha/main/!svn/txr/1-2/x', 'alpha', 'main', '/!svn/txr/1-2/x'],
    ['/svnplugin/alpha/main/a...b/..c/%252e%252e', 'alpha', 'main', '/a...b/..c/%252e%252e'],
  ])('takes %s apart', (path, projectShortName, repositoryName, rest) => {
    expect(parseSvnPath(path)).toEqual({
      projectShortName,
      repositoryName,
      root: `/svnplugin/${projectShortName}/${repositoryName}`,
      rest,
    })
  })

  it.each([
    '/',
    '/svnplugin',
    '/svnplugin/',
    '/svnplugin/alpha',
    '/svnplugin/alpha/',
    '//svnplugin/alpha/main',
    '/svnplugin//alpha/main',
    '/svnplugin/alpha//main',
    '/svnplugin/alpha/main//trunk',
    '/svnplugin/alpha/main/../../beta/secret/',
    '/svnplugin/alpha/main/..',
    '/svnplugin/alpha/main/./trunk',
    '/svnplugin/alpha/main/%2e%2e/%2e%2e/beta/secret',
    '/svnplugin/alpha/main/%2E./beta',
    '/svnplugin/alpha/main/a%2fb',
    '/svnplugin/alpha/main/a%2Fb',
    '/svnplugin/alpha/main/a%5c..%5cb/..%2f',
    '/svnplugin/alpha/main/a\\..\\b',
    '/svnplugin/alpha/main/a%00b',
    '/svnplugin/alpha/main/a%0ab',
    '/svnplugin/alpha/main/a%ffb',
    '/svnplugin/alpha/main/a%c0%ae',
    '/svnplugin/alpha/main/a%zz',
    '/svnplugin/alpha/main/a%',
    '/svnplugin/alpha/ma..in/trunk',
    '/svnplugin/alpha/%6dain/trunk',
    '/svnplugin/%61lpha/main/trunk',
    '/svnplugin/../svnplugin/alpha/main',
    '/SVNPLUGIN/alpha/main',
    '/svnplugin/alpha/main/a b',
    '/svnplugin/alpha/main?x',
    '/svnplugin/alpha/main/trunk?p=1',
    '/svnplugin/alpha/main/trunk#x',
    'http://other/svnplugin/alpha/main',
  ])('has no place for %s', path => {
    expect(parseSvnPath(path)).toBeUndefined()
  })
})

describe('destinationWithin', () => {
  const root = '/svnplugin/alpha/main'

  it.each([
    [
      'https://svn.example:8443/svnplugin/alpha/main/!svn/txr/1-1/tags/v1',
      '/svnplugin/alpha/main/!svn/txr/1-1/tags/v1',
    ],
    ['http://svn.example/svnplugin/alpha/main', '/svnplugin/alpha/main'],
    ['/svnplugin/alpha/main/tags', '/svnplugin/alpha/main/tags'],
  ])('finds the path of %s', (destination, path) => {
    expect(destinationWithin(destination, root)).toBe(path)
  })

  it.each([
    'http://svn.example/svnplugin/alpha/other/tags',
    'http://svn.example/svnplugin/beta/main/tags',
    'http://svn.example/svnplugin/alpha/main/../other/tags',
    'http://svn.example/svnplugin/alpha/main2',
    'http://svn.example/svnplugin/alpha/Main/tags',
    'http://svn.example//svnplugin/alpha/main/tags',
    'http://svn.example',
    'file:///etc/passwd',
    'svnplugin/alpha/main',
    '',
  ])('refuses %s', destination => {
    expect(destinationWithin(destination, root)).toBeUndefined()
  })
})
