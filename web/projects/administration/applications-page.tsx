import { Trans, useLingui } from '@lingui/react/macro'
import { ApplicationsList } from '../../oauth/applications-list.tsx'
import { useCurrentProject } from '../project-frame.tsx'
import { AdministrationFrame } from './administration-frame.tsx'

/** Applications that users allow to act for them by OAuth2. */
export const ApplicationsPage = () => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  return (
    <AdministrationFrame
      title={t`Applications`}
      description={<Trans>Programs that people can let act for them, by OAuth2 and OpenID Connect.</Trans>}
    >
      <ApplicationsList title={t`Applications of the project`} owner={project.id} mayChange />
    </AdministrationFrame>
  )
}
