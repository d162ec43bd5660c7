// The open layer of the commands: the palette, or the sheet of shortcuts.
import { createPageValue, usePageValue } from '../design/page-value.ts'

export type Layer = 'palette' | 'shortcuts' | undefined

const layer = createPageValue<Layer>(undefined)

export const openLayer = layer.set
export const openPalette = (): void => openLayer('palette')

export const useLayer = (): Layer => usePageValue(layer)
