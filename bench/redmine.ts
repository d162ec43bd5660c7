// Redmine as Debian packages it, in a folder of the run's own: what Crocus is compared with.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandAs, isRoot, systemAccount, type Account } from '../src/platform/system-account.ts'
import { freePort } from '../test/harness/free-port.ts'
import type { PostgresServer } from '../test/harness/standby.ts'
import { pidsOfTree } from './cpu.ts'
import { words } from './operations.ts'
import type { RedmineSeed } from './peer-operations.ts'
import { hasEnded, type RunningProcess } from './processes.ts'
import { PLATFORMS, USERS } from './seed.ts'

const INSTALLED = '/usr/share/redmine'
const APACHE = '/usr/sbin/apache2'
const MODULES = '/usr/lib/apache2/modules'
/** Each package by a file of it. */
const PACKAGES = {
  redmine: join(INSTALLED, 'config.ru'),
  'redmine-pgsql': '/usr/share/doc/redmine-pgsql',
  postgresql: '/usr/share/doc/postgresql',
  apache2: APACHE,
  'libapache2-mod-passenger': join(MODULES, 'mod_passenger.so'),
} as const

/** Its best on two cores: more processes, threads or puma instead were no better. */
const PROCESSES = 2
const START_WAIT_MS = 60_000
const STOP_WAIT_MS = 15_000

/** How to install what is missing; undefined: all is there. */
export const missingForRedmine = (): string | undefined => {
  const missing = Object.entries(PACKAGES).flatMap(([name, file]) => (existsSync(file) ? [] : [name]))
  if (missing.length === 0) return undefined
  return (
    `echo 'redmine redmine/instances/default/dbconfig-install boolean false' | debconf-set-selections\n` +
    `DEBIAN_FRONTEND=noninteractive apt-get install --no-install-recommends ${missing.join(' ')}`
  )
}

/** A copy of Redmine that belongs to the run. */
export interface Redmine {
  readonly folder: string
  readonly account: Account | undefined
  readonly environment: NodeJS.ProcessEnv
}

const INSTANCE = 'bench'

/** Copies the program and writes its configuration, for the empty database of a server. */
export const installRedmine = async (parent: string, server: PostgresServer): Promise<Redmine> => {
  const folder = join(parent, 'redmine')
  const instance = join(folder, 'instances', INSTANCE)
  await cp(INSTALLED, folder, { recursive: true, verbatimSymlinks: true })
  // Links to the installation's own instances.
  for (const link of ['instances', 'Gemfile.lock', 'config/database.yml']) await rm(join(folder, link), { force: true })
  for (const name of ['config', 'files', 'log', 'tmp/cache']) await mkdir(join(instance, name), { recursive: true })
  const { hostname, port, username, pathname } = new URL(server.url)
  const place = { host: hostname, port: Number(port), username, database: pathname.slice(1) }
  const connection = { adapter: 'postgresql', encoding: 'utf8', ...place }
  // JSON is YAML, too.
  await writeFile(join(instance, 'config/database.yml'), JSON.stringify({ production: connection }))
  await writeFile(join(instance, 'config/secret_key.txt'), randomBytes(32).toString('hex'))
  await writeFile(join(folder, 'config/additional_environment.rb'), 'config.log_level = :warn\n')
  // It looks for adapters where Debian keeps the configuration.
  const gems = await readFile(join(folder, 'Gemfile'), 'utf8')
  await writeFile(join(folder, 'Gemfile'), gems.replaceAll(`${INSTALLED}/`, `${folder}/`))
  const account = isRoot() ? await systemAccount('www-data') : undefined
  if (account) await giveTo(account, folder)
  const environment = {
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: folder,
    RAILS_ENV: 'production',
    REDMINE_INSTANCE: INSTANCE,
  }
  const redmine = { folder, account, environment }
  // Writes the list of gems, all of them packaged. `install` installs nothing either, but wants to make the system's folder of gems
  // (/var/lib/gems/3.x.0, which Debian's packages leave out), and the account may not.
  await runIn(redmine, '/usr/bin/bundle', ['lock', '--local'])
  await runIn(redmine, '/usr/bin/bundle', ['exec', 'rake', '--silent', 'db:migrate'])
  return redmine
}

const giveTo = async ({ uid, gid }: Account, folder: string): Promise<void> => {
  const [code] = (await once(spawn('chown', ['-R', `${uid}:${gid}`, folder], { stdio: 'ignore' }), 'close')) as [number]
  if (code !== 0) throw new Error(`${folder} cannot be handed to the account of Redmine`)
}

const runIn = async (
  { folder, account, environment }: Redmine,
  binary: string,
  args: readonly string[],
  own: NodeJS.ProcessEnv = {},
): Promise<void> => {
  const { command, args: all, ids } = asAccount(account, binary, args, folder)
  const env = { ...environment, ...own }
  const child = spawn(command, all, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], ...ids })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${[binary, ...args].join(' ')} ended with ${code}:\n${said.slice(0, 2_000)}`)
}

const asAccount = (account: Account | undefined, binary: string, args: readonly string[], folder: string) => {
  const found = commandAs(account, binary, args, { folders: [folder], endsWithUs: true })
  if ('closedFolder' in found) throw new Error(`the account of Redmine cannot pass through ${found.closedFolder}`)
  return found
}

export const seedRedmine = async (redmine: Redmine, issues: number): Promise<RedmineSeed> => {
  const output = join(redmine.folder, 'seed.json')
  const given = { issues, users: USERS, words, platforms: PLATFORMS, output }
  // The checkout may be out of the account's reach.
  const script = join(redmine.folder, 'bench-seed.rb')
  await copyFile(join(import.meta.dirname, 'redmine-seed.rb'), script)
  await runIn(redmine, '/usr/bin/bundle', ['exec', 'rails', 'runner', script], { BENCH_REDMINE: JSON.stringify(given) })
  return JSON.parse(await readFile(output, 'utf8')) as RedmineSeed
}

/** Apache with Passenger; answers when Redmine does. */
export const startRedmine = async ({ folder, account, environment }: Redmine): Promise<RunningProcess> => {
  const run = join(folder, 'apache')
  await mkdir(run)
  const port = await freePort()
  const file = join(run, 'httpd.conf')
  await writeFile(file, configuration(folder, run, port))
  if (account) await giveTo(account, run)
  const { command, args, ids } = asAccount(account, APACHE, ['-d', run, '-f', file, '-DFOREGROUND'], folder)
  const child = spawn(command, args, { cwd: '/', env: environment, stdio: 'ignore', detached: true, ...ids })
  const pid = child.pid ?? 0
  const url = `http://127.0.0.1:${port}`
  const stop = (): Promise<void> => endAll(child)
  try {
    for (const end = Date.now() + START_WAIT_MS; ; await sleep(200)) {
      const answer = await fetch(`${url}/projects.json`).catch(() => undefined)
      await answer?.arrayBuffer()
      if (answer?.status === 200) return { pid, url, stop }
      if (hasEnded(child) || Date.now() > end) {
        const said = await readFile(join(run, 'error.log'), 'utf8').catch(() => '')
        throw new Error(`Redmine does not start (${answer?.status ?? 'no answer'}):\n${said.slice(-2_000)}`)
      }
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Apache, and what Passenger started: that goes on for a while without it. */
const endAll = async (apache: ChildProcess): Promise<void> => {
  const pids = pidsOfTree(apache.pid ?? 0)
  if (!hasEnded(apache)) apache.kill('SIGTERM')
  for (const end = Date.now() + STOP_WAIT_MS; pids.some(isAlive); await sleep(50)) {
    if (Date.now() < end) continue
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
    return
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const configuration = (folder: string, run: string, port: number): string => `
ServerRoot "${run}"
DefaultRuntimeDir "${run}"
PidFile "${run}/httpd.pid"
Mutex pthread default
ServerName localhost
Listen 127.0.0.1:${port}
${['mpm_event', 'authz_core', 'env', 'passenger'].map(name => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
KeepAlive On
MaxKeepAliveRequests 0
ErrorLog "${run}/error.log"
LogLevel warn
PassengerRoot /usr/lib/ruby/vendor_ruby/phusion_passenger/locations.ini
PassengerRuby /usr/bin/ruby
PassengerInstanceRegistryDir "${run}"
PassengerDisableSecurityUpdateCheck on
PassengerUserSwitching off
PassengerMaxPoolSize ${PROCESSES}
PassengerMinInstances ${PROCESSES}
PassengerMaxRequestQueueSize 0
PassengerPoolIdleTime 0
PassengerMaxPreloaderIdleTime 0
PassengerAppEnv production
PassengerStartTimeout 120
PassengerAppRoot "${folder}"
SetEnv REDMINE_INSTANCE ${INSTANCE}
DocumentRoot "${folder}/public"
<Directory "${folder}/public">
  Require all granted
</Directory>
`
