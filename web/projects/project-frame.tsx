import { useLingui } from '@lingui/react/macro'
import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../design/layout/breadcrumbs.tsx'
import { Page, type PageProps } from '../design/layout/page.tsx'
import { SideNavigation, type NavigationItem } from '../design/layout/side-navigation.tsx'
import { useHasService, useProjectNamed, useRights, type Project } from './project-queries.ts'

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
export const ProjectFrame = ({ title, crumbs = [], ...props }: ProjectFrameProps) => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const items = useProjectPages(project, name)
  const self: Crumb = { label: project.label, link: { to: '/projects/$project', params: { project: name } } }
  return (
    <Page
      {...props}
      title={title ?? project.label}
      breadcrumbs={
        <Breadcrumbs
          items={[{ label: t`Projects`, link: { to: '/projects' } }, ...(title === undefined ? [] : [self]), ...crumbs]}
        />
      }
      navigation={<SideNavigation label={t`Project`} items={items} />}
    />
  )
}

const useProjectPages = (project: Project, name: string): readonly NavigationItem[] => {
  const { t } = useLingui()
  const { is_administrator } = useRights(project.id)
  const hasTrackers = useHasService(project.id, 'plugin_tracker')
  const hasRepositories = useHasService(project.id, 'plugin_svn')
  const params = { project: name }
  const link = (to: LinkProps['to']): LinkProps => ({ to, params }) as LinkProps
  return [
    { label: t`Overview`, link: { ...link('/projects/$project'), activeOptions: { exact: true } } },
    ...(hasTrackers ? [{ label: t`Trackers`, link: link('/projects/$project/trackers') }] : []),
    ...(hasRepositories ? [{ label: t`Repositories`, link: link('/projects/$project/svn') }] : []),
    { label: t`Members`, link: link('/projects/$project/members') },
    ...(is_administrator ? [{ label: t`Administration`, link: link('/projects/$project/administration') }] : []),
  ]
}
