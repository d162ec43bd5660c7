import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { listen, testApp } from '../test/harness/app.ts'
import { testFolder } from '../test/harness/process.ts'
import { packClient } from './pack-client.ts'

const run = promisify(execFile)
const TSC = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')

describe('the package of the client', () => {
  let folder: string
  let installed: string
  beforeAll(async () => {
    folder = await testFolder()
    installed = join(folder, 'node_modules/crocus-client')
    await mkdir(installed, { recursive: true })
    await run('tar', ['-xzf', await packClient(folder), '-C', installed, '--strip-components=1'])
  }, 180_000)

  it('runs in Node without anything else installed', async () => {
    const crocus = await testApp()
    const script = `
      import { createClient } from 'crocus-client'
      const { data } = await createClient({ server: '${await listen(crocus)}' }).GET('/access_key_scopes')
      console.log(JSON.stringify(data.map(({ identifier }) => identifier)))`
    await writeFile(join(folder, 'run.mjs'), script)
    const { stdout } = await run(process.execPath, [join(folder, 'run.mjs')])
    expect(JSON.parse(stdout)).toContain('read:rest')
  })

  it('has types that know the routes', async () => {
    await writeFile(
      join(folder, 'typed.mts'),
      `import { createClient, listAll } from 'crocus-client'
      const crocus = createClient({ server: 'http://localhost:8080', credentials: { accessKey: 'k' } })
      export const label: string = (await crocus.GET('/projects/{id}', { params: { path: { id: 1 } } })).data!.label
      for await (const project of listAll(crocus, '/projects')) project.shortname satisfies string
      // @ts-expect-error There is no such route.
      await crocus.GET('/nothing')
      // @ts-expect-error The id is missing.
      await crocus.GET('/projects/{id}')`,
    )
    const options =
      '--noEmit --strict --module nodenext --target es2022 --lib es2023,dom,dom.iterable --types --ignoreConfig'
    const checked = await run(process.execPath, [TSC, ...options.split(' '), join(folder, 'typed.mts')], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error)
    expect(checked.stdout).toBe('')
    expect(await readdir(installed)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.js', 'types']))
  }, 180_000)
})
