import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { PageState } from '../../design/feedback/empty-state.tsx'
import { Page } from '../../design/layout/page.tsx'
import { ProjectErrorPage } from '../project-error-page.tsx'

const route = getRouteApi('/shell/projects/$project')

export const NotAllowedPage = (props: ErrorComponentProps): ReactNode => {
  const { t } = useLingui()
  const { project } = route.useParams()
  if (!isApiError(props.error, 403)) return <ProjectErrorPage {...props} />
  return (
    <Page title={t`Administration of the project`} isTitleHidden>
      <PageState
        title={t`You do not administer this project`}
        action={
          <LinkButton to="/projects/$project" params={{ project }}>
            <Trans>Go to the project</Trans>
          </LinkButton>
        }
      >
        <Trans>One of its administrators can do this, or make you one of them.</Trans>
      </PageState>
    </Page>
  )
}
