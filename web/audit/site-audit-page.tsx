import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { AdministrationPage } from '../administration/administration-page.tsx'
import { AuditView, ExportButton } from './audit-view.tsx'

const route = getRouteApi('/shell/signed-in/administration/audit')

/** The audit of the platform. */
export const SiteAuditPage = () => {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AdministrationPage
      area="audit"
      title={t`Audit`}
      description={
        <Trans>Rights, settings, keys, sign-ins, copies and refusals. Artifacts have their own history.</Trans>
      }
      actions={<ExportButton place={null} search={search} />}
    >
      <AuditView place={null} search={search} onSearch={chosen => void navigate({ search: chosen })} />
    </AdministrationPage>
  )
}
