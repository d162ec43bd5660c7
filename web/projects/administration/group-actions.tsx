import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, bodyOf, done } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { ConfirmDialog, Dialog } from '../../design/feedback/dialog.tsx'
import { Form } from '../../design/controls/form.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { GroupNameField } from './group-name-field.tsx'

interface Group {
  readonly id: string
  readonly label: string
}

interface GroupActionsProps {
  readonly projectId: number
  readonly projectName: string
  readonly group: Group
}

/** Actions on a static user group of the project. */
export const GroupActions = ({ projectId, projectName, group }: GroupActionsProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [doing, setDoing] = useState<'rename' | 'delete'>()
  const close = () => setDoing(undefined)
  const remove = async () => {
    await done(api.DELETE('/user_groups/{id}', { params: { path: { id: group.id } } }))
    toast(t`The user group was deleted`)
    // Leaves this page first, because it would read the deleted group again.
    await navigate({ to: '/projects/$project/administration/groups', params: { project: projectName } })
    await queries.invalidateQueries({ queryKey: ['projects', projectId] })
  }
  return (
    <>
      <Button onPress={() => setDoing('rename')}>
        <Trans>Rename</Trans>
      </Button>
      <Button variant="danger" onPress={() => setDoing('delete')}>
        <Trans>Delete</Trans>
      </Button>
      <Dialog title={t`Rename ${group.label}`} isOpen={doing === 'rename'} onClose={close}>
        <RenameGroup projectId={projectId} group={group} onClose={close} />
      </Dialog>
      <ConfirmDialog
        title={t`Delete the user group ${group.label}?`}
        confirmLabel={t`Delete`}
        isOpen={doing === 'delete'}
        onClose={close}
        onConfirm={remove}
      >
        <Trans>
          Its members lose the rights that it gives, and lists of users no longer offer them because of it. What only
          this group could do is left to administrators. This cannot be undone.
        </Trans>
      </ConfirmDialog>
    </>
  )
}

interface RenameGroupProps {
  readonly projectId: number
  readonly group: Group
  readonly onClose: () => void
}

const RenameGroup = ({ projectId, group, onClose }: RenameGroupProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [name, setName] = useState(group.label)
  const rename = useMutation({
    mutationFn: () =>
      bodyOf(api.PATCH('/user_groups/{id}', { params: { path: { id: group.id } }, body: { short_name: name } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['projects', projectId] })
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
      <GroupNameField value={name} onChange={setName} />
    </Form>
  )
}
