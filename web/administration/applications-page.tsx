import { Trans, useLingui } from '@lingui/react/macro'
import { ApplicationsList } from '../oauth/applications-list.tsx'
import { useSignedIn } from '../session/account.ts'
import { AdministrationPage } from './administration-page.tsx'
import { canChange } from './areas.ts'

/** OAuth2 applications of the whole platform. */
export const ApplicationsPage = () => {
  const { t } = useLingui()
  const mayChange = canChange(useSignedIn(), 'applications')
  return (
    <AdministrationPage
      area="applications"
      title={t`Applications`}
      description={
        <Trans>
          Programs of the whole platform that act for people by OAuth2. Projects register theirs themselves.
        </Trans>
      }
    >
      <ApplicationsList title={t`Applications of the platform`} owner={null} mayChange={mayChange} />
    </AdministrationPage>
  )
}
