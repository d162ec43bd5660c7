// Makes a checkout ready to run: npm packages as the lock file has them, the pages, and the system packages for Subversion (and, for tests, a browser).
// Plain JavaScript for any Node ≥ 20, without packages: it runs before they are there. `npm start` and `npm test` call it first.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const OLDEST_NODE = 20
const RUNTIME_NODE = 24

/** @param {string} line */
const say = line => console.error(`setup: ${line}`)

if (Number.parseInt(process.versions.node) < OLDEST_NODE) {
  say(`Crocus needs Node ${OLDEST_NODE} or later, this is ${process.versions.node}`)
  process.exit(1)
}

installPackages()
requireRuntime()
buildPages()
installSubversion()
installBrowser()
installPostgres()

function installPackages() {
  // After a successful check, skip it until the lock file or npm's record of its work changes.
  const stamp = join(root, 'node_modules/.crocus-lock')
  const fingerprint = () =>
    ['package-lock.json', 'node_modules/.package-lock.json']
      .map(file => (existsSync(join(root, file)) ? readFileSync(join(root, file)) : ''))
      .reduce((hash, content) => hash.update(content), createHash('sha256'))
      .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return
  if (!matchesLock()) {
    say('installing the npm packages (npm ci)')
    // The npm that called this script, which may differ from the one on the path.
    const npm = process.env.npm_execpath
    const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']]
    const { status, error } = spawnSync(command, [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      // Types, test runner and linters are part of a checkout, whatever NODE_ENV is.
      env: { ...process.env, npm_config_include: 'dev', npm_config_ignore_scripts: 'false' },
    })
    if (status !== 0) {
      say(`npm ci failed${error ? `: ${error.message}` : ''}; nothing can run without the packages`)
      process.exit(1)
    }
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, fingerprint())
}

/** The lock file brings Node for Linux on x64; on other systems the machine's own Node must be recent enough. */
function requireRuntime() {
  if (existsSync(join(root, 'node_modules/.bin/node')) || Number.parseInt(process.versions.node) >= RUNTIME_NODE) return
  say(`on this machine Crocus needs Node ${RUNTIME_NODE} or later, this is ${process.versions.node}`)
  process.exit(1)
}

/** Whether node_modules matches the lock file, by npm's own record of the installation. */
function matchesLock() {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(packages).every(([path, entry]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return entry.optional === true && !isBuiltForThisMachine(entry)
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

function isBuiltForThisMachine(entry) {
  // A package for one C library is not required: npm decides which library this machine has.
  return entry.os?.includes(platform()) && entry.cpu?.includes(process.arch) && !entry.libc
}

/** Builds the pages if their sources have changed. A failure does not keep the server from starting: its API needs no pages. */
function buildPages() {
  const sources = [
    ...['web', 'client', 'tools/web'].flatMap(filesBelow),
    'vite.config.ts',
    'lingui.config.ts',
    'package-lock.json',
  ]
  const hash = createHash('sha256')
  for (const file of sources) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  const fingerprint = hash.digest('hex')
  const stamp = join(root, 'web/dist/.crocus-sources')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  say('building the pages (npm run build)')
  const own = join(root, 'node_modules/.bin/node')
  const { status, stdout, stderr } = spawnSync(
    existsSync(own) ? own : process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: root, encoding: 'utf8' },
  )
  if (status === 0) return writeFileSync(stamp, fingerprint)
  say(`the pages could not be built; to see why: npm run build\n${stdout}${stderr}`)
}

/**
 * Paths from the root, sorted, without build output.
 * @param {string} folder
 */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter(file => !file.startsWith(join('web', 'dist')))
    .sort()
}

/** Hosting Subversion repositories is optional: a failure here does not keep the server from starting. */
function installSubversion() {
  installWithApt('Subversion hosting stays off', {
    'apache2-bin': '/usr/sbin/apache2',
    'libapache2-mod-svn': '/usr/lib/apache2/modules/mod_dav_svn.so',
    subversion: '/usr/bin/svnadmin',
    curl: '/usr/bin/curl',
  })
}

/** PostgreSQL for the tests of failover and replicas; the server brings its own PostgreSQL. */
function installPostgres() {
  if (!['pretest', 'prefailover'].includes(process.env.npm_lifecycle_event ?? '')) return
  const versions = '/usr/lib/postgresql'
  const found = existsSync(versions)
    ? readdirSync(versions).map(version => join(versions, version, 'bin/pg_basebackup'))
    : []
  // Keeps the package from starting a server on this machine.
  const common = '/etc/postgresql-common'
  if (found.length === 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !existsSync(common)) {
    mkdirSync(common)
    writeFileSync(join(common, 'createcluster.conf'), 'create_main_cluster = false\n')
  }
  installWithApt('the tests of failover and replicas are skipped', {
    postgresql: found.find(file => existsSync(file)) ?? join(versions, 'none'),
  })
}

/** The browser for the tests of the pages; running the server does not need it. */
function installBrowser() {
  if (process.env.npm_lifecycle_event !== 'pretest' || process.env.CHROMIUM) return
  const shell = '/usr/bin/chromium-headless-shell'
  installWithApt('the tests of the pages take twice as long', { 'chromium-headless-shell': shell })
  if (!existsSync(shell)) installWithApt('the tests of the pages are skipped', { chromium: '/usr/bin/chromium' })
}

/**
 * @param {string} consequence of not having them
 * @param {Record<string, string>} packages with a file that each brings
 */
function installWithApt(consequence, packages) {
  const missing = Object.keys(packages).filter(name => !existsSync(packages[name]))
  if (missing.length === 0) return
  const command = `apt-get install --no-install-recommends ${missing.join(' ')}`
  const hasApt = existsSync('/usr/bin/apt-get')
  if (!hasApt || process.getuid?.() !== 0) {
    say(`${consequence}; to change that: ${hasApt ? `sudo ${command}` : `install ${missing.join(', ')}`}`)
    return
  }
  // After a failure (no network) later starts do not try again.
  const failed = join(root, `node_modules/.crocus-apt-failed-${missing[0]}`)
  const RETRY_AFTER_MS = 3_600_000
  if (existsSync(failed) && Date.now() - statSync(failed).mtimeMs < RETRY_AFTER_MS) {
    say(`${consequence}: ${missing.join(', ')} could not be installed; to try again: ${command}`)
    return
  }
  say(`installing system packages (${missing.join(' ')})`)
  if (aptInstall(missing)) {
    if (existsSync(failed)) unlinkSync(failed)
    return
  }
  closeSync(openSync(failed, 'w'))
  say(`${consequence}: ${missing.join(', ')} could not be installed; to try again: ${command}`)
}

/** @param {string[]} packages */
function aptInstall(packages) {
  const options = {
    stdio: /** @type {const} */ (['ignore', 'ignore', 'ignore']),
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const install = () =>
    spawnSync(
      'apt-get',
      ['install', '-y', '-q', '-o', 'Dpkg::Options::=--force-confold', '--no-install-recommends', ...packages],
      options,
    ).status === 0
  // The package lists of a fresh image are empty or old; those of a machine in use are mostly good.
  if (install()) return true
  spawnSync('apt-get', ['update', '-q'], options)
  return install()
}
