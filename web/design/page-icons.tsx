// Icons that single pages need; the header loads the others.
import { icon } from './icons.tsx'

export const IconClock = icon('M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.500V8l2.500 1.500')
export const IconFile = icon('M4 1.500h5L12.500 5v9.500H4zM9 1.500V5h3.500')
export const IconPause = icon('M5.500 3v10M10.500 3v10')
export const IconPlay = icon('M4.500 2.500L13 8l-8.500 5.500z')
export const IconRetry = icon('M13 8a5 5 0 1 1-1.500-3.500M13 2v3h-3')
export const IconLock = icon('M4 7h8v6.500H4zM5.500 7V5a2.500 2.500 0 0 1 5 0v2')
export const IconComment = icon('M2.500 3h11v8H8l-3 2.500V11H2.500z')
export const IconLink = icon(
  'M6.500 9.500l3-3M7.500 4.500l1-1a2.800 2.800 0 0 1 4 4l-1 1M8.500 11.500l-1 1a2.800 2.800 0 0 1-4-4l1-1',
)
export const IconAttach = icon(
  'M12.500 7.500L7.500 12.500a3 3 0 0 1-4.300-4.300l5.500-5.500a2 2 0 0 1 2.900 2.900L6.200 11',
)
export const IconTracker = icon('M2.500 4h1M6 4h7.500M2.500 8h1M6 8h7.500M2.500 12h1M6 12h7.500')
export const IconStatus = icon('M8 13.500A5.500 5.500 0 1 0 8 2.500a5.500 5.500 0 0 0 0 11z')
export const IconPlanning = icon('M2.500 3h4v10h-4zM9.500 3h4v6h-4zM9.500 11.500h4')
export const IconKanban = icon('M2.500 2.500h3v11h-3zM6.700 2.500h3v7h-3zM10.900 2.500h2.600v9h-2.600z')
export const IconRoadmap = icon('M2 4h7M5 8h7M8 12h6')
export const IconPeople = icon(
  'M6 7.500a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600zM1.800 13c.3-2.500 1.900-4 4.200-4s3.900 1.500 4.200 4M10.500 3.200a2.200 2.200 0 0 1 0 4.200M12 9.300c1.300.5 2 1.800 2.200 3.700',
)
export const IconBranch = icon(
  'M4.500 5.500v5M4.500 5.500a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400zM4.500 13.900a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400zM11.500 6.500a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400zM11.500 6.500c0 2.500-3 2.300-5.500 3.500',
)
export const IconPin = icon('M6 2h4l-.5 4.500 2 2.500h-7l2-2.500zM8 9v5')
export const IconExpand = icon('M9.500 2.500h4v4M6.500 13.500h-4v-4M13.500 2.500L9 7M2.500 13.500L7 9')
export const IconEye = icon(
  'M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
)
export const IconFilter = icon('M2 4.500h12M4.500 8h7M6.500 11.500h3')
