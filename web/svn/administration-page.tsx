import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, bodyOf } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { Checkbox } from '../design/controls/checkbox.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { Form } from '../design/controls/form.tsx'
import { IconPlus } from '../design/icons.tsx'
import { Table } from '../design/layout/table.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { AdministrationFrame } from '../projects/administration/administration-frame.tsx'
import { useCurrentProject } from '../projects/project-frame.tsx'
import { repositoriesQuery } from './svn-queries.ts'

export const SvnAdministrationPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { data, error, refetch } = useQuery(repositoriesQuery(project.id))
  const [isCreating, setCreating] = useState(false)
  return (
    <AdministrationFrame
      title={t`Repositories`}
      actions={
        <Button variant="primary" onPress={() => setCreating(true)}>
          <IconPlus />
          <Trans>New repository</Trans>
        </Button>
      }
    >
      <Table
        label={t`Repositories`}
        rows={data}
        rowKey={repository => repository.id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState title={t`There is no repository yet`}>
            <Trans>A repository can be checked out as soon as it is created.</Trans>
          </EmptyState>
        }
        columns={[
          {
            id: 'name',
            header: t`Name`,
            isRowHeader: true,
            cell: repository => (
              <Link
                to="/projects/$project/administration/svn/$repository"
                params={{ project: name, repository: String(repository.id) }}
              >
                {repository.name}
              </Link>
            ),
          },
          { id: 'url', header: t`Address`, isSecondary: true, cell: repository => <code>{repository.svn_url}</code> },
        ]}
      />
      <Dialog title={t`New repository`} isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewRepository projectId={project.id} projectName={name} onClose={() => setCreating(false)} />
      </Dialog>
    </AdministrationFrame>
  )
}

const USUAL_LAYOUT = ['trunk', 'branches', 'tags']

interface NewRepositoryProps {
  readonly projectId: number
  readonly projectName: string
  readonly onClose: () => void
}

const NewRepository = ({ projectId, projectName, onClose }: NewRepositoryProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [hasLayout, setHasLayout] = useState(true)
  const create = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/svn', {
          body: {
            project_id: projectId,
            name: name.trim(),
            settings: { layout: hasLayout ? USUAL_LAYOUT : [], has_default_permissions: true },
          },
        }),
      ),
    onSuccess: async repository => {
      await queries.invalidateQueries({ queryKey: repositoriesQuery(projectId).queryKey })
      toast(t`The repository was created`)
      onClose()
      await navigate({
        to: '/projects/$project/svn/$repository',
        params: { project: projectName, repository: String(repository.id) },
      })
    },
  })
  return (
    <Form
      onSubmit={() => create.mutate()}
      isPending={create.isPending}
      error={create.error}
      submitLabel={t`Create`}
      secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
    >
      <TextField
        name="name"
        label={t`Name`}
        description={t`At least 3 letters, digits, -, _ and ., the first a letter.`}
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        minLength={3}
        maxLength={255}
        pattern="[A-Za-z][A-Za-z0-9_.\-]*"
        isCode
      />
      <Checkbox label={t`Make the folders trunk, branches and tags`} isSelected={hasLayout} onChange={setHasLayout} />
    </Form>
  )
}
