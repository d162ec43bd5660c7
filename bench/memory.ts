// Memory of processes, as the kernel counts it (proc_pid_status(5)).
import { readFileSync } from 'node:fs'

/** Memory that a process has now, in MiB. */
export const residentMiB = (pid: number): number => statusMiB(pid, 'VmRSS')

/** The most that it ever had. */
export const peakMiB = (pid: number): number => statusMiB(pid, 'VmHWM')

const statusMiB = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
