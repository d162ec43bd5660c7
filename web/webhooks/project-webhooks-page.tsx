import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { AdministrationFrame } from '../projects/administration/administration-frame.tsx'
import { useCurrentProject } from '../projects/project-frame.tsx'
import { NewWebhookButton, WebhooksView } from './webhooks-view.tsx'

const route = getRouteApi('/shell/projects/$project/administration/webhooks')

/** Webhooks that are told of all trackers of a project. */
export const ProjectWebhooksPage = () => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const { webhook } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (chosen: number) => void navigate({ search: { webhook: chosen }, resetScroll: false })
  const place = { project_id: project.id }
  return (
    <AdministrationFrame
      title={t`Webhooks`}
      description={<Trans>Programs that are told of every change in the project.</Trans>}
      actions={<NewWebhookButton place={place} onMade={choose} />}
    >
      <WebhooksView place={place} title={t`Webhooks of the project`} chosen={webhook} onChoose={choose} />
    </AdministrationFrame>
  )
}
