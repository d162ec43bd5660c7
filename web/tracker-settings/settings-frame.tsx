import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconFieldset } from '../design/form-icons.tsx'
import { IconSettings, IconTrash } from '../design/icons.tsx'
import { Breadcrumbs } from '../design/layout/breadcrumbs.tsx'
import { Page, type PageProps } from '../design/layout/page.tsx'
import { SideNavigation } from '../design/layout/side-navigation.tsx'
import { IconBranch, IconLock, IconStatus } from '../design/page-icons.tsx'
import { IconText, IconWebhook } from '../design/navigation-icons.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { useCurrentProject, useProjectCrumbs } from '../projects/project-frame.tsx'
import { trackerIdQuery, trackerQuery, type Tracker } from '../trackers/tracker-queries.ts'
import { useWorkingCopy } from './model/use-working-copy.ts'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings')

/** The tracker whose settings the page shows. */
export const useSettingsTracker = (): Tracker => {
  const { tracker: name } = route.useParams()
  const { project } = useCurrentProject()
  const id = useSuspenseQuery(trackerIdQuery(project.id, name)).data
  return useSuspenseQuery(trackerQuery(id)).data
}

export interface SettingsFrameProps extends Omit<PageProps, 'breadcrumbs' | 'navigation'> {
  readonly children: ReactNode
}

/** A part of the settings of a tracker, with the navigation of all parts. */
export const SettingsFrame = (props: SettingsFrameProps) => {
  const { t } = useLingui()
  const params = route.useParams()
  const { project, name } = useCurrentProject()
  const projectCrumbs = useProjectCrumbs(project, name)
  const tracker = useSettingsTracker()
  const parts = useParts()
  return (
    <Page
      {...props}
      breadcrumbs={
        <Breadcrumbs
          items={[
            ...projectCrumbs,
            { label: tracker.label, link: { to: '/projects/$project/trackers/$tracker', params } },
            { label: t`Settings`, link: { to: '/projects/$project/trackers/$tracker/settings', params } },
          ]}
        />
      }
      navigation={
        <SideNavigation
          label={t`Settings of the tracker`}
          heading={
            <Link to="/projects/$project/trackers/$tracker" params={params} className="side-heading">
              <TrackerSquare colour={valueColour(tracker.color_name)} />
              <span className="side-label">{tracker.label}</span>
            </Link>
          }
          items={parts}
        />
      }
    />
  )
}

const useParts = () => {
  const { t } = useLingui()
  const params = route.useParams()
  const { changes } = useWorkingCopy()
  const link = (to: LinkProps['to']): LinkProps => ({ to, params }) as LinkProps
  const settings = '/projects/$project/trackers/$tracker/settings'
  return [
    {
      label: t`General`,
      icon: <IconSettings />,
      link: { ...link(settings), activeOptions: { exact: true } },
      count: changes.get('general'),
    },
    { label: t`Fields`, icon: <IconFieldset />, link: link(`${settings}/fields`), count: changes.get('fields') },
    { label: t`Lists`, icon: <IconStatus />, link: link(`${settings}/lists`), count: changes.get('lists') },
    {
      label: t`Workflow`,
      icon: <IconBranch />,
      link: link(`${settings}/workflow`),
      count: changes.get('workflow'),
    },
    {
      label: t`Permissions`,
      icon: <IconLock />,
      link: link(`${settings}/permissions`),
      count: changes.get('permissions'),
    },
    {
      label: t`Definition`,
      icon: <IconText />,
      link: link(`${settings}/definition`),
      count: changes.get('definition'),
    },
    { label: t`Webhooks`, icon: <IconWebhook />, link: link(`${settings}/webhooks`) },
    { label: t`Trash`, icon: <IconTrash />, link: link(`${settings}/trash`) },
  ]
}
