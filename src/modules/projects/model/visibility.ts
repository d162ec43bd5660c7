import type { ProjectAccess } from './project.ts'

/** projects.md §3: the meaning of the two flags of a new project; `allowRestricted` null or absent is not false. */
export const accessOf = (isPublic: boolean, allowRestricted: boolean | null | undefined): ProjectAccess => {
  if (isPublic) return allowRestricted === true ? 'unrestricted' : 'public'
  return allowRestricted === false ? 'private-wo-restr' : 'private'
}

/** A visibility for restricted users needs a platform that has restricted users. */
export const accessFault = (access: ProjectAccess, hasRestrictedUsers: boolean): string | undefined =>
  hasRestrictedUsers || access === 'public' || access === 'private'
    ? undefined
    : `The visibility ${access} needs restricted users to be enabled on the platform`
