import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { AdministrationFrame } from '../projects/administration/administration-frame.tsx'
import { useCurrentProject } from '../projects/project-frame.tsx'
import { AuditView, ExportButton } from './audit-view.tsx'

const route = getRouteApi('/shell/projects/$project/administration/audit')

/** The audit of a project, for its administrators. */
export const ProjectAuditPage = () => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const place = { id: project.id }
  return (
    <AdministrationFrame
      title={t`Audit`}
      description={<Trans>Rights, settings, keys, copies and refusals. Artifacts have their own history.</Trans>}
      actions={<ExportButton place={place} search={search} />}
    >
      <AuditView place={place} search={search} onSearch={chosen => void navigate({ search: chosen })} />
    </AdministrationFrame>
  )
}
