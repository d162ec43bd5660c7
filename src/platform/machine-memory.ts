import { totalmem } from 'node:os'

const MIB = 1024 * 1024

/** MiB that this process and all beside it may take: the machine's, or less where a container limits them. */
export const machineMegabytes = (): number => {
  const limit = process.constrainedMemory()
  return Math.min(totalmem(), limit > 0 ? limit : Infinity) / MIB
}
