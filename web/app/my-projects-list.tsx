import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ProjectMark } from '../design/layout/project-mark.tsx'
import { SideLinks } from '../design/layout/side-navigation.tsx'
import { myProjectsQuery } from '../projects/project-queries.ts'

const MAX_SHOWN = 12

/** The reader's projects, below the main navigation of pages that have none of their own. */
export const MyProjectsList = () => {
  const { t } = useLingui()
  const { data } = useQuery({ ...myProjectsQuery, staleTime: 60_000 })
  if (!data || data.items.length === 0) return null
  return (
    <nav aria-label={t`My projects`}>
      <p className="side-title">
        <Trans>My projects</Trans>
      </p>
      <SideLinks
        items={data.items.slice(0, MAX_SHOWN).map(project => ({
          label: project.label,
          link: { to: '/projects/$project', params: { project: project.shortname } },
          icon: <ProjectMark label={project.label} id={project.id} />,
        }))}
      />
    </nav>
  )
}
