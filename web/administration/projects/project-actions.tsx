import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api, done } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { ConfirmDialog, Dialog } from '../../design/feedback/dialog.tsx'
import { Form } from '../../design/controls/form.tsx'
import { Notice } from '../../design/feedback/notice.tsx'
import { TextField } from '../../design/controls/text-field.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { projectsKey, type AdministeredProject } from './projects.ts'

const changes = {
  activate: { status: 'active' },
  suspend: { status: 'suspended' },
  delete: { status: 'deleted' },
  template: { is_template: true },
  ordinary: { is_template: false },
} as const

export type ProjectAction = Exclude<keyof typeof changes, 'delete'>

const useChange = ({ id, label }: AdministeredProject) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  return async (action: keyof typeof changes): Promise<void> => {
    await done(api.PATCH('/site/projects/{id}', { params: { path: { id } }, body: changes[action] }))
    await queries.invalidateQueries({ queryKey: projectsKey })
    await queries.invalidateQueries({ queryKey: ['projects'] })
    toast(t`${label}: done`)
  }
}

interface Question {
  readonly title: string
  readonly text: ReactNode
  readonly confirm: string
}

const useQuestion = (action: ProjectAction, name: string): Question => {
  const { t } = useLingui()
  switch (action) {
    case 'activate':
      return {
        title: t`Activate ${name}?`,
        text: <Trans>Its members can work in it, and it is seen by whom it is visible to.</Trans>,
        confirm: t`Activate`,
      }
    case 'suspend':
      return {
        title: t`Suspend ${name}?`,
        text: <Trans>Only site administrators see it until it is activated again. Nothing in it is lost.</Trans>,
        confirm: t`Suspend`,
      }
    case 'template':
      return {
        title: t`Make ${name} a template?`,
        text: <Trans>Everybody who sees it may make projects from it.</Trans>,
        confirm: t`Make a template`,
      }
    case 'ordinary':
      return {
        title: t`Make ${name} an ordinary project?`,
        text: (
          <Trans>It is not offered any more to those who make projects. Projects made from it stay as they are.</Trans>
        ),
        confirm: t`Make an ordinary project`,
      }
  }
}

interface DialogProps {
  readonly project: AdministeredProject
  readonly onClose: () => void
}

/** Asks for confirmation, then runs the action. */
export const ProjectActionDialog = ({ action, project, onClose }: DialogProps & { readonly action: ProjectAction }) => {
  const { title, text, confirm } = useQuestion(action, project.label)
  const change = useChange(project)
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirm}
      isDanger={action === 'suspend'}
      isOpen
      onClose={onClose}
      onConfirm={() => change(action)}
    >
      {text}
    </ConfirmDialog>
  )
}

/** Deletion cannot be undone, so the reader must type the name of the project. */
export const DeleteProjectDialog = ({ project, onClose }: DialogProps) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const change = useChange(project)
  const remove = useMutation({ mutationFn: () => change('delete'), onSuccess: onClose })
  const { label, shortname } = project
  const submit = () => {
    const isRight = typed.trim().toLowerCase() === shortname.toLowerCase()
    setWrong(!isRight)
    if (isRight) remove.mutate()
  }
  return (
    <Dialog title={t`Delete ${label}?`} isOpen onClose={onClose} isAlert>
      <Notice kind="danger">
        <Trans>
          Its trackers with all artifacts and files, its repositories and its user groups are gone for everybody. This
          cannot be undone. To close a project for a while, suspend it.
        </Trans>
      </Notice>
      <Form
        onSubmit={submit}
        isPending={remove.isPending}
        error={remove.error}
        submitLabel={t`Delete for good`}
        isDanger
        secondary={
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <TextField
          label={t`Write its short name, ${shortname}, to confirm`}
          value={typed}
          onChange={value => {
            setTyped(value)
            setWrong(false)
          }}
          error={isWrong ? t`This is not its short name.` : undefined}
          autoComplete="off"
          isRequired
          autoFocus
          isCode
        />
      </Form>
    </Dialog>
  )
}
