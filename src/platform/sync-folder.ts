import { open } from 'node:fs/promises'

/** Writes the folder itself to the disk: a new name in it survives a power cut only then. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
