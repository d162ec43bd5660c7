// Icons of the kinds of form elements; only the settings of a tracker load them.
import { icon } from './icons.tsx'

export const IconGrip = icon('M6 3.500v.01M10 3.500v.01M6 8v.01M10 8v.01M6 12.500v.01M10 12.500v.01')
export const IconLetter = icon('M3.500 3.500h9M8 3.500v9.500')
export const IconLines = icon('M2.500 4h11M2.500 8h11M2.500 12h7')
export const IconNumber = icon('M6 2.500l-1 11M11 2.500l-1 11M3 5.500h11M2.500 10.500h11')
export const IconSum = icon('M12 3.500V2.500H4L8.500 8 4 13.500h8v-1')
export const IconCalendar = icon('M2.500 3.500h11v10h-11zM2.500 6.500h11M5.500 2v3M10.500 2v3')
export const IconChoice = icon('M2.500 4.500h11v7h-11zM9 7.500l1.200 1.200L11.500 7.500')
export const IconRadio = icon(
  'M8 13.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11zM8 9.200a1.200 1.200 0 1 0 0-2.400 1.200 1.200 0 0 0 0 2.400z',
)
export const IconBoxes = icon('M2.500 3h3.500v3.500H2.500zM2.500 9.500h3.500V13H2.500zM8.500 4.700h5M8.500 11.200h5')
export const IconTag = icon('M2.500 2.500h5.500l5.500 5.500-5.500 5.500-5.500-5.500zM5.500 5.500v.01')
export const IconSteps = icon('M3 3h4v4H3zM9 9h4v4H9zM5 7v4h4')
export const IconColumns = icon('M2.500 3h11v10h-11zM6.200 3v10M9.800 3v10')
export const IconFieldset = icon('M2.500 3h11v10h-11zM2.500 6h11')
export const IconChart = icon('M2.500 13.500h11M4.500 13.500v-5M8 13.500v-10M11.500 13.500v-7')
export const IconSeparator = icon('M2.500 8h11')
export const IconMove = icon('M2.500 8h11M10 4.500L13.500 8 10 11.500')
