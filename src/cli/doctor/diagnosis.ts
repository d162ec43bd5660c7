import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../platform/errors.ts'

export type Status = 'ok' | 'warning' | 'problem'

/** The result of one check. */
export interface Finding {
  readonly status: Status
  readonly message: string
  /** The remedy. */
  readonly advice?: string
}

/** Findings of one check, by the name of the checked part. */
export interface Diagnosis extends Finding {
  readonly check: string
}

export interface Check {
  readonly name: string
  run(): Promise<readonly Finding[]>
}

export const ok = (message: string): Finding => ({ status: 'ok', message })
export const warning = (message: string, advice: string): Finding => ({ status: 'warning', message, advice })
export const problem = (message: string, advice: string): Finding => ({ status: 'problem', message, advice })

/** The reason of a thrown error: refusals are already sentences. */
export const reasonOf = (error: unknown): string => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return (first instanceof Error ? first.message : String(first)).replaceAll(/\s*\n\s*/g, ' ')
}

const CHECK_TIMEOUT_MS = 15_000

/** Runs the checks one by one, each with a time limit. A check that throws or hangs becomes a problem and delays no other check. */
export const runChecks = async (
  checks: readonly Check[],
  onDone: (diagnoses: readonly Diagnosis[]) => void = () => undefined,
  withinMs = CHECK_TIMEOUT_MS,
): Promise<Diagnosis[]> => {
  const all: Diagnosis[] = []
  for (const check of checks) {
    const over = new AbortController()
    const late = sleep(withinMs, undefined, { signal: over.signal }).then(() => [
      problem(
        `no result within ${withinMs / 1000} s`,
        'Find out what it waits for: the disk, the network, or locks in the database.',
      ),
    ])
    const failed = (error: unknown): Finding[] => [
      problem(
        reasonOf(error),
        error instanceof Refusal ? 'Mend that, then call crocus doctor again.' : 'This check could not be done.',
      ),
    ]
    const findings = await Promise.race([check.run().catch(failed), late]).finally(() => over.abort())
    late.catch(() => undefined)
    const diagnoses = findings.map(finding => ({ check: check.name, ...finding }))
    all.push(...diagnoses)
    onDone(diagnoses)
  }
  return all
}
