import { open } from 'node:fs/promises'

/** Flushes the folder itself to the disk: only then a new name in it survives a power cut. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
