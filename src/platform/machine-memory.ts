import { totalmem } from 'node:os'

const MIB = 1024 * 1024

/** MiB that this process and those beside it may take: the machine's memory, or less if a container limits it. */
export const machineMegabytes = (): number => {
  const limit = process.constrainedMemory()
  return Math.min(totalmem(), limit > 0 ? limit : Infinity) / MIB
}
