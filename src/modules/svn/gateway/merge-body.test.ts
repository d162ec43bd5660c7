import { describe, expect, it } from 'vitest'
import { requireHrefsWithin } from './merge-body.ts'

const root = '/svnplugin/alpha/main'
const merge = (source: string, more = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?><D:merge xmlns:D="DAV:"><D:source>${source}</D:source>${more}<D:no-auto-merge/></D:merge>`
const href = (path: string): string => `<D:href>${path}</D:href>`

describe('requireHrefsWithin', () => {
  it.each([
    merge(href('/svnplugin/alpha/main/!svn/txn/3-4')),
    merge(href('http://svn.example/svnplugin/alpha/main/!svn/act/2f1d')),
    merge(href(' /svnplugin/alpha/main/!svn/txn/3-4 '), '<S:lock-path>trunk/my-href &amp; more</S:lock-path>'),
  ])('takes what clients send: %s', xml => {
    expect(() => requireHrefsWithin(xml, root)).not.toThrow()
  })

  it.each([
    merge(href('/svnplugin/alpha/other/!svn/txn/3-4')),
    merge(href('/svnplugin/beta/main/!svn/txn/3-4')),
    merge(href('/svnplugin/alpha/main/../other/!svn/txn/3-4')),
    merge(href('/svnplugin/alpha/&#111;ther/!svn/txn/3-4')),
    merge(href('/svnplugin/alpha/main/&#46;./other/!svn/txn/3-4')),
    merge(href('<![CDATA[/svnplugin/alpha/other/!svn/txn/3-4]]>')),
    merge(href('/svnplugin/alpha/main/!svn/txn/3-4') + href('/svnplugin/alpha/other/!svn/txn/3-4')),
    merge(href('/svnplugin/alpha/main/!svn/txn/3-4') + '<href xmlns="DAV:">/svnplugin/alpha/other/!svn/txn/1</href>'),
    merge(href('/svnplugin/alpha/main/!svn/txn/3-4') + '<D:href>/svnplugin/alpha/other<x/></D:href>'),
    merge(href('/svnplugin/alpha/main/!svn/txn/3-4') + '<é:href xmlns:é="DAV:">/svnplugin/beta/main</é:href>'),
    merge(''),
    `<!DOCTYPE x [<!ENTITY p "/svnplugin/beta/main">]>${merge(href('&p;'))}`,
    `<?xml version="1.0" encoding="utf-16"?><D:merge xmlns:D="DAV:">${href(`${root}/x`)}</D:merge>`,
    Buffer.from(merge(href(`${root}/x`)), 'utf16le').toString('latin1'),
    '',
  ])('refuses %s', xml => {
    expect(() => requireHrefsWithin(xml, root)).toThrow()
  })
})
