import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconHome, IconSettings } from '../design/icons.tsx'
import { IconBranch, IconKanban, IconPeople, IconPlanning, IconRoadmap, IconTracker } from '../design/page-icons.tsx'
import { Breadcrumbs, type Crumb } from '../design/layout/breadcrumbs.tsx'
import { Page, type PageProps } from '../design/layout/page.tsx'
import { ProjectMark } from '../design/layout/project-mark.tsx'
import { SideNavigation, type NavigationItem } from '../design/layout/side-navigation.tsx'
import { roadmapsQuery } from '../roadmap/roadmaps-query.ts'
import { trackerSizesQuery, trackersQuery } from '../trackers/tracker-queries.ts'
import { kanbansQuery, useHasService, useProjectNamed, useRights, type Project } from './project-queries.ts'

const route = getRouteApi('/shell/projects/$project')

export interface CurrentProject {
  readonly project: Project
  /** The project's name in the address: links keep it. */
  readonly name: string
}

/** The project of this page. */
export const useCurrentProject = (): CurrentProject => {
  const { project: name } = route.useParams()
  return { project: useProjectNamed(name), name }
}

export interface ProjectFrameProps extends Omit<PageProps, 'breadcrumbs' | 'navigation' | 'title'> {
  /** Default: the name of the project. */
  readonly title?: string
  /** Breadcrumbs between the project and this page. */
  readonly crumbs?: readonly Crumb[]
  readonly children: ReactNode
}

/** A page of a project, with the navigation of all its pages. Pages of trackers, artifacts and repositories use it, too. */
export const ProjectFrame = (props: ProjectFrameProps) => {
  const { project, name } = useCurrentProject()
  return <FrameOfProject {...props} project={project} name={name} />
}

export interface FrameOfProjectProps extends ProjectFrameProps {
  readonly project: Project
  readonly name: string
  /** Tracker of the page; the navigation marks it. */
  readonly trackerId?: number
}

/** The same frame on pages whose address does not name the project. */
export const FrameOfProject = ({ title, crumbs = [], project, name, trackerId, ...props }: FrameOfProjectProps) => {
  const { t } = useLingui()
  const items = useProjectPages(project, name, trackerId)
  const [list, self] = useProjectCrumbs(project, name)
  return (
    <Page
      {...props}
      title={title ?? project.label}
      breadcrumbs={<Breadcrumbs items={[list, ...(title === undefined ? [] : [self]), ...crumbs]} />}
      navigation={
        <SideNavigation label={t`Project`} heading={<ProjectHeading project={project} name={name} />} items={items} />
      }
    />
  )
}

/** The list of projects and the project: the first breadcrumbs of each page of a project. */
export const useProjectCrumbs = (project: Project, name: string): readonly [list: Crumb, project: Crumb] => {
  const { t } = useLingui()
  return [
    { label: t`Projects`, link: { to: '/projects' } },
    { label: project.label, link: { to: '/projects/$project', params: { project: name } } },
  ]
}

/** Name of the project above its navigation. */
export const ProjectHeading = ({ project, name }: CurrentProject) => (
  <Link
    to="/projects/$project"
    params={{ project: name }}
    activeOptions={{ exact: true }}
    className="side-heading"
    title={project.label}
  >
    <ProjectMark label={project.label} id={project.id} />
    <span className="side-label">{project.label}</span>
  </Link>
)

/** The navigation lists the first trackers; the page of trackers lists all. */
const MAX_TRACKERS = 12

const useProjectPages = (project: Project, name: string, trackerId: number | undefined): readonly NavigationItem[] => {
  const { t } = useLingui()
  const { is_administrator } = useRights(project.id)
  const hasTrackers = useHasService(project.id, 'plugin_tracker')
  const hasRepositories = useHasService(project.id, 'plugin_svn')
  const trackers = useQuery({ ...trackersQuery(project.id), enabled: hasTrackers }).data?.items ?? []
  const sizes = useQuery({ ...trackerSizesQuery(project.id), enabled: hasTrackers }).data
  const kanbans = useQuery({ ...kanbansQuery(project.id), enabled: hasTrackers }).data?.items ?? []
  const hasRoadmap = useQuery(roadmapsQuery(project.id)).data?.total
  // An imported project without plannings has an empty list there.
  const hasPlanning = 'agiledashboard' in project.additional_informations
  const params = { project: name }
  const link = (to: LinkProps['to']): LinkProps => ({ to, params }) as LinkProps
  return [
    {
      label: t`Overview`,
      link: { ...link('/projects/$project'), activeOptions: { exact: true } },
      icon: <IconHome />,
    },
    ...(hasTrackers
      ? [
          {
            label: t`Trackers`,
            link: { ...link('/projects/$project/trackers'), activeOptions: { exact: true } },
            icon: <IconTracker />,
            items: trackers.slice(0, MAX_TRACKERS).map(tracker => {
              const size = sizes?.get(tracker.id)
              return {
                label: tracker.label,
                link: {
                  to: '/projects/$project/trackers/$tracker',
                  params: { project: name, tracker: size?.itemName ?? String(tracker.id) },
                } as LinkProps,
                count: size?.open,
                isCurrent: tracker.id === trackerId,
              }
            }),
          },
        ]
      : []),
    ...(hasPlanning ? [{ label: t`Planning`, link: link('/projects/$project/planning'), icon: <IconPlanning /> }] : []),
    ...(kanbans.length > 0
      ? [
          {
            label: t`Kanban`,
            link: link('/projects/$project/kanban'),
            icon: <IconKanban />,
            // A single one is behind the first link.
            items: kanbans
              .filter(({ is_promoted }) => is_promoted && kanbans.length > 1)
              .map(({ id, label }) => ({
                label,
                link: {
                  to: '/projects/$project/kanban/$kanban',
                  params: { project: name, kanban: String(id) },
                } as LinkProps,
              })),
          },
        ]
      : []),
    ...(hasRoadmap ? [{ label: t`Roadmap`, link: link('/projects/$project/roadmaps'), icon: <IconRoadmap /> }] : []),
    ...(hasRepositories
      ? [{ label: t`Repositories`, link: link('/projects/$project/svn'), icon: <IconBranch /> }]
      : []),
    { label: t`Members`, link: link('/projects/$project/members'), icon: <IconPeople /> },
    ...(is_administrator
      ? [{ label: t`Administration`, link: link('/projects/$project/administration'), icon: <IconSettings /> }]
      : []),
  ]
}
