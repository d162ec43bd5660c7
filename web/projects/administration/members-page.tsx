import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../../api/api.ts'
import { ConfirmDialog } from '../../design/feedback/dialog.tsx'
import { IconMore } from '../../design/icons.tsx'
import { Menu, MenuItem } from '../../design/layout/menu.tsx'
import { Section } from '../../design/layout/page.tsx'
import { toast, toastError } from '../../design/feedback/toast.tsx'
import { MembersList } from '../members-list.tsx'
import { useCurrentProject } from '../project-frame.tsx'
import type { Member } from '../project-queries.ts'
import { AddPerson } from './add-person.tsx'
import { AdministrationFrame } from './administration-frame.tsx'

const route = getRouteApi('/shell/projects/$project/administration/members')

export const MembersPage = () => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
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
        <MembersList
          projectId={project.id}
          search={search}
          onSearch={next => void navigate({ search: next })}
          actions={{
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
          }}
        />
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
