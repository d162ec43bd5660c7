// Which layer of the commands is open: the palette, or the sheet of shortcuts.
import { useSyncExternalStore } from 'react'

export type Layer = 'palette' | 'shortcuts' | undefined

let layer: Layer
const listeners = new Set<() => void>()

export const openLayer = (next: Layer): void => {
  layer = next
  for (const listener of listeners) listener()
}
export const openPalette = (): void => openLayer('palette')

export const useLayer = (): Layer =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => layer,
  )
