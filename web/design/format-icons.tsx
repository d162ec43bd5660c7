// Icons of the formats of a text; only editors load them.
import { icon } from './icons.tsx'

export const IconBold = icon('M4.500 3h4a2.500 2.500 0 0 1 0 5h-4zM4.500 8h4.700a2.500 2.500 0 0 1 0 5H4.500z')
export const IconItalic = icon('M6.500 3h5M4.500 13h5M9.500 3l-3 10')
export const IconCode = icon('M5.500 4.500L2 8l3.500 3.500M10.500 4.500L14 8l-3.500 3.500')
export const IconQuote = icon('M3 3v10M6.500 5H13M6.500 8H13M6.500 11H10')
export const IconMention = icon(
  'M8 10.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM10.500 5.500v3.200a1.600 1.600 0 0 0 3.200 0V8A5.700 5.700 0 1 0 11 12.900',
)
