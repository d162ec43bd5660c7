import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  cleanAccessText,
  effectiveAccessFile,
  faultOfSvnauthz,
  namesGroup,
  textOfFault,
  type GeneratedAccess,
} from './effective-access-file.ts'

const generated: GeneratedAccess = {
  groups: [
    { name: 'members', logins: ['alice', 'bob'] },
    { name: 'release-team', logins: ['carol'] },
  ],
  everybody: 'r',
}
const lines = (text: string): string[] => text.split('\n').filter(line => line !== '')

describe('effectiveAccessFile', () => {
  it('is the generated block where the project says nothing', () => {
    const { text, faults } = effectiveAccessFile(generated, '')
    expect(faults).toEqual([])
    expect(lines(text)).toEqual([
      '[groups]',
      'members = alice, bob',
      'release-team = carol',
      '[/]',
      '* = r',
      '@members = rw',
    ])
  })

  it('grants nothing by itself if the project wants no defaults', () => {
    expect(lines(effectiveAccessFile({ groups: [], everybody: undefined }, '').text)).toEqual([])
    expect(lines(effectiveAccessFile({ ...generated, everybody: undefined }, '[/a]\nbob = r').text)).toEqual([
      '[groups]',
      'members = alice, bob',
      'release-team = carol',
      '[/a]',
      'bob = r',
    ])
  })

  it('merges sections, the later entry for one principal winning', () => {
    const text =
      '[/]\r\n* =\r\n@release-team = r\r\n[/tags]\r\n* = r\r\n[groups]\r\nqa = dave\r\n[/tags]\r\n* = rw\r\n@qa = r'
    const effective = effectiveAccessFile(generated, text)
    expect(effective.faults).toEqual([])
    expect(effective.text).not.toContain('\r')
    expect(lines(effective.text)).toEqual([
      '[groups]',
      'members = alice, bob',
      'release-team = carol',
      'qa = dave',
      '[/]',
      '* =',
      '@members = rw',
      '@release-team = r',
      '[/tags]',
      '* = rw',
      '@qa = r',
    ])
  })

  it('takes a group that is not there for one without anybody in it', () => {
    const { text } = effectiveAccessFile(generated, '[groups]\nall = @gone, erin\n[/x]\n@lost = rw\n~@away =')
    expect(lines(text)).toEqual(
      expect.arrayContaining(['gone = -nobody-', 'lost = -nobody-', 'away = -nobody-', 'all = @gone, erin']),
    )
  })

  it('reads indented lines as more of the value before, and comments anywhere', () => {
    const { text, faults } = effectiveAccessFile(generated, '# one\n[groups]\nqa = dave,\n  erin\n  # two\n[/]\n@qa: r')
    expect(faults).toEqual([])
    expect(lines(text)).toEqual(expect.arrayContaining(['qa = dave, erin', '@qa = r']))
  })

  it('reads lines before the first section as lines of [/], with which the generated block ends', () => {
    const { text, faults, warnings } = effectiveAccessFile(generated, '# all\n@release-team = rw\n* =\n[/tags]\n* = r')
    expect([faults, warnings]).toEqual([[], []])
    expect(lines(text)).toEqual([
      '[groups]',
      'members = alice, bob',
      'release-team = carol',
      '[/]',
      '* =',
      '@members = rw',
      '@release-team = rw',
      '[/tags]',
      '* = r',
    ])
  })

  it('gives such lines no effect where the project wants no defaults, and warns of each', () => {
    const { text, faults, warnings } = effectiveAccessFile(
      { ...generated, everybody: undefined },
      '* = rw\n\nqa = dave,\n  erin\n[/]\n@qa = r',
    )
    expect(faults).toEqual([])
    expect(warnings.map(textOfFault)).toEqual([
      expect.stringMatching(/^line 1: "\* = rw" stands before the first section/),
      expect.stringMatching(/^line 3: "qa = dave, erin" stands before the first section/),
    ])
    expect(lines(text)).toEqual([
      '[groups]',
      'members = alice, bob',
      'release-team = carol',
      'qa = -nobody-',
      '[/]',
      '@qa = r',
    ])
  })

  it('still wants each of them to be "name = rights", and not indented', () => {
    for (const everybody of ['r', undefined] as const)
      expect(effectiveAccessFile({ ...generated, everybody }, 'alice\n  * = r').faults.map(textOfFault)).toEqual([
        'line 1: "alice" is not "name = rights"',
        'line 2: "* = r" must not be indented',
      ])
  })

  it.each([
    ['[/]\n* = r\nalice', 'line 3: "alice" is not "name = rights"'],
    ['[/]\r\n\r\n[/trunk\r\n* = r', 'line 3: "[/trunk" is a section that is not closed by "]"'],
    ['[/]\n  * = r', 'line 2: "* = r" must not be indented'],
  ])('names the line of the text: %j', (text, fault) => {
    expect(effectiveAccessFile(generated, text).faults.map(textOfFault)).toEqual([fault])
  })
})

describe('namesGroup', () => {
  it('finds a group wherever the text gives it rights', () => {
    expect(namesGroup('@qa = r', 'QA')).toBe(true)
    expect(namesGroup('[/a]\n~@qa = r', 'qa')).toBe(true)
    expect(namesGroup('[groups]\nqa = dave\n[/]\n@qa = r', 'qa')).toBe(false)
    expect(namesGroup('# @qa = r', 'qa')).toBe(false)
  })
})

describe('cleanAccessText (svn.md §3.2)', () => {
  const clean = (text: string): string => cleanAccessText(text, ['members', 'release-team'])

  it('comments out rights of groups that are not known there, keeps everything else and its line ends', () => {
    expect(clean(' \r\n[/]\r\n@members = rw\r\n@Members = rw\r\n@ghosts=r\r\n* = r\r\n\r\n')).toBe(
      '[/]\r\n@members = rw\r\n# @Members = rw\r\n# @ghosts=r\r\n* = r',
    )
  })

  it('knows groups that the text has defined above', () => {
    expect(clean('[/]\n@qa = r\n[groups]\nqa = dave\n[/a]\n@qa = r')).toBe(
      '[/]\n# @qa = r\n[groups]\nqa = dave\n[/a]\n@qa = r',
    )
  })

  it('leaves a section line with text after it as it is', () => {
    const text = '[/] * = rw @members = rw\r\n[/tags] @admins = rw'
    expect(clean(text)).toBe(text)
  })
})

describe.skipIf(!existsSync('/usr/bin/svnauthz'))('svn reads what is made (needs svnauthz)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crocus-access-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const faultOf = (text: string): string | undefined => {
    const effective = effectiveAccessFile(generated, text)
    if (effective.faults[0]) return textOfFault(effective.faults[0])
    writeFileSync(join(folder, 'access'), effective.text)
    try {
      execFileSync('/usr/bin/svnauthz', ['validate', join(folder, 'access')], { stdio: 'pipe' })
      return undefined
    } catch (error) {
      return textOfFault(faultOfSvnauthz(String((error as { stderr: Buffer }).stderr).trim(), effective))
    }
  }

  it.each([
    '',
    '[/] * = rw @members = rw\r\n[/tags] @admins = rw',
    '[/]\n* =\n[/]\n@members = r\n[groups]\nmembers = zoe\n[groups]\nx = @y\n[/a]\n@x = rw\n@nobody-there = r\n~@gone =',
    '[:glob:/tags/**]\n* = r\n[/été et hiver]\n* = r\n',
  ])('takes %j', text => {
    expect(faultOf(text)).toBeUndefined()
  })

  it.each([
    ['[/]\n* = r\n\n[/x]\nalice = rx', /^line 5: The access mode 'x' in access entry 'alice' of rule \[\/x\]/],
    ['[/]\n* = r\n[trunk]\nalice = r', /^line 3: Section is not valid.*\[trunk\]/],
    ['# a\n[/a/../b]\nalice = r', /^line 2: Non-canonical path/],
    ['[/]\n&joe = rw', /^line 2: Alias '&joe'/],
    ['[groups]\na = @b\nb = @a\n[/]\n@a = r', /^line [23]: Recursive definition/],
    ['[/]\n$all = r', /^line 2: .*\$all/],
  ])('names the line of what svn does not take: %j', (text, fault) => {
    expect(faultOf(text)).toMatch(fault)
  })
})
