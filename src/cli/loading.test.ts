// Loaded files are most of the cost of a command: 0.6 s of CPU for the whole server, 0.06 s for the texts of a help.
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../../test/harness/database.ts'
import { runCrocus, testFolder } from '../../test/harness/process.ts'
import { run } from './main.ts'

const ROOT = new URL('../../', import.meta.url)
/** Prints every file that the process loads: on standard error, at its end. */
const LISTS_FILES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  process.on('exit', () => process.stderr.write('\\nLOADED ' + JSON.stringify(loaded)))
`)}`

/** Commands that only read, with the modules that they load. */
const reading: [line: string, modules: string[]][] = [
  ['config list', ['settings']],
  ['config get timezone', ['settings']],
  ['project list', ['projects', 'settings', 'users']],
  ['project-field list', ['projects', 'settings', 'users']],
  ['user list', ['auth', 'settings', 'users']],
  ['site-permission list', ['auth', 'settings', 'users']],
  ['tracker list site-template', ['projects', 'settings', 'users']],
  ['link-type list', ['projects', 'settings', 'users']],
  ['svn list', ['projects', 'settings', 'svn', 'users']],
]

describe('the administration command', () => {
  let environment: Record<string, string>
  beforeAll(async () => {
    environment = {
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    }
    // The first use creates the content of a fresh installation, which needs all modules.
    await runCrocus(['config', 'list'], environment)
  })

  const loadedBy = async (
    args: readonly string[],
  ): Promise<{ code: number | NodeJS.Signals | null; packages: string[]; own: string[] }> => {
    const { code, stderr } = await runCrocus(args, { ...environment, NODE_OPTIONS: `--import=${LISTS_FILES}` })
    const list = /\nLOADED (.*)$/.exec(stderr)?.[1]
    if (list === undefined) throw new Error(`The list of loaded files is missing: ${stderr}`)
    const files = (JSON.parse(list) as string[]).filter(url => url.startsWith(ROOT.href))
    const paths = files.map(url => decodeURIComponent(url.slice(ROOT.href.length)))
    const packages = paths.flatMap(file => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
    return { code, packages: [...new Set(packages)].sort(), own: paths.filter(file => file.startsWith('src/')) }
  }
  const modulesOf = (own: readonly string[]): string[] =>
    [...new Set(own.flatMap(file => /^src\/modules\/([^/]+)/.exec(file)?.[1] ?? []))].sort()

  it('has a row in the table of this test for each list', async () => {
    const helpOf = async (...args: string[]): Promise<string> => {
      let text = ''
      const stdin = process.stdin
      await run([...args, '--help'], {
        environment: {},
        stdin,
        stdout: said => (text += said),
        stderr: () => undefined,
        isTerminal: false,
      })
      return text
    }
    const groups = [...(await helpOf()).matchAll(/^ {2}([a-z-]+) /gm)].flatMap(([, name]) => name ?? [])
    const lists: string[] = []
    for (const group of groups) if (/^ {2}list /m.test(await helpOf(group))) lists.push(`${group} list`)
    expect(lists).toContain('link-type list')
    const shown = reading.map(([line]) => line.split(' ').slice(0, 2).join(' '))
    expect(lists.filter(line => !shown.includes(line))).toEqual([])
  })

  it.each([
    ['its help', ['--help']],
    ['its version', ['--version']],
    ['an unknown verb', ['confg']],
    ['the help of a verb', ['backup', 'verify', '--help']],
    ['a missing argument', ['user', 'create']],
  ])('loads its words and nothing of the server for %s', async (_, args) => {
    const { packages, own } = await loadedBy(args)
    expect(packages).toEqual(['commander'])
    expect(own.filter(file => !file.startsWith('src/cli/')).sort()).toEqual([
      // Words that helps and refusals list.
      'src/modules/auth/model/scopes.ts',
      'src/modules/users/model/viewer.ts',
      ...[
        'config',
        'db/database-url',
        'errors',
        'machine-memory',
        'mail/address',
        'reasons',
        'tracing/settings',
        'version',
      ].map(name => `src/platform/${name}.ts`),
    ])
  })

  it.each(reading)('loads for "%s" the modules %s, and no server', async (line, modules) => {
    const { code, packages, own } = await loadedBy(line.split(' '))
    expect(code).toBe(0)
    expect(modulesOf(own)).toEqual([...new Set(['auth', 'users', ...modules])].sort())
    const listed = (folder: string): number => own.filter(file => file.startsWith(`src/modules/${folder}/`)).length
    for (const words of ['auth', 'users']) if (!modules.includes(words)) expect(listed(words)).toBe(1)
    for (const heavy of ['fastify', 'graphile-worker', 'nodemailer', 'prom-client', 'sharp'])
      expect(packages).not.toContain(heavy)
  })
})
