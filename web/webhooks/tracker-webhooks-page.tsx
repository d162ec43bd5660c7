import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { trackerIdQuery, trackerQuery } from '../trackers/tracker-queries.ts'
import { NewWebhookButton, WebhooksView } from './webhooks-view.tsx'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings/webhooks')

/** Webhooks of a tracker, for its administrators. */
export const TrackerWebhooksPage = () => {
  const { t } = useLingui()
  const { project: projectName, tracker: name } = route.useParams()
  const { webhook } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (chosen: number) => void navigate({ search: { webhook: chosen }, resetScroll: false })
  const { project } = useCurrentProject()
  const id = useSuspenseQuery(trackerIdQuery(project.id, name)).data
  const tracker = useSuspenseQuery(trackerQuery(id)).data
  const params = { project: projectName, tracker: name }
  const place = { tracker_id: id }
  return (
    <ProjectFrame
      title={t`Webhooks`}
      crumbs={[{ label: tracker.label, link: { to: '/projects/$project/trackers/$tracker', params } }]}
      description={<Trans>In order for each artifact, tried until they arrive, kept 30 days.</Trans>}
      actions={<NewWebhookButton place={place} onMade={choose} />}
    >
      <WebhooksView place={place} title={t`Webhooks of ${tracker.label}`} chosen={webhook} onChoose={choose} />
    </ProjectFrame>
  )
}
