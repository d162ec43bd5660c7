// One measurement: what the load generator saw, and the CPU time of the server and the database meanwhile.
import { cpuOfTree } from './cpu.ts'
import type { LoadOrder } from './load-process.ts'
import type { LoadGenerator } from './processes.ts'

export interface LoadFigures {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  /** CPU milliseconds per request. */
  readonly serverCpu: number
  readonly databaseCpu: number
}

export interface MeasuredServer {
  readonly url: string
  /** Process ids; each with all below it. */
  readonly pid: number
  readonly databasePid: number
}

/** An answer with another status than the expected one ends the run; `title` names the operation then. */
export const measureLoad = async (
  load: LoadGenerator,
  { url, pid, databasePid }: MeasuredServer,
  title: string,
  order: Omit<LoadOrder, 'url'>,
): Promise<LoadFigures> => {
  const before = [cpuOfTree(pid), cpuOfTree(databasePid)] as const
  const result = await load.run({ ...order, url })
  const after = [cpuOfTree(pid), cpuOfTree(databasePid)] as const
  if (after[0] < before[0] || after[1] < before[1])
    throw new Error(`${title}: a process that counted is no child of the server any more`)
  const faults = Object.entries(result.faults).map(([status, count]) => `${count} × ${status}`)
  if (faults.length > 0 || result.requests === 0) {
    const what = faults.length > 0 ? `wrong answers among ${result.requests}: ${faults.join(', ')}` : 'no answers'
    throw new Error(`${title}, concurrency ${order.connections}: ${what}`)
  }
  return {
    requests: result.requests,
    requestsPerSecond: result.requestsPerSecond,
    p50: result.p50,
    p99: result.p99,
    serverCpu: (after[0] - before[0]) / result.requests,
    databaseCpu: (after[1] - before[1]) / result.requests,
  }
}
