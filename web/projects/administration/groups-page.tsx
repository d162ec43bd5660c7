import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, bodyOf } from '../../api/api.ts'
import { Badge } from '../../design/feedback/badge.tsx'
import { Button } from '../../design/controls/button.tsx'
import { Dialog } from '../../design/feedback/dialog.tsx'
import { Form } from '../../design/controls/form.tsx'
import { IconPlus } from '../../design/icons.tsx'
import { Table } from '../../design/layout/table.tsx'
import { TextField } from '../../design/controls/text-field.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { useCurrentProject } from '../project-frame.tsx'
import { AdministrationFrame } from './administration-frame.tsx'
import { useGroupLabel } from './group-label.ts'
import { GroupNameField } from './group-name-field.tsx'
import { groupsQuery, isOwnGroup } from './group-queries.ts'

/** Groups of users to which rights are given. */
export const GroupsPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { data, error, refetch } = useQuery(groupsQuery(project.id))
  const [isCreating, setCreating] = useState(false)
  const label = useGroupLabel()
  return (
    <AdministrationFrame
      title={t`User groups`}
      description={<Trans>Trackers, fields and repositories give rights to them.</Trans>}
      actions={
        <Button variant="primary" onPress={() => setCreating(true)}>
          <IconPlus />
          <Trans>New user group</Trans>
        </Button>
      }
    >
      <Table
        label={t`User groups`}
        rows={data}
        rowKey={group => group.id}
        error={error}
        onRetry={() => void refetch()}
        columns={[
          {
            id: 'name',
            header: t`Name`,
            isRowHeader: true,
            cell: group => (
              <Link to="/projects/$project/administration/groups/$group" params={{ project: name, group: group.id }}>
                {label(group)}
              </Link>
            ),
          },
          {
            id: 'kind',
            isSecondary: true,
            header: t`Kind`,
            cell: group =>
              isOwnGroup(group.id) ? (
                <Badge kind="accent">
                  <Trans>Of this project</Trans>
                </Badge>
              ) : (
                <Badge>
                  <Trans>Of every project</Trans>
                </Badge>
              ),
          },
        ]}
      />
      <Dialog title={t`New user group`} isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewGroup projectId={project.id} projectName={name} onClose={() => setCreating(false)} />
      </Dialog>
    </AdministrationFrame>
  )
}

interface NewGroupProps {
  readonly projectId: number
  readonly projectName: string
  readonly onClose: () => void
}

const NewGroup = ({ projectId, projectName, onClose }: NewGroupProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [shortName, setShortName] = useState('')
  const [description, setDescription] = useState('')
  const create = useMutation({
    mutationFn: () =>
      bodyOf(api.POST('/user_groups', { body: { project_id: projectId, short_name: shortName, description } })),
    onSuccess: async group => {
      await queries.invalidateQueries({ queryKey: groupsQuery(projectId).queryKey })
      toast(t`The user group was created`)
      onClose()
      await navigate({
        to: '/projects/$project/administration/groups/$group',
        params: { project: projectName, group: group.id },
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
      <GroupNameField value={shortName} onChange={setShortName} />
      <TextField name="description" label={t`Description`} value={description} onChange={setDescription} isOptional />
    </Form>
  )
}
