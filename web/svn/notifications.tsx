import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api, bodyOf } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '../design/controls/checkbox.tsx'
import { ConfirmDialog, Dialog } from '../design/feedback/dialog.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { Form } from '../design/controls/form.tsx'
import { IconMore, IconPlus } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { Section } from '../design/layout/page.tsx'
import { Table } from '../design/layout/table.tsx'
import { TextArea, TextField } from '../design/controls/text-field.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { useGroupLabel } from '../projects/administration/group-label.ts'
import { groupsQuery, hasChangeableMembers } from '../projects/administration/group-queries.ts'
import { useCurrentProject } from '../projects/project-frame.tsx'
import type { RepositoryPageProps } from './repository-administration-frame.tsx'
import { settingsBody, useSaveSettings } from './settings-body.ts'
import type { RepositorySettings } from './svn-queries.ts'

type Notification = RepositorySettings['email_notifications'][number]

/** The recipients of mails about commits, by the changed paths. */
export const NotificationsSection = ({ repository, settings }: RepositoryPageProps) => {
  const { t } = useLingui()
  const [editing, setEditing] = useState<{ readonly index: number; readonly notification?: Notification }>()
  const [leaving, setLeaving] = useState<number>()
  const save = useSaveSettings(repository.id, () => toast(t`The notifications were saved`))
  const known = settings.email_notifications
  const label = useGroupLabel()
  const written = settingsBody(settings).email_notifications
  const path = leaving === undefined ? '' : (known[leaving]?.path ?? '')
  return (
    <Section
      title={t`Notifications`}
      description={<Trans>Who gets a mail when something below a path is committed.</Trans>}
      actions={
        <Button onPress={() => setEditing({ index: known.length })}>
          <IconPlus />
          <Trans>Add a path</Trans>
        </Button>
      }
    >
      <Table
        label={t`Notifications`}
        rows={known}
        rowKey={each => each.path}
        empty={<EmptyState title={t`Nobody is told of commits`} />}
        columns={[
          { id: 'path', header: t`Path`, isRowHeader: true, cell: each => <code>{each.path}</code> },
          { id: 'who', header: t`Recipients`, cell: each => recipientsOf(each, label).join(', ') },
          {
            id: 'actions',
            header: t`Actions`,
            isActions: true,
            cell: each => {
              const index = known.indexOf(each)
              return (
                <Menu label={t`Actions for ${each.path}`} icon={<IconMore />}>
                  <MenuItem onAction={() => setEditing({ index, notification: each })}>{t`Edit`}</MenuItem>
                  <MenuItem isDanger onAction={() => setLeaving(index)}>{t`Delete`}</MenuItem>
                </Menu>
              )
            },
          },
        ]}
      />
      <Dialog title={t`Notification`} isOpen={editing !== undefined} onClose={() => setEditing(undefined)}>
        {editing && (
          <NotificationForm
            {...(editing.notification ? { notification: editing.notification } : {})}
            onClose={() => setEditing(undefined)}
            onSave={async changed => {
              const all = [...written]
              all[editing.index] = changed
              await save.mutateAsync({ email_notifications: all })
              setEditing(undefined)
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        title={t`Tell nobody of commits below ${path}?`}
        confirmLabel={t`Delete`}
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => save.mutateAsync({ email_notifications: written.filter((_each, index) => index !== leaving) })}
      >
        <Trans>Its recipients get no more mails of it.</Trans>
      </ConfirmDialog>
    </Section>
  )
}

const recipientsOf = (
  { emails, users, user_groups }: Notification,
  label: ReturnType<typeof useGroupLabel>,
): readonly string[] => [...user_groups.map(label), ...users.map(user => user.real_name ?? ''), ...emails]

type NotificationInput = ReturnType<typeof settingsBody>['email_notifications'][number]

interface NotificationFormProps {
  readonly notification?: Notification
  readonly onSave: (written: NotificationInput) => Promise<void>
  readonly onClose: () => void
}

const NotificationForm = ({ notification, onSave, onClose }: NotificationFormProps) => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const { data: groups } = useQuery(groupsQuery(project.id))
  const label = useGroupLabel()
  const [path, setPath] = useState(notification?.path ?? '/')
  const [people, setPeople] = useState(
    [...(notification?.users.map(user => user.username ?? '') ?? []), ...(notification?.emails ?? [])].join('\n'),
  )
  const [groupIds, setGroupIds] = useState<string[]>(notification?.user_groups.map(group => group.id) ?? [])
  const save = useMutation({
    mutationFn: async () => {
      const names = people.split(/[\s,;]+/).filter(name => name !== '')
      const logins = names.filter(name => !name.includes('@'))
      const users = await Promise.all(logins.map(findUser))
      const unknown = logins.filter((_login, index) => users[index] === undefined)
      if (unknown.length > 0) throw new ApiError(400, [t`There is no account with the login ${unknown.join(', ')}.`])
      await onSave({
        path: path.trim(),
        emails: names.filter(name => name.includes('@')),
        users: users.flatMap(id => id ?? []),
        user_groups: groupIds,
      })
    },
  })
  return (
    <Form
      onSubmit={() => save.mutate()}
      isPending={save.isPending}
      error={save.error}
      submitLabel={t`Save`}
      secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
    >
      <TextField
        name="path"
        label={t`Path`}
        description={t`/ is the whole repository; * stands for any name.`}
        value={path}
        onChange={setPath}
        isRequired
        autoFocus
        isCode
      />
      <TextArea
        name="emails"
        label={t`Logins and e-mail addresses`}
        description={t`One a line.`}
        value={people}
        onChange={setPeople}
        isOptional
        isCode
        rows={3}
      />
      {groups && (
        <CheckboxGroup label={t`User groups`} value={groupIds} onChange={setGroupIds}>
          {groups
            .filter(group => hasChangeableMembers(group.id))
            .map(group => (
              <Checkbox key={group.id} value={group.id} label={label(group)} />
            ))}
        </CheckboxGroup>
      )}
    </Form>
  )
}

const findUser = async (login: string): Promise<number | undefined> => {
  const query = JSON.stringify({ username: login })
  const [user] = await bodyOf(api.GET('/users', { params: { query: { query } } }))
  return user?.id ?? undefined
}
