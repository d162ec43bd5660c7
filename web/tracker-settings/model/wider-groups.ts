/** Each of these holds all people of the next. */
const WIDEST: readonly string[] = ['all_users', 'registered_users', 'project_members', 'project_admins']

/** The wider group whose right the group has anyway. */
export const inheritedFrom = (granted: readonly string[], group: string): string | undefined => {
  const at = WIDEST.indexOf(group)
  // Groups of single people hold accounts, but not only members.
  const wider = at < 0 ? WIDEST.slice(0, 2) : WIDEST.slice(0, at)
  return wider.find(name => granted.includes(name))
}

/** Whether a group, or a wider one, has a right. */
export const hasRight = (granted: readonly string[], group: string): boolean =>
  granted.includes(group) || inheritedFrom(granted, group) !== undefined
