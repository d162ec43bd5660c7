// The report of a run, in Markdown: for the terminal and for a file.
import { cpus, totalmem } from 'node:os'
import { faultNames, faultOf } from './faults.ts'
import type { SoakResult } from './run.ts'

export const reportOf = (result: SoakResult): string => {
  const { options, findings, faults, operations, counts, servers, skipped } = result
  const requests = operations.reduce((sum, each) => sum + each.count, 0)
  return [
    `# Soak of ${options.minutes} minutes, seed ${options.seed}`,
    `${options.isEmbedded ? 'One server with its embedded database' : `${options.servers} servers on one PostgreSQL`}, ` +
      `${options.workers} processes each, ${options.callers} callers; ${requests} operations, ${faults.length} faults, ` +
      `**${findings.length} findings**. Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ` +
      `${Math.round(totalmem() / 1024 ** 3)} GiB, everything on one machine.`,
    '## Findings',
    findings.length === 0 ? 'None.' : list(findings),
    '## Faults',
    table(
      ['fault', 'times', 'longest outage', 'median outage', 'what it is'],
      faultNames
        .filter(name => faults.some(fault => fault.name === name))
        .map(name => {
          const outages = faults.filter(fault => fault.name === name).map(fault => fault.outageMs)
          outages.sort((left, right) => left - right)
          const median = outages[Math.floor(outages.length / 2)] ?? 0
          return [name, outages.length, seconds(outages.at(-1) ?? 0), seconds(median), faultOf(name).title]
        }),
    ),
    'Outage: longest time in which no caller of any server got an answer (other than an error of the server), from the beginning of a fault to the next one.',
    ...(skipped.length === 0 ? [] : [`Not done:\n\n${list(skipped)}`]),
    '## What callers did',
    table(
      ['operation', 'count', 'answers', 'median', 'slowest'],
      operations.map(({ name, count, answers, times }) => [
        name,
        count,
        timesOf(answers),
        times.count === 0 ? '' : `${Math.round(times.percentile(50))} ms`,
        times.count === 0 ? '' : seconds(times.max),
      ]),
    ),
    '`cut`: the connection ended without an answer. `silent`: none came in 75 s.',
    '## What was checked',
    table(['what', 'number'], Object.entries(counts)),
    '## Servers',
    table(
      ['server', 'starts', 'slowest start', 'most memory of a process', 'errors in its log'],
      servers.map(({ name, starts, slowestStartMs, memory, errors }) => [
        name,
        starts,
        seconds(slowestStartMs),
        `${memory} MiB`,
        timesOf(errors),
      ]),
    ),
    '## Faults in their order',
    table(
      ['at', 'fault', 'took', 'outage', ''],
      faults.map(({ at, name, tookMs, outageMs, detail }) => [
        seconds(at),
        name,
        seconds(tookMs),
        seconds(outageMs),
        detail,
      ]),
    ),
    '',
  ].join('\n\n')
}

const timesOf = (counts: ReadonlyMap<number | string, number>): string =>
  [...counts]
    .toSorted(([left], [right]) => String(left).localeCompare(String(right)))
    .map(([what, times]) => `${what} × ${times}`)
    .join(', ')

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`

const list = (lines: readonly string[]): string => lines.map(line => `- ${line.replaceAll('\n', ' ')}`).join('\n')

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map(row => `| ${row.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
