import { beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../test/harness/command.ts'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { testFolder } from '../../../test/harness/process.ts'

describe('crocus sample-project', () => {
  let environment: Record<string, string>
  const crocus = (...args: string[]) => runCommand(environment, args)

  beforeAll(async () => {
    environment = {
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    }
  })

  it('makes the project once, and removes it', async () => {
    expect((await crocus('sample-project', '--as', 'nobody-here')).stderr).toMatch(/^crocus: There is no user/)
    const made = await crocus('sample-project')
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/^Made the project 101 \(waymark\) with 155 artifacts\.\n/)
    const twice = await crocus('sample-project')
    expect(twice).toMatchObject({ code: 1, stdout: '', stderr: 'crocus: The sample project is here already\n' })
    expect(await crocus('sample-project', '--remove')).toMatchObject({
      code: 0,
      stdout: 'Removed the sample project and 5 accounts.\n',
    })
    expect(await crocus('sample-project', '--remove')).toMatchObject({ code: 1 })
  }, 60_000)
})
