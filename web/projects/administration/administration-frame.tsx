import { useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import { Breadcrumbs, type Crumb } from '../../design/layout/breadcrumbs.tsx'
import { Page, type PageProps } from '../../design/layout/page.tsx'
import { SideNavigation } from '../../design/layout/side-navigation.tsx'
import { useCurrentProject } from '../project-frame.tsx'
import { useHasService, useRights } from '../project-queries.ts'

export interface AdministrationFrameProps extends Omit<PageProps, 'breadcrumbs' | 'navigation'> {
  /** Breadcrumbs between the administration and this page. */
  readonly crumbs?: readonly Crumb[]
}

/** A page of a project's administration, with the navigation of all its pages. */
export const AdministrationFrame = ({ crumbs = [], ...props }: AdministrationFrameProps) => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { is_administrator } = useRights(project.id)
  const hasRepositories = useHasService(project.id, 'plugin_svn')
  const params = { project: name }
  const link = (to: LinkProps['to']): LinkProps => ({ to, params }) as LinkProps
  return (
    <Page
      {...props}
      breadcrumbs={
        <Breadcrumbs
          items={[
            { label: t`Projects`, link: { to: '/projects' } },
            { label: project.label, link: link('/projects/$project') },
            ...(is_administrator
              ? [{ label: t`Administration`, link: link('/projects/$project/administration') }]
              : []),
            ...crumbs,
          ]}
        />
      }
      navigation={
        <SideNavigation
          label={t`Administration of the project`}
          items={[
            ...(is_administrator
              ? [
                  {
                    label: t`Details`,
                    link: { ...link('/projects/$project/administration'), activeOptions: { exact: true } },
                  },
                  { label: t`Members`, link: link('/projects/$project/administration/members') },
                  { label: t`User groups`, link: link('/projects/$project/administration/groups') },
                  { label: t`Services`, link: link('/projects/$project/administration/services') },
                  { label: t`Applications`, link: link('/projects/$project/administration/applications') },
                ]
              : []),
            ...(hasRepositories
              ? [{ label: t`Repositories`, link: link('/projects/$project/administration/svn') }]
              : []),
          ]}
        />
      }
    />
  )
}
