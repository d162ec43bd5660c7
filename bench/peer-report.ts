import type { LoadFigures } from './measure-load.ts'
import { peerOperations, type PeerOperationName, type Side } from './peer-operations.ts'
import { cpuOf, median, tableOf, type Column } from './report.ts'

/** One side of an operation at one concurrency in one round. */
export interface PeerMeasurement extends LoadFigures {
  readonly round: number
  readonly name: PeerOperationName
  readonly side: Side
  readonly concurrency: number
}

/** Of the rounds. */
interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** Medians over the rounds. */
interface SideFigures {
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpu: number
}

export interface PeerRow extends Readonly<Record<Side, SideFigures>> {
  readonly name: PeerOperationName
  readonly concurrency: number
  /** How many times less CPU a request of ours takes, and how many times more of them are answered. */
  readonly cpuRatio: Spread
  readonly wallRatio: Spread
}

const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
})

export const summarisePeer = (
  measurements: readonly PeerMeasurement[],
  names: readonly PeerOperationName[],
  concurrencies: readonly number[],
): PeerRow[] =>
  names.flatMap(name =>
    concurrencies.map(concurrency => {
      const cell = measurements.filter(it => it.name === name && it.concurrency === concurrency)
      const of = (side: Side): PeerMeasurement[] => cell.filter(it => it.side === side)
      const figures = (side: Side): SideFigures => ({
        requestsPerSecond: median(of(side).map(it => it.requestsPerSecond)),
        p50: median(of(side).map(it => it.p50)),
        p99: median(of(side).map(it => it.p99)),
        cpu: median(of(side).map(cpuOf)),
      })
      // Round by round: what disturbs the machine for a while disturbs both.
      const ratios = (figure: (crocus: LoadFigures, redmine: LoadFigures) => number): Spread =>
        spreadOf(
          of('crocus').flatMap(own => {
            const other = of('redmine').find(it => it.round === own.round)
            return other ? [figure(own, other)] : []
          }),
        )
      return {
        name,
        concurrency,
        crocus: figures('crocus'),
        redmine: figures('redmine'),
        cpuRatio: ratios((crocus, redmine) => cpuOf(redmine) / cpuOf(crocus)),
        wallRatio: ratios((crocus, redmine) => crocus.requestsPerSecond / redmine.requestsPerSecond),
      }
    }),
  )

const columnsOf = (side: Side, title: string): Column<PeerRow>[] => [
  { title: `${title} req/s`, text: row => row[side].requestsPerSecond.toFixed(side === 'redmine' ? 1 : 0) },
  { title: 'p50 ms', text: row => row[side].p50.toFixed(side === 'redmine' ? 0 : 1) },
  { title: 'p99 ms', text: row => row[side].p99.toFixed(side === 'redmine' ? 0 : 1) },
  { title: 'CPU ms', text: row => row[side].cpu.toFixed(side === 'redmine' ? 1 : 3) },
]

const times = ({ median: middle, min, max }: Spread): string =>
  `${middle.toFixed(0)} × (${min.toFixed(0)}–${max.toFixed(0)})`

const columns: readonly Column<PeerRow>[] = [
  { title: 'operation', text: row => peerOperations[row.name].title, isLeft: true },
  { title: 'c', text: row => String(row.concurrency) },
  ...columnsOf('crocus', 'Crocus'),
  ...columnsOf('redmine', 'Redmine'),
  { title: 'by CPU (rounds)', text: row => times(row.cpuRatio) },
  {
    title: 'goal',
    text: ({ name, cpuRatio }) => {
      const { goal } = peerOperations[name]
      return `≥ ${goal} × ${cpuRatio.median >= goal ? 'reached' : 'missed'}`
    },
  },
  { title: 'by req/s (rounds)', text: row => times(row.wallRatio) },
]

export const peerTable = (rows: readonly PeerRow[]): string => tableOf(columns, rows)
