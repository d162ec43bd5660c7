import { Trans, useLingui } from '@lingui/react/macro'
import { CopyField } from '../design/controls/copy-field.tsx'
import { LinkButton } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { Breadcrumbs } from '../design/layout/breadcrumbs.tsx'
import { Page } from '../design/layout/page.tsx'
import { useSignedIn } from '../session/account.ts'
import './import-project-page.css'

const COMMAND = 'bin/crocus import-project export.zip'
const EMPTY_MAP = String.raw`printf 'name,action,comment\n' > users.csv`

/** How an administrator of the platform brings a project of another server: by a command beside the archive. */
export const ImportProjectPage = () => {
  const { t } = useLingui()
  const { is_site_administrator: isAdministrator } = useSignedIn()
  return (
    <Page
      title={t`Import a project`}
      width="narrow"
      breadcrumbs={<Breadcrumbs items={[{ label: t`Projects`, link: { to: '/projects' } }]} />}
      {...(isAdministrator && {
        description: (
          <Trans>
            A command on the server takes an archive of another Crocus or of Tuleap: trackers, artifacts with their
            history, files and repositories, with authors and dates. It makes the whole project or nothing.
          </Trans>
        ),
      })}
    >
      {isAdministrator ? (
        <Steps />
      ) : (
        <PageState
          title={t`You cannot import projects`}
          action={
            <LinkButton to="/projects">
              <Trans>Go to the projects</Trans>
            </LinkButton>
          }
        >
          <Trans>An administrator of the platform does it on the server; ask one of them.</Trans>
        </PageState>
      )}
    </Page>
  )
}

const Steps = () => {
  const { t } = useLingui()
  return (
    <ol className="import-steps">
      <li>
        <h2>
          <Trans>Export the project on the other server</Trans>
        </h2>
        <p className="muted">
          <Trans>
            The archive is a folder or a zip with <code>project.xml</code>, <code>users.xml</code> and{' '}
            <code>data/</code>. Copy it to this server.
          </Trans>
        </p>
      </li>
      <li>
        <h2>
          <Trans>Rehearse the import</Trans>
        </h2>
        <p className="muted">
          <Trans>
            The rehearsal changes nothing. It names each error with file and line, and each person who needs a line in{' '}
            <code>users.csv</code>.
          </Trans>
        </p>
        <CopyField
          label={t`Commands of the rehearsal`}
          value={`${EMPTY_MAP}\n${COMMAND} --user-map users.csv --dry-run`}
          isBlock
        />
      </li>
      <li>
        <h2>
          <Trans>Import</Trans>
        </h2>
        <p className="muted">
          <Trans>The server may run meanwhile, and shows the project at once.</Trans>
        </p>
        <CopyField label={t`Command of the import`} value={`${COMMAND} --user-map users.csv`} />
      </li>
    </ol>
  )
}
