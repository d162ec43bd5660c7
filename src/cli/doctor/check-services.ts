import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { probeBucket, sampleContents, type ContentStore } from '../../modules/files/index.ts'
import type { S3Settings } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { missingSvnPackages } from '../../platform/health.ts'
import { verifySmtp } from '../../platform/mail/smtp-transport.ts'
import type { TracingSettings } from '../../platform/tracing/settings.ts'
import { ok, problem, reasonOf, warning, type Finding } from './diagnosis.ts'

const run = promisify(execFile)

const WRONG_CLOCK_MS = 60_000
const SAMPLE = 200
const MAX_WAITING_MAILS = 100

/** Writes, reads and erases a test object. */
export const checkBucket = async (settings: S3Settings): Promise<Finding[]> => {
  const { clockLeadMs } = await probeBucket(settings)
  const findings = [ok(`Objects of the bucket ${settings.bucket} can be written, read and erased`)]
  if (clockLeadMs !== undefined && Math.abs(clockLeadMs) > WRONG_CLOCK_MS)
    findings.push(
      warning(
        `The clock of the S3 server differs by ${Math.round(Math.abs(clockLeadMs) / 1000)} s from the one of this machine`,
        'Keep this machine at the right time (NTP): from 15 minutes on every request is refused.',
      ),
    )
  return findings
}

/** Checks the contents of some files, the newest among them: whether they exist and have their length. */
export const checkContents = async (db: Db, contents: ContentStore): Promise<Finding[]> => {
  const { looked, missing } = await sampleContents({ db, contents })(SAMPLE)
  return missing.length === 0
    ? [ok(looked === 0 ? 'There are no files yet' : `The contents of ${looked} files are there`)]
    : [
        problem(
          `Of ${looked} files ${missing.length} have lost their content or a part of it: ${missing.slice(0, 5).join(', ')}`,
          'crocus files verify looks at all of them; take the contents from a backup.',
        ),
      ]
}

/** Connects and signs in, and sends nothing. Without a mail server: counts the mails in the outbox. */
export const checkMail = async (smtpUrl: string | undefined, sharedFolder: string): Promise<Finding[]> => {
  if (smtpUrl === undefined) {
    const waiting = (await readdir(path.join(sharedFolder, 'outbox')).catch(() => [])).filter(name =>
      name.endsWith('.eml'),
    )
    const advice = 'Set CROCUS_SMTP_URL: people wait for mails about passwords and artifacts.'
    return waiting.length >= MAX_WAITING_MAILS
      ? [warning(`No mail server is set, and ${waiting.length} mails lie in the outbox`, advice)]
      : [
          waiting.length > 0
            ? warning(`No mail server is set: ${waiting.length} mails lie in the outbox`, advice)
            : ok('No mail server is set; the outbox is empty'),
        ]
  }
  const { host } = new URL(smtpUrl)
  try {
    await verifySmtp(smtpUrl)
    return [ok(`The mail server ${host} lets us in`)]
  } catch (error) {
    const { command, code } = error as { command?: string; code?: string }
    const isSignIn = code === 'EAUTH' || command?.startsWith('AUTH') === true
    return [
      problem(
        `The mail server ${host} ${isSignIn ? 'refuses the user and password' : 'cannot be used'}: ${reasonOf(error)}`,
        'Correct CROCUS_SMTP_URL; mails wait for two days, then they are given up.',
      ),
    ]
  }
}

/** Sends an empty batch of spans. Any fault here affects only traces. */
export const checkCollector = async ({ url, headers }: TracingSettings): Promise<Finding[]> => {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      redirect: 'manual',
      signal: AbortSignal.timeout(COLLECTOR_WITHIN_MS),
    })
    await response.body?.cancel()
  } catch (error) {
    return [
      warning(
        `The collector of traces ${url} does not answer: ${reasonOf((error as Error).cause ?? error)}`,
        'Start it, or correct OTEL_EXPORTER_OTLP_ENDPOINT; until then spans are dropped.',
      ),
    ]
  }
  const { status, ok: isTaken } = response
  if (isTaken) return [ok(`The collector of traces ${url} takes what it is sent`)]
  return [
    status === 401 || status === 403
      ? warning(
          `The collector of traces ${url} does not let us in (${status})`,
          'Correct OTEL_EXPORTER_OTLP_HEADERS; until then spans are dropped.',
        )
      : warning(
          `${url} does not take traces (${status})`,
          'Name the port for OTLP over HTTP (4318 as a rule, 4317 is that for gRPC) by OTEL_EXPORTER_OTLP_ENDPOINT; until then spans are dropped.',
        ),
  ]
}

const COLLECTOR_WITHIN_MS = 5_000

const APACHE = '/usr/sbin/apache2'
const MODULES = ['mod_dav.so', 'mod_dav_svn.so', 'mod_authz_svn.so'].map(name => `/usr/lib/apache2/modules/${name}`)

export const checkSvn = async (sharedFolder: string): Promise<Finding[]> => {
  const missing = missingSvnPackages()
  if (missing.length > 0)
    return [
      warning(
        `Repositories are off: the packages ${missing.join(', ')} are missing`,
        `apt-get install --no-install-recommends ${missing.join(' ')}`,
      ),
    ]
  const findings: Finding[] = []
  const absent = []
  for (const file of MODULES) if (!(await stat(file).catch(() => undefined))) absent.push(file)
  if (absent.length > 0)
    findings.push(
      problem(
        `Modules of Apache are missing: ${absent.join(', ')}`,
        'apt-get install --reinstall libapache2-mod-svn apache2-bin',
      ),
    )
  const [subversion, apache] = await Promise.all([
    run('/usr/bin/svnadmin', ['--version', '--quiet'], { timeout: 5_000 }),
    run(APACHE, ['-v'], { timeout: 5_000 }),
  ])
  findings.push(ok(`Subversion ${subversion.stdout.trim()}, ${/Apache\/[\d.]+/.exec(apache.stdout)?.[0] ?? 'Apache'}`))
  return [...findings, ...(await checkHooks(path.join(sharedFolder, 'svn')))]
}

/** Without its hooks a repository would accept every commit, and the server would not notice it. */
const checkHooks = async (root: string): Promise<Finding[]> => {
  const repositories: string[] = []
  for (const project of await readdir(path.join(root, 'repositories')).catch(() => []))
    for (const name of await readdir(path.join(root, 'repositories', project)).catch(() => []))
      repositories.push(path.join(root, 'repositories', project, name))
  if (repositories.length === 0) return []
  const broken: string[] = []
  for (const repository of repositories) {
    // Follows the link to the shared program.
    const hook = await stat(path.join(repository, 'hooks', 'pre-commit')).catch(() => undefined)
    if (!hook || (hook.mode & 0o111) === 0) broken.push(repository)
  }
  return broken.length === 0
    ? [ok(`The hooks of ${repositories.length} repositories are in place`)]
    : [
        problem(
          `Hooks are missing in ${broken.slice(0, 5).join(', ')}`,
          'Start the server, which writes them, then: crocus svn verify.',
        ),
      ]
}

/** The server itself, and the address that clients use. */
export const checkAddress = async (
  isRunning: boolean,
  local: string | undefined,
  publicUrl: string | undefined,
): Promise<Finding[]> => {
  if (!isRunning) return [ok('No server runs on this data folder')]
  const findings: Finding[] = []
  if (local !== undefined) {
    const found = await healthOf(local)
    if (typeof found === 'string')
      findings.push(
        problem(
          `A server runs, but ${local} does not answer (${found})`,
          'Look into its log; is it HOST and PORT of this environment?',
        ),
      )
    else if (found.status !== 'ok')
      findings.push(problem(`The server says: database ${found.database}`, 'See to the database.'))
    else {
      findings.push(ok(`The server at ${local} answers`))
      if (found.svn?.startsWith('off') === true)
        findings.push(warning(`The server says: Subversion is ${found.svn}`, 'Mend that, then start the server again.'))
    }
  }
  if (publicUrl !== undefined && publicUrl !== '') {
    const found = await healthOf(publicUrl)
    if (typeof found === 'string')
      findings.push(
        warning(
          `The public address ${publicUrl} does not answer from here (${found})`,
          'See to the server in front and to CROCUS_PUBLIC_URL (or the setting public_url); if only clients elsewhere can reach it, all is well.',
        ),
      )
    else findings.push(ok(`The public address ${publicUrl} answers`))
  }
  return findings
}

interface Health {
  readonly status?: string
  readonly database?: string
  readonly svn?: string
}

const healthOf = async (address: string): Promise<Health | string> => {
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(4_000), redirect: 'manual' })
    const text = await response.text()
    if (!text.startsWith('{')) return `it answers ${response.status}, but not as Crocus does`
    return JSON.parse(text) as Health
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return reasonOf(cause ?? error)
  }
}
