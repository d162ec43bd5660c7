import { execFileSync } from 'node:child_process'
import { accessSync, chownSync, constants, readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServerProcess, testFolder, type ServerProcess } from '../harness/process.ts'
import { isSvnMissing, SVN_NEEDS, svnClient } from '../harness/svn.ts'

const PASSWORD = 'an ordinary password'
// That of `nobody` on any Linux.
const NOBODY = { uid: 65_534, gid: 65_534 }

/** Whether `nobody` may read what the server runs from. */
const isOpen = (): boolean => {
  try {
    accessSync('/usr/bin/setpriv', constants.X_OK)
    const ids = [`--reuid=${NOBODY.uid}`, `--regid=${NOBODY.gid}`, '--clear-groups']
    const main = join(import.meta.dirname, '../../src/main.ts')
    execFileSync('/usr/bin/setpriv', [...ids, process.execPath, '-e', `fs.readFileSync(${JSON.stringify(main)})`])
    return true
  } catch {
    return false
  }
}
// An ordinary user runs all other Subversion tests without root already.
const canRun = !isSvnMissing && process.getuid?.() === 0 && isOpen()

describe.skipIf(!canRun)(
  `a server without privileges (needs root to give them up, a checkout that all may read; ${SVN_NEEDS})`,
  { timeout: 60_000 },
  () => {
    let server: ServerProcess | undefined
    let dataFolder: string
    const admin = ['admin', PASSWORD] as const

    beforeAll(async () => {
      const folder = await testFolder()
      dataFolder = join(folder, 'data')
      await mkdir(dataFolder, { mode: 0o700 })
      chownSync(dataFolder, NOBODY.uid, NOBODY.gid)
      server = await startServerProcess(
        {
          CROCUS_DATA: dataFolder,
          CROCUS_ADMIN_PASSWORD: PASSWORD,
          CROCUS_LOG_LEVEL: 'warn',
          HOME: folder,
        },
        NOBODY,
      )
    }, 60_000)
    afterAll(async () => {
      server?.child.kill('SIGTERM')
      await server?.exit
    })

    const post = async <Body>(path: string, body: object): Promise<Body> => {
      const response = await fetch(`${server?.address}/api/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(admin.join(':')).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(201)
      return (await response.json()) as Body
    }

    it('makes repositories and serves them with their rules, all of it as itself', async () => {
      const project = { shortname: 'plain', label: 'Plain', is_public: true, template_id: 100 }
      const { id } = await post<{ id: number }>('projects', project)
      const settings = {
        layout: ['trunk', 'tags'],
        commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false },
        immutable_tags: { paths: ['/tags'], whitelist: [] },
      }
      await post('svn', { project_id: id, name: 'main', settings })
      const client = svnClient(await testFolder())
      const url = `${server?.address}/svnplugin/plain/main`
      await client.svn(admin, 'checkout', url, 'wc')
      await client.svn(admin, 'mkdir', '-m', 'See rev #main/1', `${url}/trunk/a`)
      expect(await client.refused(admin, 'mkdir', '-m', 'Nothing', `${url}/trunk/b`)).toContain('refers to nothing')
      expect(await client.refused(admin, 'rm', '-m', 'rev #main/1', `${url}/tags`)).toContain('may not be removed')

      const apache = Number(readFileSync(join(dataFolder, 'svn/apache/run/httpd.pid'), 'utf8'))
      expect(statSync(`/proc/${apache}`).uid).toBe(NOBODY.uid)
      expect(statSync(join(dataFolder, 'svn/repositories', String(id), 'main/db')).uid).toBe(NOBODY.uid)
      expect((await (await fetch(`${server?.address}/health`)).json()) as object).toMatchObject({ svn: 'on' })
    })

    it('stops its Apache when it stops', async () => {
      const apache = Number(readFileSync(join(dataFolder, 'svn/apache/run/httpd.pid'), 'utf8'))
      server?.child.kill('SIGTERM')
      expect(await server?.exit).toBe(0)
      expect(() => statSync(`/proc/${apache}`)).toThrow(/ENOENT/)
      expect(server?.stderr()).toBe('')
    })
  },
)
