import { isBuiltInGroup, isStaticGroup } from '../projects/index.ts'

const NAMED_SOURCES: ReadonlySet<string> = new Set([
  'group_members',
  'group_admins',
  'artifact_submitters',
  'artifact_modifiers',
])

/** The number in `ugroup_<n>`, whether or not there is such a group. */
export const groupOfSource = (source: string): number | undefined => {
  const number = /^ugroup_(\d+)$/.exec(source)?.[1]
  return number === undefined ? undefined : Number(number)
}

/**
 * Whether a list of users can draw from it. The numbers up to 100 belong to the platform: those that it gave to no group
 * are no source, wherever they come from, for nothing here can name or count their members.
 */
export const isUserSource = (source: string): boolean => {
  const group = groupOfSource(source)
  return group === undefined ? NAMED_SOURCES.has(source) : isStaticGroup(group) || isBuiltInGroup(group)
}
