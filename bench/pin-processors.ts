// The processors of this machine, divided between what is measured and what asks it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { pidsOfTree } from './cpu.ts'

const TASKSET = '/usr/bin/taskset'

export interface ProcessorHalves {
  readonly measured: readonly number[]
  readonly asking: readonly number[]
}

/** Undefined where there is nothing to divide. */
export const splitProcessors = (): ProcessorHalves | undefined => {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  const all = list.split(',').flatMap(range => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  if (all.length < 2 || !existsSync(TASKSET)) return undefined
  return { measured: all.slice(0, Math.ceil(all.length / 2)), asking: all.slice(Math.ceil(all.length / 2)) }
}

/** From now on a process, all below it and whatever they start run on these processors. */
export const pinTreeTo = (processors: readonly number[], pid: number): void => {
  for (const each of pidsOfTree(pid)) pinTo(processors, each)
}

const pinTo = (processors: readonly number[], pid: number): void => {
  const set = (): void =>
    void execFileSync(TASKSET, ['-a', '-c', '-p', processors.join(','), String(pid)], { stdio: 'pipe' })
  try {
    set()
  } catch {
    // A thread that ended meanwhile keeps it from the others; a process that ended needs none.
    if (existsSync(`/proc/${pid}`)) set()
  }
}
