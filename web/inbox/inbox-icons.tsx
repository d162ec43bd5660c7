import { icon } from '../design/icons.tsx'

export const IconUnread = icon('M2.500 4h11v8h-11zM2.500 4.500L8 9l5.500-4.500')
