import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../api/api.ts'
import { Button, LinkButton } from '../design/controls/button.tsx'
import { Checkbox } from '../design/controls/checkbox.tsx'
import { CopyField } from '../design/controls/copy-field.tsx'
import { ConfirmDialog } from '../design/feedback/dialog.tsx'
import { Form } from '../design/controls/form.tsx'
import { Section } from '../design/layout/page.tsx'
import { TextArea } from '../design/controls/text-field.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { useCurrentProject } from '../projects/project-frame.tsx'
import { NotificationsSection } from './notifications.tsx'
import { RepositoryAdministrationFrame, type RepositoryPageProps } from './repository-administration-frame.tsx'
import { useSaveSettings } from './settings-body.ts'
import { repositoriesQuery } from './svn-queries.ts'
import './svn.css'

export const RepositorySettingsPage = () => {
  const { t } = useLingui()
  return (
    <RepositoryAdministrationFrame
      title={name => name}
      actions={({ repository, projectName }) => (
        <LinkButton
          to="/projects/$project/administration/svn/$repository/access"
          params={{ project: projectName, repository: String(repository.id) }}
        >
          <Trans>Access file</Trans>
        </LinkButton>
      )}
    >
      {props => (
        <>
          <CopyField label={t`Address`} value={props.repository.svn_url} />
          <CommitRules {...props} />
          <ImmutableTags {...props} />
          <NotificationsSection {...props} />
          <DeleteRepository {...props} />
        </>
      )}
    </RepositoryAdministrationFrame>
  )
}

const CommitRules = ({ repository, settings }: RepositoryPageProps) => {
  const { t } = useLingui()
  const [isMandatory, setMandatory] = useState(settings.commit_rules.is_reference_mandatory)
  const [isChangeAllowed, setChangeAllowed] = useState(settings.commit_rules.is_commit_message_change_allowed)
  const save = useSaveSettings(repository.id, () => toast(t`The commit rules were saved`))
  return (
    <Section title={t`Commit rules`}>
      <Form
        onSubmit={() =>
          save.mutate({
            commit_rules: { is_reference_mandatory: isMandatory, is_commit_message_change_allowed: isChangeAllowed },
          })
        }
        isPending={save.isPending}
        error={save.error}
        submitLabel={t`Save the commit rules`}
      >
        <Checkbox
          name="is_reference_mandatory"
          label={t`Each commit message names an artifact or the like`}
          description={t`As in “art #12”; other commits are refused.`}
          isSelected={isMandatory}
          onChange={setMandatory}
        />
        <Checkbox
          name="is_commit_message_change_allowed"
          label={t`Commit messages can be changed afterwards`}
          isSelected={isChangeAllowed}
          onChange={setChangeAllowed}
        />
      </Form>
    </Section>
  )
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

const ImmutableTags = ({ repository, settings }: RepositoryPageProps) => {
  const { t } = useLingui()
  const [paths, setPaths] = useState(settings.immutable_tags.paths.join('\n'))
  const [whitelist, setWhitelist] = useState(settings.immutable_tags.whitelist.join('\n'))
  const save = useSaveSettings(repository.id, saved => {
    setPaths(saved.immutable_tags.paths.join('\n'))
    setWhitelist(saved.immutable_tags.whitelist.join('\n'))
    toast(t`The immutable tags were saved`)
  })
  return (
    <Section
      title={t`Immutable tags`}
      description={<Trans>Tags can be made in these folders, and never be changed or deleted.</Trans>}
    >
      <Form
        onSubmit={() => save.mutate({ immutable_tags: { paths: lines(paths), whitelist: lines(whitelist) } })}
        isPending={save.isPending}
        error={save.error}
        submitLabel={t`Save the immutable tags`}
      >
        <TextArea
          name="paths"
          label={t`Folders with immutable tags`}
          description={t`One a line, such as /tags. * stands for any name.`}
          value={paths}
          onChange={setPaths}
          isOptional
          isCode
          rows={3}
        />
        <TextArea
          name="whitelist"
          label={t`Folders below them in which tags are made, too`}
          description={t`One a line, such as /tags/releases.`}
          value={whitelist}
          onChange={setWhitelist}
          isOptional
          isCode
          rows={3}
        />
      </Form>
    </Section>
  )
}

const DeleteRepository = ({ repository, projectName }: RepositoryPageProps) => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await done(api.DELETE('/svn/{id}', { params: { path: { id: repository.id } } }))
    toast(t`The repository will be deleted in a minute`)
    await navigate({ to: '/projects/$project/administration/svn', params: { project: projectName } })
    await queries.invalidateQueries({ queryKey: repositoriesQuery(project.id).queryKey })
  }
  return (
    <Section
      title={t`Delete the repository`}
      description={<Trans>Nobody can check it out any more. Its name cannot be used again.</Trans>}
    >
      <div>
        <Button variant="danger" onPress={() => setAsking(true)}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      <ConfirmDialog
        title={t`Delete the repository ${repository.name}?`}
        confirmLabel={t`Delete`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      >
        <Trans>
          It goes in a minute, with its whole history. Only those who operate the platform can bring it back, for some
          days.
        </Trans>
      </ConfirmDialog>
    </Section>
  )
}
