import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LinkButton } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { useRights } from '../projects/project-queries.ts'
import { milestoneQuery } from './planning-queries.ts'
import { planningsQuery } from './plannings-query.ts'
import { PlanningView } from './planning-view.tsx'

const route = getRouteApi('/shell/projects/$project/planning')

/** Backlog and milestones beside each other: of the whole project, or inside the milestone of the address. */
export const PlanningPage = () => {
  const { t } = useLingui()
  const search = route.useSearch()
  const { project, name } = useCurrentProject()
  const { is_administrator } = useRights(project.id)
  const plannings = useQuery(planningsQuery(project.id))
  const milestoneId = search.milestone
  const milestone = useQuery({
    ...milestoneQuery({ projectId: project.id }, milestoneId ?? 0),
    enabled: milestoneId !== undefined,
  })
  const error = plannings.error ?? (milestoneId === undefined ? null : milestone.error)
  const isRead = plannings.data !== undefined && (milestoneId === undefined || milestone.data !== undefined)
  const [root] = plannings.data ?? []
  const planning = {
    label: t`Planning`,
    link: { to: '/projects/$project/planning', params: { project: name } } as const,
  }
  return (
    <ProjectFrame
      title={milestone.data?.label || t`Planning`}
      crumbs={milestoneId === undefined ? [] : [planning]}
      width="full"
      hasOwnHeading
    >
      {error && !isRead ? (
        <>
          <h1 className="visually-hidden">{t`Planning`}</h1>
          <ErrorState error={error} onRetry={() => void plannings.refetch()} />
        </>
      ) : !isRead ? (
        <>
          <h1 className="visually-hidden">{t`Planning`}</h1>
          <Skeleton lines={8} />
        </>
      ) : !root ? (
        <>
          <h1 className="visually-hidden">{t`Planning`}</h1>
          <PageState
            title={t`This project has no planning`}
            action={
              is_administrator && (
                <LinkButton to="/projects/$project/administration/planning" params={{ project: name }}>
                  <Trans>Set up a planning</Trans>
                </LinkButton>
              )
            }
          >
            <Trans>
              A planning says which tracker holds the milestones, and whose artifacts they plan. Projects from the
              templates Scrum and Agile ALM have one, and imports bring theirs.
            </Trans>
          </PageState>
        </>
      ) : (
        <PlanningView
          key={milestoneId}
          project={project}
          projectName={name}
          search={search}
          root={root}
          milestone={milestoneId === undefined ? undefined : milestone.data}
        />
      )}
    </ProjectFrame>
  )
}
