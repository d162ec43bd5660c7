import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { IconPlus } from '../design/icons.tsx'
import { Menu, MenuItem, MenuSection } from '../design/layout/menu.tsx'
import { projectQuery } from '../projects/project-queries.ts'
import { trackerSizesQuery } from '../trackers/tracker-queries.ts'

/** *New* of the header: an artifact in one of the trackers of this project, or a project. */
export const NewMenu = ({ canCreateProjects }: { readonly canCreateProjects: boolean }) => {
  const { t } = useLingui()
  const { project: name } = useParams({ strict: false })
  // The pages of the project have read both already.
  const project = useQuery({ ...projectQuery(name ?? ''), enabled: false }).data
  const sizes = useQuery({ ...trackerSizesQuery(project?.id ?? 0), enabled: false }).data
  const trackers = name === undefined ? [] : [...(sizes ?? [])]
  if (trackers.length === 0 && !canCreateProjects) return null
  return (
    <Menu label={t`New`} text={t`New`} icon={<IconPlus />}>
      {trackers.length > 0 && (
        <MenuSection label={project?.label ?? ''}>
          {trackers.map(([id, { itemName, label }]) => (
            <MenuItem
              key={id}
              href={`/projects/${name}/trackers/${itemName}/new`}
            >{t`New ${itemName} in ${label}`}</MenuItem>
          ))}
        </MenuSection>
      )}
      {canCreateProjects && (
        <MenuSection label={t`Everywhere`} isLabelHidden>
          <MenuItem href="/new-project">{t`New project`}</MenuItem>
        </MenuSection>
      )}
    </Menu>
  )
}
