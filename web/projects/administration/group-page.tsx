import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../../api/api.ts'
import { call } from '../../api/contract.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { ConfirmDialog, Dialog } from '../../design/dialog.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { Form } from '../../design/form.tsx'
import { IconTrash } from '../../design/icons.tsx'
import { Section } from '../../design/page.tsx'
import { Pagination } from '../../design/pagination.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { TextField } from '../../design/text-field.tsx'
import { toast } from '../../design/toast.tsx'
import { Person } from '../person.tsx'
import { useCurrentProject } from '../project-frame.tsx'
import { AddPerson } from './add-person.tsx'
import { AdministrationFrame } from './administration-frame.tsx'
import {
  GROUP_NAME,
  groupMembersQuery,
  groupQuery,
  groupsQuery,
  hasChangeableMembers,
  isOwnGroup,
} from './group-queries.ts'

const route = getRouteApi('/shell/projects/$project/administration/groups/$group')
const LIMIT = 50

/** Who is in a user group. */
export const GroupPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { group: id } = route.useParams()
  const { data: group, error, refetch } = useQuery(groupQuery(project.id, id))
  const crumbs = [
    {
      label: t`User groups`,
      link: { to: '/projects/$project/administration/groups', params: { project: name } } as const,
    },
  ]
  if (!group)
    return (
      <AdministrationFrame title={t`User group`} crumbs={crumbs}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />}
      </AdministrationFrame>
    )
  return (
    <AdministrationFrame
      title={group.label}
      crumbs={crumbs}
      actions={isOwnGroup(id) && <GroupActions projectId={project.id} projectName={name} group={group} />}
    >
      {hasChangeableMembers(id) && (
        <Section title={t`Add somebody`}>
          <AddPerson groupId={id} submitLabel={t`Add`} />
        </Section>
      )}
      <Section title={t`Members of the user group`}>
        <GroupMembers projectId={project.id} group={group} />
      </Section>
    </AdministrationFrame>
  )
}

interface Group {
  readonly id: string
  readonly label: string
  readonly short_name: string
}

const GroupMembers = ({ projectId, group }: { readonly projectId: number; readonly group: Group }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { offset = 0 } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery({
    ...groupMembersQuery(projectId, group.id, { limit: LIMIT, offset }),
    placeholderData: keepPreviousData,
  })
  const [leaving, setLeaving] = useState<{ readonly id: number | null; readonly real_name: string | null }>()
  const leavingName = leaving?.real_name ?? ''
  const remove = async () => {
    const path = { id: group.id, user_id: leaving?.id ?? 0 }
    await done(api.DELETE('/user_groups/{id}/members/{user_id}', { params: { path } }))
    toast(t`${leavingName} was removed`)
    await queries.invalidateQueries({ queryKey: ['projects'] })
  }
  return (
    <>
      <Table
        label={t`Members of the user group`}
        rows={data?.items}
        rowKey={user => user.id ?? 0}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t`Nobody is in this user group yet`} />}
        columns={[
          { id: 'name', header: t`Name`, isRowHeader: true, cell: user => <Person user={user} /> },
          { id: 'email', header: t`E-mail address`, isSecondary: true, cell: user => user.email },
          ...(hasChangeableMembers(group.id)
            ? [
                {
                  id: 'actions',
                  header: t`Actions`,
                  isActions: true,
                  cell: (user: { readonly id: number | null; readonly real_name: string | null }) => (
                    <IconButton label={t`Remove ${user.real_name ?? ''}`} size="small" onPress={() => setLeaving(user)}>
                      <IconTrash />
                    </IconButton>
                  ),
                },
              ]
            : []),
        ]}
      />
      {data && (
        <Pagination
          offset={offset}
          limit={LIMIT}
          total={data.total}
          onChange={first => void navigate({ search: { offset: first || undefined } })}
        />
      )}
      <ConfirmDialog
        title={t`Remove ${leavingName} from ${group.label}?`}
        confirmLabel={t`Remove`}
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={remove}
      >
        <Trans>They lose the rights that this user group gives.</Trans>
      </ConfirmDialog>
    </>
  )
}

interface GroupActionsProps {
  readonly projectId: number
  readonly projectName: string
  readonly group: Group
}

const GroupActions = ({ projectId, projectName, group }: GroupActionsProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'rename' | 'delete'>()
  const close = () => setAsking(undefined)
  const remove = async () => {
    await call('DELETE', `/user_groups/${group.id}`)
    toast(t`The user group was deleted`)
    await navigate({ to: '/projects/$project/administration/groups', params: { project: projectName } })
    queries.removeQueries({ queryKey: groupQuery(projectId, group.id).queryKey })
    await queries.invalidateQueries({ queryKey: groupsQuery(projectId).queryKey })
  }
  return (
    <>
      <Button onPress={() => setAsking('rename')}>
        <Trans>Rename</Trans>
      </Button>
      <Button onPress={() => setAsking('delete')}>
        <Trans>Delete</Trans>
      </Button>
      <Dialog title={t`Rename ${group.label}`} isOpen={asking === 'rename'} onClose={close}>
        <RenameGroup projectId={projectId} group={group} onClose={close} />
      </Dialog>
      <ConfirmDialog
        title={t`Delete the user group ${group.label}?`}
        confirmLabel={t`Delete`}
        isOpen={asking === 'delete'}
        onClose={close}
        onConfirm={remove}
      >
        <Trans>All rights that were given to it are gone with it. This cannot be undone.</Trans>
      </ConfirmDialog>
    </>
  )
}

const RenameGroup = ({
  projectId,
  group,
  onClose,
}: {
  readonly projectId: number
  readonly group: Group
  readonly onClose: () => void
}) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [shortName, setShortName] = useState(group.short_name)
  const rename = useMutation({
    mutationFn: () => call('PATCH', `/user_groups/${group.id}`, { short_name: shortName }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: groupsQuery(projectId).queryKey })
      toast(t`The user group was renamed`)
      onClose()
    },
  })
  return (
    <Form
      onSubmit={() => rename.mutate()}
      isPending={rename.isPending}
      error={rename.error}
      submitLabel={t`Rename`}
      secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
    >
      <TextField
        name="short_name"
        label={t`Name`}
        description={t`Letters without accents, digits, - and _.`}
        value={shortName}
        onChange={setShortName}
        isRequired
        autoFocus
        pattern={GROUP_NAME}
        isCode
      />
    </Form>
  )
}
