import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { ConfirmDialog, Dialog } from '../design/feedback/dialog.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { Form } from '../design/controls/form.tsx'
import { IconMore, IconPlus } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { Section } from '../design/layout/page.tsx'
import { Table } from '../design/layout/table.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { RecipientFields, useRecipientNames, useRecipients } from '../recipients/recipients.tsx'
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
  const namesOf = useRecipientNames()
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
          { id: 'who', header: t`Recipients`, cell: each => namesOf(each).join(', ') },
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

type NotificationInput = ReturnType<typeof settingsBody>['email_notifications'][number]

interface NotificationFormProps {
  readonly notification?: Notification
  readonly onSave: (written: NotificationInput) => Promise<void>
  readonly onClose: () => void
}

const NotificationForm = ({ notification, onSave, onClose }: NotificationFormProps) => {
  const { t } = useLingui()
  const [path, setPath] = useState(notification?.path ?? '/')
  const recipients = useRecipients(notification)
  const save = useMutation({
    mutationFn: async () => onSave({ path: path.trim(), ...(await recipients.find()) }),
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
      <RecipientFields {...recipients} />
    </Form>
  )
}
