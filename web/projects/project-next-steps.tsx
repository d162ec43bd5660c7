import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Part } from '../design/layout/part.tsx'
import { repositoriesQuery } from '../svn/svn-queries.ts'
import { trackerSizesQuery } from '../trackers/tracker-queries.ts'
import { membersQuery, useHasService, useRights, type Project } from './project-queries.ts'

interface Step {
  readonly id: string
  readonly label: string
  readonly consequence: ReactNode
  readonly link: LinkProps
}

/** Next steps for the administrator of a young project, each with its consequence. Shows nothing after the last step. */
export const NextSteps = ({ project, name }: { readonly project: Project; readonly name: string }) => {
  const { t } = useLingui()
  const { is_administrator } = useRights(project.id)
  const hasTrackers = useHasService(project.id, 'plugin_tracker')
  const hasRepositories = useHasService(project.id, 'plugin_svn')
  const members = useQuery({ ...membersQuery(project.id, { limit: 12 }), enabled: is_administrator }).data
  const sizes = useQuery({ ...trackerSizesQuery(project.id), enabled: is_administrator && hasTrackers }).data
  const repositories = useQuery({
    ...repositoriesQuery(project.id),
    enabled: is_administrator && hasRepositories,
  }).data
  if (!is_administrator) return null
  const first = [...(sizes ?? [])][0]
  const to = (path: LinkProps['to']): LinkProps => ({ to: path, params: { project: name } }) as LinkProps
  const steps: readonly (Step | false | undefined)[] = [
    !project.description && {
      id: 'description',
      label: t`Say what the project is for`,
      consequence: t`People who find it in the list know whether it concerns them.`,
      link: to('/projects/$project/administration'),
    },
    members &&
      members.total < 2 && {
        id: 'members',
        label: t`Add people`,
        consequence: t`So far only you can change anything here.`,
        link: to('/projects/$project/administration/members'),
      },
    first &&
      [...(sizes ?? [])].every(([, { artifacts }]) => artifacts === 0) && {
        id: 'artifact',
        label: t`Create the first artifact`,
        consequence: first[1].label,
        link: {
          to: '/projects/$project/trackers/$tracker/new',
          params: { project: name, tracker: first[1].itemName },
        } as LinkProps,
      },
    repositories?.length === 0 && {
      id: 'repository',
      label: t`Create a repository`,
      consequence: t`Commits then name artifacts, and artifacts their commits.`,
      link: to('/projects/$project/administration/svn'),
    },
  ]
  const open = steps.filter(step => step !== false && step !== undefined)
  if (open.length === 0) return null
  return (
    <Part title={t`Next steps`}>
      <ul className="next-steps">
        {open.map(({ id, label, consequence, link }) => (
          <li key={id}>
            <Link {...link}>{label}</Link>
            <span>{consequence}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
