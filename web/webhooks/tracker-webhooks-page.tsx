import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { SettingsFrame, useSettingsTracker } from '../tracker-settings/settings-frame.tsx'
import { NewWebhookButton, WebhooksView } from './webhooks-view.tsx'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings/webhooks')

/** Webhooks of a tracker, for its administrators. */
export const TrackerWebhooksPage = () => {
  const { t } = useLingui()
  const { webhook } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (chosen: number) => void navigate({ search: { webhook: chosen }, resetScroll: false })
  const tracker = useSettingsTracker()
  const place = { tracker_id: tracker.id }
  return (
    <SettingsFrame
      title={t`Webhooks`}
      description={<Trans>In order for each artifact, tried until they arrive, kept 30 days.</Trans>}
      actions={<NewWebhookButton place={place} onMade={choose} />}
    >
      <WebhooksView place={place} title={t`Webhooks of ${tracker.label}`} chosen={webhook} onChoose={choose} />
    </SettingsFrame>
  )
}
