import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation, useNavigate, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCommands } from '../commands/registry.ts'
import { IconFieldset, IconSteps, IconTag } from '../design/form-icons.tsx'
import { IconCheck, IconInbox, IconSettings, IconTrash } from '../design/icons.tsx'
import { Breadcrumbs } from '../design/layout/breadcrumbs.tsx'
import { Page, type PageProps } from '../design/layout/page.tsx'
import { SideNavigation, type NavigationItem } from '../design/layout/side-navigation.tsx'
import { IconBranch, IconComment, IconLock, IconRetry, IconStatus, IconTracker } from '../design/page-icons.tsx'
import { IconText, IconWebhook } from '../design/navigation-icons.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { useCurrentProject, useProjectCrumbs } from '../projects/project-frame.tsx'
import { trackerIdQuery, trackerQuery, type Tracker } from '../trackers/tracker-queries.ts'
import type { PartName } from './model/differences.ts'
import { useWorkingCopy } from './model/use-working-copy.ts'

import { usePartNames } from './part-names.ts'

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
  usePartKeys(parts)
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

/** `[` and `]` lead to the part before and after. */
const usePartKeys = (parts: readonly NavigationItem[]): void => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const path = useLocation({ select: location => location.pathname })
  const part = /\/settings(\/[^/]+)?\/?$/.exec(path)?.[1] ?? ''
  const at = parts.findIndex(({ link }) => link.to?.endsWith(`/settings${part}`))
  const go = (by: -1 | 1) => {
    const next = parts[at + by]
    if (next) void navigate(next.link)
  }
  const section = t`Settings`
  useCommands([
    { id: 'settings.before', label: t`Part before`, keys: '[', section, isAvailable: () => at > 0, run: () => go(-1) },
    {
      id: 'settings.after',
      label: t`Part after`,
      keys: ']',
      section,
      isAvailable: () => at >= 0 && at < parts.length - 1,
      run: () => go(1),
    },
  ])
}

const useParts = (): readonly NavigationItem[] => {
  const { t } = useLingui()
  const params = route.useParams()
  const { changes } = useWorkingCopy()
  const names = usePartNames()
  const settings = '/projects/$project/trackers/$tracker/settings'
  const link = (path: string): LinkProps => ({ to: `${settings}${path}`, params }) as LinkProps
  const part = (name: PartName, icon: ReactNode, path = `/${name}`): NavigationItem => ({
    label: names[name],
    icon,
    link: { ...link(path), activeOptions: { exact: path === '' } },
    count: changes.get(name),
  })
  return [
    part('general', <IconSettings />, ''),
    part('fields', <IconFieldset />),
    part('lists', <IconStatus />),
    part('workflow', <IconBranch />),
    part('rules', <IconCheck />),
    part('permissions', <IconLock />),
    part('semantics', <IconTag />),
    part('hierarchy', <IconSteps />),
    part('triggers', <IconRetry />),
    part('notifications', <IconInbox />),
    { label: t`Webhooks`, icon: <IconWebhook />, link: link('/webhooks') },
    part('responses', <IconComment />),
    part('reports', <IconTracker />),
    part('definition', <IconText />),
    { label: t`Trash`, icon: <IconTrash />, link: link('/trash') },
  ]
}
