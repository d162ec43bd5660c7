// Data of the kernel on the processes of a run.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const statusOf = (pid: number): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return undefined
  }
}

/** A process that has ended but was not waited for is no longer living. */
export const isLiving = (pid: number): boolean => {
  const status = statusOf(pid)
  return status !== undefined && !/^State:\s*[ZX]/m.test(status)
}

export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => new RegExp(`^PPid:\\s*${parent}$`, 'm').test(statusOf(pid) ?? ''))

export const treeOf = (root: number): number[] => [root, ...childrenOf(root).flatMap(treeOf)]

export const nameOf = (pid: number): string => /^Name:\s*(.*)$/m.exec(statusOf(pid) ?? '')?.[1] ?? ''

/** MiB of memory that a process holds. */
export const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s*(\d+) kB$/m.exec(statusOf(pid) ?? '')?.[1] ?? 0) / 1024

export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Suspends processes for a while, and always resumes them. */
export const pause = async (pids: readonly number[], milliseconds: number): Promise<void> => {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  await sleep(milliseconds).finally(() => {
    for (const pid of [...pids].reverse()) signal(pid, 'SIGCONT')
  })
}

/** True as soon as the condition holds; false after the time limit. */
export const until = async (
  isSo: () => boolean | Promise<boolean>,
  milliseconds: number,
  pauseMs = 50,
): Promise<boolean> => {
  for (const end = Date.now() + milliseconds; ;) {
    if (await isSo()) return true
    if (Date.now() > end) return false
    await sleep(pauseMs)
  }
}
