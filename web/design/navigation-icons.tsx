// Icons of the navigations of accounts and administrations.
import { icon } from './icons.tsx'

export const IconApplications = icon('M2.500 2.500h4v4h-4zM9.500 2.500h4v4h-4zM2.500 9.500h4v4h-4zM9.500 9.500h4v4h-4z')
export const IconWebhook = icon('M9 2L3.500 9H8l-1 5 5.500-7H8z')
export const IconAudit = icon(
  'M8 1.800l5 2v4c0 3-2 5.200-5 6.400-3-1.200-5-3.400-5-6.400v-4zM5.800 7.800l1.600 1.700 2.900-3',
)
export const IconHealth = icon('M1.500 8.500H5l1.500-4.500 3 8.500L11 8.500h3.500')
export const IconPerson = icon(
  'M8 8a2.700 2.700 0 1 0 0-5.400A2.700 2.700 0 0 0 8 8zM3 13.800c.4-2.800 2.400-4.300 5-4.300s4.600 1.500 5 4.300',
)
export const IconKey = icon('M9.500 6.500a3.200 3.200 0 1 1-2 2.900L3 14M5 12l1.500 1.500M9.500 6.500L13 3M11 3h2v2')
export const IconShield = icon('M8 2l5 2v4c0 3-2 5-5 6.500C5 13 3 11 3 8V4zM5.800 8l1.600 1.600L10.400 6.400')
export const IconDevice = icon('M2.500 3.500h11v7h-11zM6 13.500h4M8 10.500v3')
export const IconGroups = icon(
  'M5 6.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM11 6.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM1.500 13c.2-2.600 1.600-4 3.500-4s3.300 1.400 3.500 4M9.700 9.300c.4-.2.800-.3 1.300-.3 1.900 0 3.300 1.400 3.500 4',
)
export const IconText = icon('M3 3.500h10M3 6.500h10M3 9.500h10M3 12.500h6')
export const IconSwitches = icon(
  'M2 5h6M12 5h2M2 11h2M8 11h6M10 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6 13a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
)
export const IconAppearance = icon('M8 13.500A5.500 5.500 0 1 0 8 2.500zM8 2.500a5.500 5.500 0 1 1 0 11')
