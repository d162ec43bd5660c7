import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { openNewArtifact } from '../artifacts/new-artifact/new-artifact-state.ts'
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
  return (
    <Menu label={t`New`} text={t`New`} icon={<IconPlus />}>
      {trackers.length > 0 && (
        <MenuSection label={project?.label ?? ''}>
          {trackers.map(([id, { itemName, label }]) => (
            <MenuItem key={id} onAction={() => openNewArtifact(id)}>{t`New ${itemName} in ${label}`}</MenuItem>
          ))}
        </MenuSection>
      )}
      <MenuSection label={t`Everywhere`} isLabelHidden>
        <MenuItem onAction={() => openNewArtifact(undefined)}>{t`New artifact in …`}</MenuItem>
        {canCreateProjects ? <MenuItem href="/new-project">{t`New project`}</MenuItem> : null}
      </MenuSection>
    </Menu>
  )
}
