import { useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import { Breadcrumbs, type Crumb } from '../../design/layout/breadcrumbs.tsx'
import { Page, type PageProps } from '../../design/layout/page.tsx'
import { SideNavigation } from '../../design/layout/side-navigation.tsx'
import { ProjectHeading, useCurrentProject, useProjectCrumbs } from '../project-frame.tsx'
import {
  IconApplications,
  IconAudit,
  IconGroups,
  IconSwitches,
  IconText,
  IconWebhook,
} from '../../design/navigation-icons.tsx'
import { IconBranch, IconPeople, IconPlanning, IconRoadmap } from '../../design/page-icons.tsx'
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
  const projectCrumbs = useProjectCrumbs(project, name)
  const params = { project: name }
  const link = (to: LinkProps['to']): LinkProps => ({ to, params }) as LinkProps
  return (
    <Page
      {...props}
      breadcrumbs={
        <Breadcrumbs
          items={[
            ...projectCrumbs,
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
          heading={<ProjectHeading project={project} name={name} />}
          items={[
            ...(is_administrator
              ? [
                  {
                    label: t`Details`,
                    icon: <IconText />,
                    link: { ...link('/projects/$project/administration'), activeOptions: { exact: true } },
                  },
                  { label: t`Members`, icon: <IconPeople />, link: link('/projects/$project/administration/members') },
                  {
                    label: t`User groups`,
                    icon: <IconGroups />,
                    link: link('/projects/$project/administration/groups'),
                  },
                  {
                    label: t`Services`,
                    icon: <IconSwitches />,
                    link: link('/projects/$project/administration/services'),
                  },
                  {
                    label: t`Planning`,
                    icon: <IconPlanning />,
                    link: link('/projects/$project/administration/planning'),
                  },
                  { label: t`Roadmap`, icon: <IconRoadmap />, link: link('/projects/$project/roadmaps') },
                  {
                    label: t`Applications`,
                    icon: <IconApplications />,
                    link: link('/projects/$project/administration/applications'),
                  },
                  {
                    label: t`Webhooks`,
                    icon: <IconWebhook />,
                    link: link('/projects/$project/administration/webhooks'),
                  },
                  { label: t`Audit`, icon: <IconAudit />, link: link('/projects/$project/administration/audit') },
                ]
              : []),
            ...(hasRepositories
              ? [
                  {
                    label: t`Repositories`,
                    icon: <IconBranch />,
                    link: link('/projects/$project/administration/svn'),
                  },
                ]
              : []),
          ]}
        />
      }
    />
  )
}
