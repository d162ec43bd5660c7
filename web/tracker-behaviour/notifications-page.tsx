import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { Checkbox, CheckboxGroup, Radio, RadioGroup } from '../design/controls/checkbox.tsx'
import { Form } from '../design/controls/form.tsx'
import { ConfirmDialog, Dialog } from '../design/feedback/dialog.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { IconMore, IconPlus } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { Section } from '../design/layout/page.tsx'
import { Table } from '../design/layout/table.tsx'
import { RecipientFields, useRecipientNames, useRecipients, type RecipientIds } from '../recipients/recipients.tsx'
import { elementsOf, withElement, type TrackerDefinition } from '../tracker-settings/model/definition.ts'
import { isUsed } from '../tracker-settings/model/form-edits.ts'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import { SettingsFrame } from '../tracker-settings/settings-frame.tsx'

const recipientsQuery = (trackerId: number) =>
  queryOptions({
    queryKey: ['tracker', trackerId, 'notification recipients'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/trackers/{id}/notification_recipients', { params: { path: { id: trackerId } }, signal })),
  })

type Entry = Awaited<ReturnType<NonNullable<ReturnType<typeof recipientsQuery>['queryFn']>>>[number]

type Notifications = TrackerDefinition['notifications']

/** Mails about changes, and their recipients. */
export const NotificationsPage = () => {
  const { t } = useLingui()
  const { mine, change } = useWorkingCopy()
  const { level, should_send_event: sendsEvent } = mine.notifications
  const set = (members: Partial<Notifications>) =>
    change(all => ({ ...all, notifications: { ...all.notifications, ...members } }))
  const { title, timeframe } = mine.semantics
  const canSendEvent = title !== undefined && timeframe !== undefined && timeframe.implied_from === undefined
  const people = elementsOf(mine.form).filter(each => isUsed(each) && each.bind?.type === 'users' && each.permissions)
  return (
    <SettingsFrame title={t`Notifications`} description={<Trans>Mails about changes of artifacts.</Trans>}>
      <div className="settings-form">
        <RadioGroup
          label={t`Changes that are told by mail`}
          value={level ?? 'all'}
          onChange={next => set({ level: next as NonNullable<Notifications['level']> })}
        >
          <Radio value="all" label={t`All changes`} />
          <Radio value="status_change" label={t`New artifacts, and changes of the status`} />
          <Radio value="none" label={t`None`} />
        </RadioGroup>
        <Checkbox
          label={t`A calendar event goes with the mails`}
          description={
            canSendEvent ? undefined : t`It needs a title, and a timeframe of the tracker itself (Semantics).`
          }
          isSelected={sendsEvent === true}
          isDisabled={!canSendEvent && sendsEvent !== true}
          onChange={should_send_event => set({ should_send_event })}
        />
        {people.length > 0 && (
          <CheckboxGroup
            label={t`Fields whose people get mails`}
            value={people.filter(({ has_notifications: tells }) => tells).map(({ name }) => name)}
            onChange={names =>
              change(all => ({
                ...all,
                form: people.reduce(
                  (form, { name }) =>
                    withElement(form, name, each => ({ ...each, has_notifications: names.includes(name) })),
                  all.form,
                ),
              }))
            }
          >
            {people.map(({ name, label }) => (
              <Checkbox key={name} value={name} label={label || name} />
            ))}
          </CheckboxGroup>
        )}
      </div>
      <RecipientsSection />
    </SettingsFrame>
  )
}

type EntryInput = { readonly is_for_updates: boolean } & RecipientIds

const inputOf = ({ is_for_updates, emails, users, user_groups }: Entry): EntryInput => ({
  is_for_updates,
  emails,
  users: users.flatMap(({ id }) => id ?? []),
  user_groups: user_groups.map(({ id }) => id),
})

/** Recipients of all changes: they are no part of the definition, and are saved at once. */
const RecipientsSection = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { trackerId } = useWorkingCopy()
  const { data: entries, error, refetch } = useQuery(recipientsQuery(trackerId))
  const namesOf = useRecipientNames()
  const [editing, setEditing] = useState<{ readonly index: number; readonly entry?: Entry }>()
  const [leaving, setLeaving] = useState<number>()
  const save = useMutation({
    mutationFn: (next: readonly EntryInput[]) =>
      bodyOf(
        api.PUT('/trackers/{id}/notification_recipients', {
          params: { path: { id: trackerId } },
          body: next.map(({ users: user_ids, user_groups: user_group_ids, ...rest }) => ({
            ...rest,
            user_ids,
            user_group_ids,
          })),
        }),
      ),
    onSuccess: async saved => {
      queries.setQueryData(recipientsQuery(trackerId).queryKey, saved)
      toast(t`The recipients are saved`)
      await queries.invalidateQueries(recipientsQuery(trackerId))
    },
  })
  const written = (entries ?? []).map(inputOf)
  return (
    <Section
      title={t`Recipients of all mails`}
      description={<Trans>Saved at once, without the preview.</Trans>}
      actions={
        <Button onPress={() => setEditing({ index: written.length })} isDisabled={!entries}>
          <IconPlus /> <Trans>Recipients</Trans>
        </Button>
      }
    >
      <Table
        label={t`Recipients of all mails`}
        rows={entries?.map((entry, index) => ({ entry, index }))}
        rowKey={({ index }) => index}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState title={t`Nobody gets mails about all artifacts`}>
            <Trans>People in charge, authors and watchers get theirs without this.</Trans>
          </EmptyState>
        }
        columns={[
          {
            id: 'who',
            header: t`Recipients`,
            isRowHeader: true,
            cell: ({ entry }) => namesOf(entry).join(', '),
          },
          {
            id: 'what',
            header: t`Told of`,
            cell: ({ entry }) => (entry.is_for_updates ? t`All changes` : t`New artifacts`),
          },
          {
            id: 'actions',
            header: t`Actions`,
            isActions: true,
            cell: ({ entry, index }) => {
              const names = namesOf(entry).join(', ')
              return (
                <Menu label={t`Actions for ${names}`} icon={<IconMore />}>
                  <MenuItem onAction={() => setEditing({ index, entry })}>{t`Edit`}</MenuItem>
                  <MenuItem isDanger onAction={() => setLeaving(index)}>{t`Delete`}</MenuItem>
                </Menu>
              )
            },
          },
        ]}
      />
      <Dialog title={t`Recipients`} isOpen={editing !== undefined} onClose={() => setEditing(undefined)}>
        {editing && (
          <RecipientsForm
            entry={editing.entry}
            onClose={() => setEditing(undefined)}
            onSave={async changed => {
              await save.mutateAsync(written.toSpliced(editing.index, 1, changed))
              setEditing(undefined)
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        title={t`Send these recipients no more mails?`}
        confirmLabel={t`Delete`}
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => save.mutateAsync(written.filter((_each, index) => index !== leaving))}
      >
        <Trans>They get no more mails about all artifacts of this tracker.</Trans>
      </ConfirmDialog>
    </Section>
  )
}

interface RecipientsFormProps {
  readonly entry: Entry | undefined
  readonly onSave: (entry: EntryInput) => Promise<void>
  readonly onClose: () => void
}

const RecipientsForm = ({ entry, onSave, onClose }: RecipientsFormProps) => {
  const { t } = useLingui()
  const recipients = useRecipients(entry)
  const [isForUpdates, setForUpdates] = useState(entry?.is_for_updates ?? true)
  const save = useMutation({
    mutationFn: async () => onSave({ is_for_updates: isForUpdates, ...(await recipients.find()) }),
  })
  return (
    <Form
      onSubmit={() => save.mutate()}
      isPending={save.isPending}
      error={save.error}
      submitLabel={t`Save`}
      secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
    >
      <RecipientFields {...recipients} />
      <RadioGroup
        label={t`Told of`}
        value={isForUpdates ? 'all' : 'new'}
        onChange={value => setForUpdates(value === 'all')}
      >
        <Radio value="all" label={t`All changes`} />
        <Radio value="new" label={t`New artifacts`} />
      </RadioGroup>
    </Form>
  )
}
