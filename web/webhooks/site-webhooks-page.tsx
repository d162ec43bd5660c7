import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { AdministrationPage } from '../administration/administration-page.tsx'
import { NewWebhookButton, WebhooksView } from './webhooks-view.tsx'

const route = getRouteApi('/shell/signed-in/administration/webhooks')

/** Webhooks that are told of the whole platform. */
export const SiteWebhooksPage = () => {
  const { t } = useLingui()
  const { webhook } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (chosen: number) => void navigate({ search: { webhook: chosen }, resetScroll: false })
  const place = { scope: 'site' as const }
  return (
    <AdministrationPage
      area="webhooks"
      title={t`Webhooks`}
      description={<Trans>Programs that are told of every change on the platform, as their owner may see it.</Trans>}
      actions={<NewWebhookButton place={place} onMade={choose} />}
    >
      <WebhooksView place={place} title={t`Webhooks of the platform`} chosen={webhook} onChoose={choose} />
    </AdministrationPage>
  )
}
