import { beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../test/harness/command.ts'
import { testDatabaseUrl } from '../../test/harness/database.ts'
import { testFolder } from '../../test/harness/process.ts'
import { version } from '../platform/version.ts'

describe('crocus', () => {
  let environment: Record<string, string>
  beforeAll(async () => {
    environment = {
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    }
  })
  const crocus = (args: string[], more: Record<string, string> = {}) => runCommand({ ...environment, ...more }, args)

  it('shows its help with the verbs, the exit codes and examples', async () => {
    for (const args of [['--help'], ['help'], ['-h']]) {
      const { code, stdout, stderr } = await crocus(args)
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/serve[\s\S]*config[\s\S]*Exit codes[\s\S]*Examples?:/)
    }
  })

  it('has a description and an example at every level', async () => {
    const pages: string[] = []
    const visit = async (path: string[]): Promise<void> => {
      const { code, stdout } = await crocus([...path, '--help'])
      expect([path, code]).toEqual([path, 0])
      expect(stdout, path.join(' ')).toMatch(/Examples?:\n {2}crocus|\n {2}\S.*crocus /)
      expect(stdout.split('\n\n')[1], path.join(' ')).toMatch(/\.$/)
      pages.push(path.join(' '))
      const commands = /Commands:\n([\s\S]*?)\n\n/.exec(`${stdout}\n`)?.[1] ?? ''
      for (const [, verb = ''] of commands.matchAll(/^ {2}([a-z][a-z-]*)/gm))
        if (verb !== 'help') await visit([...path, verb])
    }
    await visit([])
    expect(pages).toEqual(expect.arrayContaining(['', 'serve', 'config', 'config get', 'config set', 'config list']))
  })

  it('prints its version', async () => {
    expect(await crocus(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it.each([
    ['an unknown verb', ['confg'], /unknown command 'confg'/],
    ['an unknown option', ['config', 'list', '--yaml'], /unknown option '--yaml'/],
    ['a missing argument', ['config', 'get'], /missing required argument 'name'/],
    ['an argument too many', ['config', 'get', 'timezone', 'more'], /too many arguments/],
    ['a group without a verb', ['config'], /Usage: crocus config/],
    ['nothing at all', [], /Usage: crocus/],
  ])('ends with 2 on %s', async (_, args, said) => {
    const { code, stdout, stderr } = await crocus(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(said)
  })

  it('ends with 2 and one line per wrong setting of the environment', async () => {
    const { code, stderr } = await crocus(['config', 'list'], { PORT: 'x', CROCUS_WORKERS: 'y' })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^crocus: PORT must be .*\ncrocus: CROCUS_WORKERS must be .*\n$/)
  })

  it('ends with 1 and one line when the database is not there', async () => {
    const { code, stderr } = await crocus(['config', 'list'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^crocus: The database x on 127\.0\.0\.1:1 cannot be reached: .*\n$/)
  })

  it('reads and changes a setting, and prints its bare value (http.md §13)', async () => {
    expect(await crocus(['config', 'get', 'artifacts_deletion_limit'])).toEqual({ code: 0, stdout: '5\n', stderr: '' })
    expect(await crocus(['config', 'set', 'artifacts_deletion_limit', '7'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect((await crocus(['config', 'get', 'artifacts_deletion_limit'])).stdout).toBe('7\n')
  })

  it.each([
    ['an unknown setting', ['config', 'get', 'colour']],
    ['an unknown setting to change', ['config', 'set', 'colour', 'red']],
    ['a value that the setting does not take', ['config', 'set', 'access_mode', 'closed']],
    ['a limit below zero', ['config', 'set', '--', 'artifacts_deletion_limit', '-1']],
  ])('ends with 1 and one line on %s, and changes nothing', async (_, args) => {
    const before = (await crocus(['config', 'list', '--json'])).stdout
    const { code, stdout, stderr } = await crocus(args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^crocus: .+\n$/)
    expect((await crocus(['config', 'list', '--json'])).stdout).toBe(before)
  })

  it('lists the settings as a table, or as JSON', async () => {
    const table = (await crocus(['config', 'list'])).stdout
    expect(table).toMatch(/^name +value +values +description\naccess_mode +anonymous /)
    const list = JSON.parse((await crocus(['config', 'list', '--json'])).stdout) as { name: string; value: string }[]
    expect(list).toContainEqual(expect.objectContaining({ name: 'access_mode', value: 'anonymous' }))
  })
})
