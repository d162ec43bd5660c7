import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../../api/api.ts'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { IconMore } from '../../design/icons.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Section } from '../../design/page.tsx'
import { Pagination } from '../../design/pagination.tsx'
import { SearchBar } from '../../design/search-bar.tsx'
import { Table } from '../../design/table.tsx'
import { toast, toastError } from '../../design/toast.tsx'
import { Person } from '../person.tsx'
import { useCurrentProject } from '../project-frame.tsx'
import { AdministratorBadge } from '../project-page.tsx'
import { membersQuery } from '../project-queries.ts'
import { AddPerson } from './add-person.tsx'
import { AdministrationFrame } from './administration-frame.tsx'

const route = getRouteApi('/shell/projects/$project/administration/members')
const LIMIT = 50

interface Member {
  readonly id: number | null
  readonly real_name: string | null
  readonly username: string | null
  readonly is_administrator: boolean
}

export const MembersPage = () => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const { q = '', offset = 0 } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery({
    ...membersQuery(project.id, { text: q, limit: LIMIT, offset }),
    placeholderData: keepPreviousData,
  })
  const change = useChangeAdministration(project.id)
  const [leaving, setLeaving] = useState<Member>()
  const remove = useRemoveMember(project.id)
  const leavingName = leaving?.real_name ?? ''
  return (
    <AdministrationFrame title={t`Members`}>
      <Section title={t`Add a member`}>
        <AddPerson groupId={`${project.id}_3`} submitLabel={t`Add`} />
      </Section>
      <Section title={t`Members of the project`}>
        <SearchBar
          label={t`Search members`}
          value={q}
          onSearch={text => void navigate({ search: { q: text || undefined } })}
        />
        <Table
          label={t`Members`}
          rows={data?.items}
          rowKey={member => member.id ?? 0}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={q === '' ? t`Nobody is a member` : t`No member is called like that`} />}
          columns={[
            {
              id: 'name',
              header: t`Name`,
              isRowHeader: true,
              cell: member => <Person user={member} note={member.is_administrator && <AdministratorBadge />} />,
            },
            {
              id: 'actions',
              header: t`Actions`,
              isActions: true,
              cell: member => (
                <Menu label={t`Actions for ${member.real_name ?? ''}`} icon={<IconMore />}>
                  {member.is_administrator ? (
                    <MenuItem onAction={() => change.mutate({ member, isAdministrator: false })}>
                      {t`Take the administration away`}
                    </MenuItem>
                  ) : (
                    <MenuItem onAction={() => change.mutate({ member, isAdministrator: true })}>
                      {t`Make administrator`}
                    </MenuItem>
                  )}
                  <MenuItem isDanger onAction={() => setLeaving(member)}>{t`Remove from the project`}</MenuItem>
                </Menu>
              ),
            },
          ]}
        />
        {data && (
          <Pagination
            offset={offset}
            limit={LIMIT}
            total={data.total}
            onChange={first => void navigate({ search: { q: q || undefined, offset: first || undefined } })}
          />
        )}
      </Section>
      <ConfirmDialog
        title={t`Remove ${leavingName} from the project?`}
        confirmLabel={t`Remove`}
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => (leaving ? remove(leaving) : Promise.resolve())}
      >
        <Trans>They leave the user groups of the project, too. Artifacts and comments of theirs stay.</Trans>
      </ConfirmDialog>
    </AdministrationFrame>
  )
}

const useChangeAdministration = (projectId: number) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ member, isAdministrator }: { readonly member: Member; readonly isAdministrator: boolean }) => {
      const id = `${projectId}_4`
      const userId = member.id ?? 0
      return isAdministrator
        ? done(api.POST('/user_groups/{id}/members', { params: { path: { id } }, body: { id: userId } }))
        : done(api.DELETE('/user_groups/{id}/members/{user_id}', { params: { path: { id, user_id: userId } } }))
    },
    onSuccess: async (_answer, { member, isAdministrator }) => {
      const name = member.real_name ?? ''
      toast(isAdministrator ? t`${name} administers the project now` : t`${name} no longer administers the project`)
      await queries.invalidateQueries({ queryKey: ['projects'] })
    },
    onError: toastError,
  })
}

const useRemoveMember = (projectId: number) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  return async (member: Member) => {
    const path = { id: `${projectId}_3`, user_id: member.id ?? 0 }
    await done(api.DELETE('/user_groups/{id}/members/{user_id}', { params: { path } }))
    const name = member.real_name ?? ''
    toast(t`${name} is no longer a member`)
    await queries.invalidateQueries({ queryKey: ['projects'] })
  }
}
