import { isBuiltInGroup, isStaticGroup } from '../projects/index.ts'

const NAMED_SOURCES: ReadonlySet<string> = new Set([
  'group_members',
  'group_admins',
  'artifact_submitters',
  'artifact_modifiers',
])

/** The number in `ugroup_<n>`, for existing and missing groups. */
export const groupOfSource = (source: string): number | undefined => {
  const number = /^ugroup_(\d+)$/.exec(source)?.[1]
  return number === undefined ? undefined : Number(number)
}

/**
 * Whether a list of users can draw from the source. The numbers up to 100 belong to the platform. A number up to 100 without a group is no
 * source, because no query could list its members.
 */
export const isUserSource = (source: string): boolean => {
  const group = groupOfSource(source)
  return group === undefined ? NAMED_SOURCES.has(source) : isStaticGroup(group) || isBuiltInGroup(group)
}
