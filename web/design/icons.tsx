import type { ReactNode } from 'react'

/** Drawn on 16 × 16, in the colour of the text; the text beside the icon, or the label of its button, gives the meaning. */
const Icon = ({ children }: { readonly children: ReactNode }) => (
  <svg
    viewBox="0 0 16 16"
    width={16}
    height={16}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
)

/** A component for a path. */
export const icon = (path: string) => () => (
  <Icon>
    <path d={path} />
  </Icon>
)

export const IconMenu = icon('M2 4h12M2 8h12M2 12h12')
export const IconMore = icon('M3 7.750v.500M8 7.750v.500M13 7.750v.500M2.750 8h.500M7.750 8h.500M12.750 8h.500')
export const IconClose = icon('M3.500 3.500l9 9M12.500 3.500l-9 9')
export const IconCheck = icon('M3 8.500l3.500 3.500L13 4.500')
export const IconCopy = icon('M5.500 5.500v-3h8v8h-3M2.500 5.500h8v8h-8z')
export const IconChevronDown = icon('M4 6l4 4 4-4')
export const IconChevronUp = icon('M4 10l4-4 4 4')
export const IconChevronLeft = icon('M10 4L6 8l4 4')
export const IconChevronRight = icon('M6 4l4 4-4 4')
export const IconPlus = icon('M8 3v10M3 8h10')
export const IconWarning = icon('M8 2l6.500 11.500h-13zM8 6.500v3M8 11.500v.01')
export const IconSearch = icon('M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.700 10.700L14 14')
export const IconTrash = icon('M2.500 4h11M6 4V2.500h4V4M4 4l.7 9.500h6.600L12 4M6.700 7v4M9.300 7v4')
export const IconEdit = icon('M10.500 3l2.500 2.500L5.500 13H3v-2.500z')
export const IconExternal = icon('M6.500 3h-4v10.500H13v-4M9.500 2.500h4v4M13.500 2.500L7.500 8.500')
export const IconHome = icon('M2.500 7.500L8 2.500l5.500 5V13.500h-4v-4h-3v4h-4z')
export const IconInbox = icon('M2.500 9.500l2-6.500h7l2 6.500v3.500h-11zM2.500 9.500h3l1 1.500h3l1-1.500h3')
export const IconFolder = icon('M2 4h4l1.500 1.500H14v7H2z')
export const IconSettings = icon(
  'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 1.800v1.700M8 12.500v1.700M14.200 8h-1.700M3.500 8H1.800M12.400 3.600l-1.200 1.200M4.800 11.200l-1.200 1.200M12.400 12.400l-1.200-1.200M4.800 4.800L3.600 3.600',
)
export const IconHelp = icon(
  'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.300 6.300a1.800 1.800 0 1 1 2.500 1.700c-.6.3-.8.6-.8 1.200M8 11.200v.01',
)
export const IconFold = icon('M10 4L6 8l4 4M3 3v10')
export const IconUnfold = icon('M6 4l4 4-4 4M13 3v10')
