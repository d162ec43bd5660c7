// `npm run bench -- svn --projects N`: how long after POST /svn a client has its first checkout, where N projects have repositories.
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { svnAccount, svnFolders } from '../src/modules/svn/disk/svn-folders.ts'
import { statement, type Db } from '../src/platform/db/db.ts'
import type { FixtureRepository } from '../test/harness/svn.ts'
import { median } from './report.ts'

const run = promisify(execFile)

const copies = statement<{ id: number }>(
  '',
  `with made as (
    insert into project (short_name, label, access, status, template_id, owner_id)
    select 'copy-' || n, 'Copy ' || n, 'public', 'active', 100, 101 from generate_series(1, $1::int) n returning id
  ), services as (
    insert into project_service (project_id, short_name, label, is_enabled, rank)
    select made.id, s.short_name, s.label, s.is_enabled, s.rank from made cross join project_service s where s.project_id = $2
  ), repositories as (
    insert into svn_repository (project_id, name, created_by, last_revision) select id, $3, 101, $4 from made returning id, project_id
  ), files as (
    insert into svn_access_file_version (repository_id, version, content, has_default_permissions, created_by)
    select id, 1, '', true, 101 from repositories
  ) select project_id as id from repositories`,
)

/** Projects with a repository each, with the contents of `model`. */
export const copyRepository = async (
  db: Db,
  dataFolder: string,
  model: FixtureRepository,
  count: number,
): Promise<void> => {
  // Its one commit, the layout, has nothing to follow: no server is to be busy with those of the copies.
  const made = await db.query(copies, [count, model.projectId, model.name, 1])
  const { repositories } = svnFolders({ dataFolder, sharedFolder: dataFolder })
  const account = await svnAccount()
  const owner = account ? `${account.uid}:${account.gid}` : '-1:-1'
  const script =
    'cd "$1" || exit 1; for id in $4; do mkdir -m 700 "$id" && cp -a "$2" "$id/" || exit 1; done; [ "$3" = -1:-1 ] || chown "$3" $4'
  await run('/bin/sh', ['-c', script, 'sh', repositories, model.path, owner, made.map(({ id }) => id).join(' ')])
}

export interface NewRepositoriesRun {
  readonly folder: string
  readonly serverUrl: string
  readonly authorization: string
  readonly client: (args: readonly string[]) => Promise<unknown>
  readonly rounds: number
}

interface NewRepositoryTimes {
  readonly what: string
  /** Of the request, and from its answer to the end of the checkout and of the first commit. */
  readonly post: number
  readonly checkout: number
  readonly commit: number
}

/** The first one finds no Apache that runs; then by turns one in a project without repositories so far, and one in a project with some. */
export const measureNewRepositories = async (bench: NewRepositoriesRun): Promise<readonly NewRepositoryTimes[]> => {
  const results: NewRepositoryTimes[] = []
  const send = async <Body>(path: string, body: object): Promise<Body> => {
    const response = await fetch(`${bench.serverUrl}/api/${path}`, {
      method: 'POST',
      headers: { authorization: bench.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 201) throw new Error(`POST /${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Body
  }
  const measure = async (what: string, projectId: number, shortname: string, name: string): Promise<void> => {
    const started = performance.now()
    await send('svn', { project_id: projectId, name, settings: { layout: ['trunk', 'tags', 'branches'] } })
    const answered = performance.now()
    const target = join(bench.folder, `wc-${shortname}-${name}`)
    const url = `${bench.serverUrl}/svnplugin/${shortname}/${name}`
    await bench.client(['checkout', '-q', url, target])
    const checkedOut = performance.now()
    await bench.client(['mkdir', '-q', '-m', 'First', `${url}/trunk/a`])
    const committed = performance.now()
    await rm(target, { recursive: true })
    const seconds = (from: number, to: number): number => (to - from) / 1_000
    results.push({
      what,
      post: seconds(started, answered),
      checkout: seconds(answered, checkedOut),
      commit: seconds(checkedOut, committed),
    })
  }
  for (let round = 0; round <= bench.rounds; round++) {
    const shortname = `fresh-${round}`
    const project = { shortname, label: shortname, is_public: true, template_id: 100 }
    const { id } = await send<{ id: number }>('projects', project)
    await measure(round === 0 ? 'first of all, Apache starts' : 'first of its project', id, shortname, 'main')
    if (round > 0) await measure('further one', id, shortname, 'side')
  }
  return results
}

export const reportNewRepositories = (results: readonly NewRepositoryTimes[]): string => {
  const lines = [...new Set(results.map(({ what }) => what))].map(what => {
    const own = results.filter(result => result.what === what)
    const column = (figure: (result: NewRepositoryTimes) => number): string => {
      const values = own.map(figure)
      return `${median(values).toFixed(3)} (${Math.max(...values).toFixed(3)})`.padStart(16)
    }
    return [what.padEnd(28), column(r => r.post), column(r => r.checkout), column(r => r.commit)].join(' ')
  })
  const heads = ['POST /svn', 'then checkout', 'then commit'].map(head => head.padStart(16))
  return [['Seconds: median (worst)'.padEnd(28), ...heads].join(' '), ...lines].join('\n')
}
