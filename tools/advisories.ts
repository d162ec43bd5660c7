// `npm audit` for CI: fails on serious advisories about packages of the server. Where the registry does not answer, it says so and passes.
import { spawnSync } from 'node:child_process'

interface AuditReport {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly name: string; readonly severity: string }>>
}

const SERIOUS: ReadonlySet<string> = new Set(['high', 'critical'])

/** The serious advisories of a report of `npm audit --json`; undefined: the registry gave none. */
export const seriousAdvisories = (report: string): string[] | undefined => {
  let parsed: AuditReport
  try {
    parsed = JSON.parse(report) as AuditReport
  } catch {
    return undefined
  }
  if (!parsed.metadata?.vulnerabilities) return undefined
  return Object.values(parsed.vulnerabilities ?? {})
    .filter(({ severity }) => SERIOUS.has(severity))
    .map(({ name, severity }) => `${name}: ${severity}`)
}

const main = (): void => {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { encoding: 'utf8', timeout: 60_000 })
  const advisories = seriousAdvisories(stdout ?? '')
  if (advisories === undefined)
    return console.log('not checked: the registry does not answer questions about advisories')
  for (const advisory of advisories) console.error(advisory)
  if (advisories.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
