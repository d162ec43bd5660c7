import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { number, wholeNumber } from '../tools/command-options.ts'
import { faultNames, type FaultName } from './faults.ts'

export interface SoakOptions {
  readonly minutes: number
  readonly servers: number
  /** Processes of each server that serve requests. */
  readonly workers: number
  readonly callers: number
  readonly seed: number
  readonly faults: readonly FaultName[]
  /** One server with its embedded database, without a proxy between them. */
  readonly isEmbedded: boolean
  /** Folder of all data; undefined = a temporary folder, removed if nothing was found. */
  readonly data: string | undefined
  /** Markdown file of the report. */
  readonly report: string | undefined
}

export const usage = `npm run soak -- [options]: mixed load through random faults, and a check of every acknowledged write
  --minutes N     length of the load (5)
  --servers N     servers on one PostgreSQL (3)
  --workers N     processes of each server (2)
  --callers N     callers at the same time (12)
  --seed S        of the faults and of what callers do; printed at the start
  --faults LIST   of ${faultNames.join(', ')}; "none" for none (all)
  --embedded      one server with its embedded database instead
  --data FOLDER   where everything lies, kept afterwards; must be empty or absent
  --report FILE   the report as Markdown, too`

/** Wrong options are an Error with one sentence. */
export const parseOptions = (args: readonly string[]): SoakOptions | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '5' },
      servers: { type: 'string', default: '3' },
      workers: { type: 'string', default: '2' },
      callers: { type: 'string', default: '12' },
      seed: { type: 'string' },
      faults: { type: 'string' },
      embedded: { type: 'boolean', default: false },
      data: { type: 'string' },
      report: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const isEmbedded = values.embedded
  return {
    minutes: number('--minutes', values.minutes, 0.05, 10_000),
    servers: isEmbedded ? 1 : wholeNumber('--servers', values.servers, 1, 16),
    workers: wholeNumber('--workers', values.workers, 1, 16),
    callers: wholeNumber('--callers', values.callers, 1, 500),
    seed: values.seed === undefined ? randomInt(1, 2 ** 31) : wholeNumber('--seed', values.seed, 1, 2 ** 31 - 1),
    faults: faultsOf(values.faults),
    isEmbedded,
    data: values.data,
    report: values.report,
  }
}

const faultsOf = (text: string | undefined): readonly FaultName[] => {
  if (text === undefined) return faultNames
  if (text === 'none') return []
  return text.split(',').map(given => {
    const name = faultNames.find(known => known === given.trim())
    if (name === undefined) throw new Error(`--faults takes ${faultNames.join(', ')} and none, not "${given}".`)
    return name
  })
}
