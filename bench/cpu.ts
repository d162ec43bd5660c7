// CPU time of process trees, as the kernel counts it (proc_pid_stat(5)).
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface Process {
  readonly pid: number
  readonly parent: number
  /** User and system time of itself and of its children that have ended. */
  readonly ticks: number
}

const readProcess = (pid: number): Process | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold anything; the state follows it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (number: number): number => Number(fields[number - 3])
    return { pid, parent: field(4), ticks: field(14) + field(15) + field(16) + field(17) }
  } catch {
    return undefined // ended while the list was read
  }
}

/** The process `root`, if it lives, and all below it. */
const treeOf = (root: number): Process[] => {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => readProcess(Number(name)))
    .filter(found => found !== undefined)
  const tree = new Set([root])
  // A child can have a lower number than its parent: look until nothing is added.
  for (let size = 0; size !== tree.size;) {
    size = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  return all.filter(({ pid }) => tree.has(pid))
}

export const pidsOfTree = (root: number): number[] => treeOf(root).map(({ pid }) => pid)

/** Milliseconds that the process `root` and all below it have used up to now, ended ones included. */
export const cpuOfTree = (root: number): number => {
  const tree = treeOf(root)
  if (!tree.some(({ pid }) => pid === root)) throw new Error(`process ${root} is not there`)
  const ticks = tree.reduce((sum, found) => sum + found.ticks, 0)
  return (ticks * 1_000) / ticksPerSecond
}
