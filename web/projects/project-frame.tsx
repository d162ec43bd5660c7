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
import { trackerSizesQuery, trackersQuery } from '../trackers/tracker-queries.ts'
import {
  kanbansQuery,
  roadmapsQuery,
  useHasService,
  useProjectNamed,
  useRights,
  type Project,
} from './project-queries.ts'

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
  const link = (to: LinkProps['to'], more = {}): LinkProps => ({ to, params: { ...params, ...more } }) as LinkProps
  const page = (label: string, to: LinkProps['to'], icon: ReactNode): NavigationItem => ({
    label,
    link: link(to),
    icon,
  })
  const exactly = (to: LinkProps['to']): LinkProps => ({ ...link(to), activeOptions: { exact: true } })
  return [
    { label: t`Overview`, link: exactly('/projects/$project'), icon: <IconHome /> },
    ...(hasTrackers
      ? [
          {
            label: t`Trackers`,
            link: exactly('/projects/$project/trackers'),
            icon: <IconTracker />,
            items: trackers.slice(0, MAX_TRACKERS).map(tracker => {
              const size = sizes?.get(tracker.id)
              return {
                label: tracker.label,
                link: link('/projects/$project/trackers/$tracker', { tracker: size?.itemName ?? String(tracker.id) }),
                count: size?.open,
                isCurrent: tracker.id === trackerId,
              }
            }),
          },
        ]
      : []),
    ...(hasPlanning ? [page(t`Planning`, '/projects/$project/planning', <IconPlanning />)] : []),
    ...(kanbans.length > 0
      ? [
          {
            ...page(t`Kanban`, '/projects/$project/kanban', <IconKanban />),
            // A single one is behind the first link.
            items: kanbans
              .filter(({ is_promoted }) => is_promoted && kanbans.length > 1)
              .map(({ id, label }) => ({
                label,
                link: link('/projects/$project/kanban/$kanban', { kanban: String(id) }),
              })),
          },
        ]
      : []),
    ...(hasRoadmap ? [page(t`Roadmap`, '/projects/$project/roadmaps', <IconRoadmap />)] : []),
    ...(hasRepositories ? [page(t`Repositories`, '/projects/$project/svn', <IconBranch />)] : []),
    page(t`Members`, '/projects/$project/members', <IconPeople />),
    ...(is_administrator ? [page(t`Administration`, '/projects/$project/administration', <IconSettings />)] : []),
  ]
}
