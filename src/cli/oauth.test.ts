import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../test/harness/app.ts'
import { runCommand } from '../../test/harness/command.ts'

let crocus: TestApp
beforeAll(async () => {
  crocus = await testApp()
})

const run = (...args: string[]) =>
  runCommand({ DATABASE_URL: crocus.databaseUrl, CROCUS_DATA: crocus.config.dataFolder }, ['oauth', ...args])
const published = async (): Promise<string[]> =>
  (await crocus.request('GET', '/oauth2/jwks')).json<{ keys: { kid: string }[] }>().keys.map(({ kid }) => kid)

describe('crocus oauth rotate-keys', () => {
  it('makes a key that the running server takes', async () => {
    const [first = ''] = await published()
    const { code, stdout } = await run('rotate-keys')
    expect(code).toBe(0)
    const kid = stdout.trim()
    expect(kid).toMatch(/^[\w-]{43}$/)
    expect(kid).not.toBe(first)
    await expect.poll(published).toContain(kid)
  })

  it('prints JSON when asked to', async () => {
    const { code, stdout } = await run('rotate-keys', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ kid: expect.stringMatching(/^[\w-]{43}$/) as string })
  })

  it('explains itself, and refuses what it does not know', async () => {
    expect((await run('--help')).stdout).toContain('rotate-keys')
    expect((await run('rotate-keys', '--help')).stdout).toContain('ten minutes')
    expect((await run('rotate-keys', 'now')).code).toBe(2)
  })
})
