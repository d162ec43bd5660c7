import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from '../projects/administration/group-queries.ts'
import { useGroupLabel } from '../projects/administration/group-label.ts'
import { useCurrentProject } from '../projects/project-frame.tsx'

export interface NamedGroup {
  /** Short name, as definitions have it. */
  readonly name: string
  readonly label: string
}

/** Groups of the project, and the two that hold people outside of it; also those that the definition alone names. */
export const useGroups = (named: readonly string[] = []): readonly NamedGroup[] => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const labelOf = useGroupLabel()
  const groups = useQuery(groupsQuery(project.id)).data ?? []
  const known = [
    { name: 'all_users', label: t`Everybody` },
    { name: 'registered_users', label: t`Everybody with an account` },
    ...groups.map(group => ({ name: group.short_name, label: labelOf(group) })),
  ]
  const others = [...new Set(named)].filter(name => !known.some(group => group.name === name))
  return [...known, ...others.map(name => ({ name, label: name }))]
}
