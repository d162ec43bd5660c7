import type { LoadFigures } from './measure-load.ts'
import { operations, type OperationName } from './operations.ts'

/** One operation at one concurrency, once. */
export interface Measurement extends LoadFigures {
  readonly operation: OperationName
  readonly concurrency: number
  /** The operation's limit, measured right before it: what disturbs the machine for a while disturbs both. */
  readonly limit?: Measurement | undefined
}

/** Medians over the rounds. */
export interface Row {
  readonly operation: OperationName
  readonly concurrency: number
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpu: number
  readonly serverCpu: number
  readonly databaseCpu: number
  /** CPU milliseconds per request of what follows from it, server and database; the same at each concurrency. */
  readonly backgroundCpu: number | undefined
  /** Share of the limit that is reached, by CPU per request; median, lowest, highest of the rounds. */
  readonly ratio: { readonly median: number; readonly min: number; readonly max: number } | undefined
  readonly wallRatio: number | undefined
  readonly roundTrips: number | undefined
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

export const cpuOf = ({ serverCpu, databaseCpu }: LoadFigures): number => serverCpu + databaseCpu

export const summarise = (
  measurements: readonly Measurement[],
  names: readonly OperationName[],
  concurrencies: readonly number[],
  { roundTrips, afterwards }: Readonly<Record<'roundTrips' | 'afterwards', ReadonlyMap<OperationName, number>>>,
): Row[] => {
  const all = measurements.flatMap(one => (one.limit ? [one.limit, one] : one))
  return names.flatMap(operation =>
    concurrencies.map(concurrency => {
      const own = all.filter(found => found.operation === operation && found.concurrency === concurrency)
      const of = (figure: (measurement: Measurement) => number): number => median(own.map(figure))
      const ratios = (figure: (own: LoadFigures, limit: LoadFigures) => number): number[] =>
        own.flatMap(one => (one.limit ? [figure(one, one.limit)] : []))
      const cpuRatios = ratios((one, limit) => cpuOf(limit) / cpuOf(one))
      const wallRatios = ratios((one, limit) => one.requestsPerSecond / limit.requestsPerSecond)
      return {
        operation,
        concurrency,
        requestsPerSecond: of(one => one.requestsPerSecond),
        p50: of(one => one.p50),
        p99: of(one => one.p99),
        cpu: of(cpuOf),
        serverCpu: of(one => one.serverCpu),
        databaseCpu: of(one => one.databaseCpu),
        backgroundCpu: afterwards.get(operation),
        ratio:
          cpuRatios.length > 0
            ? { median: median(cpuRatios), min: Math.min(...cpuRatios), max: Math.max(...cpuRatios) }
            : undefined,
        wallRatio: wallRatios.length > 0 ? median(wallRatios) : undefined,
        roundTrips: roundTrips.get(operation),
      }
    }),
  )
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

export interface Column<Row> {
  readonly title: string
  readonly text: (row: Row) => string
  readonly isLeft?: true
}

const columns: readonly Column<Row>[] = [
  { title: 'operation', text: row => operations[row.operation].title, isLeft: true },
  { title: 'c', text: row => String(row.concurrency) },
  { title: 'req/s', text: row => row.requestsPerSecond.toFixed(0) },
  { title: 'p50 ms', text: row => row.p50.toFixed(2) },
  { title: 'p99 ms', text: row => row.p99.toFixed(2) },
  { title: 'CPU ms', text: row => row.cpu.toFixed(3) },
  { title: 'server', text: row => row.serverCpu.toFixed(3) },
  { title: 'database', text: row => row.databaseCpu.toFixed(3) },
  { title: 'afterwards', text: row => row.backgroundCpu?.toFixed(3) ?? '' },
  { title: 'of limit, CPU', text: row => (row.ratio ? percent(row.ratio.median) : '') },
  {
    title: '(rounds)',
    text: row => (row.ratio ? `${Math.round(row.ratio.min * 100)}–${percent(row.ratio.max)}` : ''),
  },
  {
    title: 'goal',
    text: row => {
      const { goal } = operations[row.operation]
      return goal === undefined || !row.ratio
        ? ''
        : `≥ ${percent(goal)} ${row.ratio.median >= goal ? 'reached' : 'missed'}`
    },
  },
  { title: 'of limit, req/s', text: row => (row.wallRatio === undefined ? '' : percent(row.wallRatio)) },
  { title: 'round trips', text: row => (row.roundTrips === undefined ? '' : String(row.roundTrips)) },
]

export const table = (rows: readonly Row[]): string => tableOf(columns, rows)

export const tableOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const lines = [columns.map(column => column.title), ...rows.map(row => columns.map(column => column.text(row)))]
  const widths = columns.map((_, index) => Math.max(...lines.map(line => line[index]?.length ?? 0)))
  const pad = (text: string, index: number): string =>
    columns[index]?.isLeft ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0)
  const text = lines.map(line => line.map(pad).join('  ').trimEnd())
  const rule = widths.map(width => '-'.repeat(width)).join('  ')
  return [text[0], rule, ...text.slice(1)].join('\n')
}
