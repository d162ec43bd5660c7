import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../../api/api.ts'
import { IconButton } from '../../design/controls/button.tsx'
import { ConfirmDialog } from '../../design/feedback/dialog.tsx'
import { EmptyState } from '../../design/feedback/empty-state.tsx'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { IconTrash } from '../../design/icons.tsx'
import { Section } from '../../design/layout/page.tsx'
import { Pagination } from '../../design/layout/pagination.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { Table } from '../../design/layout/table.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { Person } from '../person.tsx'
import { useCurrentProject } from '../project-frame.tsx'
import { AddPerson } from './add-person.tsx'
import { AdministrationFrame } from './administration-frame.tsx'
import { groupMembersQuery, groupQuery, hasChangeableMembers, isOwnGroup } from './group-queries.ts'
import { GroupActions } from './group-actions.tsx'
import { useGroupLabel } from './group-label.ts'

const route = getRouteApi('/shell/projects/$project/administration/groups/$group')
const LIMIT = 50

/** The members of a user group. */
export const GroupPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { group: id } = route.useParams()
  const { data: group, error, refetch } = useQuery(groupQuery(project.id, id))
  const label = useGroupLabel()
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
      title={label(group)}
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
}

const GroupMembers = ({ projectId, group }: { readonly projectId: number; readonly group: Group }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const label = useGroupLabel()
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
        title={t`Remove ${leavingName} from ${label(group)}?`}
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
