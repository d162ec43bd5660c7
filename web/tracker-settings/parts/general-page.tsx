import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '../../design/controls/checkbox.tsx'
import { Form } from '../../design/controls/form.tsx'
import { TextArea, TextField } from '../../design/controls/text-field.tsx'
import { Dialog } from '../../design/feedback/dialog.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { Section } from '../../design/layout/page.tsx'
import { useCurrentProject } from '../../projects/project-frame.tsx'
import type { Tracker } from '../../trackers/tracker-queries.ts'
import { ColourSelect } from '../colour-select.tsx'
import type { General } from '../model/definition.ts'
import { useWorkingCopy } from '../model/use-working-copy.ts'
import { SettingsFrame, useSettingsTracker } from '../settings-frame.tsx'

type Flag = {
  [Name in keyof General]-?: NonNullable<General[Name]> extends boolean ? Name : never
}[keyof General]

/** Names, texts and behaviour of a tracker. */
export const GeneralPage = () => {
  const { t } = useLingui()
  const { mine, base, change } = useWorkingCopy()
  const { general } = mine
  const set = (members: Partial<General>) => change(all => ({ ...all, general: { ...all.general, ...members } }))
  const flags: readonly (readonly [Flag, string])[] = [
    ['allow_copy', t`Artifacts can be copied`],
    ['enable_move_artifacts', t`Artifacts can be moved to and from other trackers`],
    ['use_private_comments', t`Comments can be restricted to groups`],
    ['is_displayed_in_new_dropdown', t`Offered in the menu of new things`],
    ['instantiate_for_new_projects', t`Copied with the project when that is a template`],
    ['log_priority_changes', t`Changes of the priority are kept in the history`],
    ['enable_email_gateway', t`Artifacts can be created by mail`],
  ]
  const isRenamed = general.item_name !== base.definition.general.item_name
  return (
    <SettingsFrame title={t`General`} width="narrow">
      <div className="settings-form">
        <TextField
          label={t`Name`}
          value={general.name}
          onChange={name => set({ name })}
          {...(general.name.trim() === '' && { error: t`A tracker has a name.` })}
        />
        <TextField
          label={t`Short name`}
          isCode
          value={general.item_name}
          onChange={item_name => set({ item_name })}
          description={
            isRenamed
              ? t`References such as “${base.definition.general.item_name} #12” in texts stop working.`
              : t`The keyword of references: “${general.item_name} #12”.`
          }
        />
        <TextArea
          label={t`Description`}
          isOptional
          rows={2}
          value={general.description ?? ''}
          onChange={description => set({ description })}
        />
        <ColourSelect
          label={t`Colour`}
          value={general.color ?? null}
          onChange={color => set({ color: color as never })}
        />
        <TextArea
          label={t`Instructions above a new artifact`}
          isOptional
          rows={3}
          value={general.submit_instructions ?? ''}
          onChange={submit_instructions => set({ submit_instructions })}
        />
        <TextArea
          label={t`Instructions above lists`}
          isOptional
          rows={3}
          value={general.browse_instructions ?? ''}
          onChange={browse_instructions => set({ browse_instructions })}
        />
        <CheckboxGroup
          label={t`Behaviour`}
          value={flags.map(([name]) => name).filter(name => general[name])}
          onChange={chosen => set(Object.fromEntries(flags.map(([name]) => [name, chosen.includes(name)])))}
        >
          {flags.map(([name, label]) => (
            <Checkbox key={name} value={name} label={label} />
          ))}
        </CheckboxGroup>
      </div>
      <DeleteTracker />
    </SettingsFrame>
  )
}

const DeleteTracker = () => {
  const { t } = useLingui()
  const tracker = useSettingsTracker()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title={t`Delete the tracker`}
      description={<Trans>Nobody sees the tracker and its artifacts any more.</Trans>}
    >
      <div className="settings-actions">
        <Button variant="danger" onPress={() => setOpen(true)}>
          <Trans>Delete…</Trans>
        </Button>
      </div>
      {isOpen && <DeleteDialog tracker={tracker} onClose={() => setOpen(false)} />}
    </Section>
  )
}

const DeleteDialog = ({ tracker, onClose }: { readonly tracker: Tracker; readonly onClose: () => void }) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { name } = useCurrentProject()
  const { discard } = useWorkingCopy()
  const remove = useMutation({
    mutationFn: () => done(api.DELETE('/trackers/{id}', { params: { path: { id: tracker.id } } })),
    onSuccess: async () => {
      discard()
      await navigate({ to: '/projects/$project/trackers', params: { project: name } })
      queries.removeQueries({ queryKey: ['tracker', tracker.id] })
      await queries.invalidateQueries({ queryKey: ['projects'] })
      toast(t`The tracker is deleted`)
    },
  })
  const isTyped = typed.trim() === tracker.label.trim()
  return (
    <Dialog title={t`Delete ${tracker.label}?`} isOpen onClose={onClose}>
      <Form
        onSubmit={() => isTyped && remove.mutate()}
        isPending={remove.isPending}
        error={remove.error}
        isReadOnly={!isTyped}
        isDanger
        submitLabel={t`Delete the tracker`}
        secondary={
          <Button variant="quiet" onPress={onClose}>
            <Trans>Keep it</Trans>
          </Button>
        }
      >
        <TextField
          label={t`Type “${tracker.label}” to delete it`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
