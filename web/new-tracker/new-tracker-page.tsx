import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api, bodyOf } from '../api/api.ts'
import { Button, LinkButton } from '../design/controls/button.tsx'
import { Radio, RadioGroup } from '../design/controls/checkbox.tsx'
import { Form } from '../design/controls/form.tsx'
import { TextArea, TextField } from '../design/controls/text-field.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { useRights } from '../projects/project-queries.ts'
import { ColourSelect } from '../tracker-settings/colour-select.tsx'
import { itemNameOf } from './item-name.ts'
import type { Beginning } from './beginning-names.ts'
import { emptyDefinition, readTrackerFile, type TrackerFile } from './beginnings.ts'
import { TemplateSelects, type Template } from './template-selects.tsx'

import '../tracker-settings/settings.css'

const route = getRouteApi('/shell/projects/$project/trackers/new')

/** Makes a tracker in a project: with a usual form, with an empty one, like another tracker, or from a file. */
export const NewTrackerPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { is_administrator: isAdministrator } = useRights(project.id)
  return (
    <ProjectFrame
      title={t`New tracker`}
      width="narrow"
      crumbs={[{ label: t`Trackers`, link: { to: '/projects/$project/trackers', params: { project: name } } }]}
    >
      {isAdministrator ? (
        <NewTrackerForm />
      ) : (
        <PageState
          title={t`You do not administer this project`}
          action={
            <LinkButton to="/projects/$project/trackers" params={{ project: name }}>
              <Trans>Go to the trackers</Trans>
            </LinkButton>
          }
        >
          <Trans>One of its administrators can make a tracker.</Trans>
        </PageState>
      )}
    </ProjectFrame>
  )
}

const useCreate = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  const { project, name } = useCurrentProject()
  return useMutation({
    mutationFn: (body: object | undefined) => {
      if (!body) throw new ApiError(400, [t`Choose what the tracker begins with.`])
      return bodyOf(api.POST('/trackers', { body: { project: { id: project.id }, ...body } as never }))
    },
    onSuccess: async tracker => {
      await queries.invalidateQueries({ queryKey: ['projects'] })
      toast(t`The tracker is there`)
      await navigate({
        to: '/projects/$project/trackers/$tracker/settings/fields',
        params: { project: name, tracker: tracker.item_name },
      })
    },
  })
}

const NewTrackerForm = () => {
  const { t } = useLingui()
  const { template: templateId, from } = route.useSearch()
  const [beginning, setBeginning] = useState<Beginning>(templateId === undefined ? (from ?? 'basic') : 'copy')
  const [template, setTemplate] = useState<Template>()
  const [file, setFile] = useState<TrackerFile>()
  const [label, setLabel] = useState<string>()
  const [itemName, setItemName] = useState<string>()
  const [colour, setColour] = useState<string | null>()
  const [description, setDescription] = useState('')
  const given =
    beginning === 'copy' && template
      ? { label: template.label, itemName: template.item_name, colour: template.color_name }
      : beginning === 'file' && file
        ? file
        : undefined
  const name = label ?? given?.label ?? ''
  // The short name follows the name until somebody writes another one.
  const short = itemName ?? (label === undefined ? given?.itemName : undefined) ?? itemNameOf(name)
  const chosenColour = colour === undefined ? (given?.colour ?? 'inca-silver') : colour
  const create = useCreate()
  const empty = emptyDefinition({
    details: t`Details`,
    title: t`Title`,
    status: t`Status`,
    open: t({ message: 'Open', context: 'status of an artifact' }),
    closed: t({ message: 'Closed', context: 'status of an artifact' }),
  })
  const bodies: Readonly<Record<Beginning, object | undefined>> = {
    basic: {},
    empty: { definition: { general: { name: name.trim(), item_name: short }, ...empty } },
    copy: template && { template_tracker: { id: template.id } },
    file: file?.body,
  }
  const submit = () =>
    create.mutate(
      bodies[beginning] && {
        ...bodies[beginning],
        label: name.trim(),
        item_name: short,
        ...(description.trim() !== '' && { description: description.trim() }),
        ...(chosenColour !== null && { color: chosenColour }),
      },
    )
  return (
    <Form onSubmit={submit} isPending={create.isPending} error={create.error} submitLabel={t`Make the tracker`}>
      <RadioGroup label={t`Begin with`} value={beginning} onChange={next => setBeginning(next as Beginning)}>
        <Radio
          value="basic"
          label={t`The usual form`}
          description={t`Title, description, status, people in charge, attachments and links.`}
        />
        <Radio value="empty" label={t`An empty form`} description={t`Title and status; you add the rest.`} />
        <Radio
          value="copy"
          label={t`A copy of a tracker`}
          description={t`Of a template, of this project, or of another project that you administer; without its artifacts.`}
        />
        <Radio
          value="file"
          label={t`A file`}
          description={t`A definition (JSON), or the tracker of a project archive (XML).`}
        />
      </RadioGroup>
      {beginning === 'copy' && <TemplateSelects initialId={templateId} onChange={setTemplate} />}
      {beginning === 'file' && <FileField file={file} onFile={setFile} />}
      <TextField name="label" label={t`Name`} value={name} onChange={setLabel} isRequired />
      <TextField
        name="item_name"
        label={t`Short name`}
        description={t`The keyword of references, such as “bug” in “bug #12”: letters without accents, digits and “_”.`}
        value={short}
        onChange={setItemName}
        pattern="[A-Za-z0-9_]+"
        isRequired
        isCode
        autoComplete="off"
      />
      <ColourSelect label={t`Colour`} value={chosenColour} onChange={setColour} />
      <TextArea
        name="description"
        label={t`Description`}
        value={description}
        onChange={setDescription}
        rows={2}
        isOptional
      />
    </Form>
  )
}

interface FileFieldProps {
  readonly file: TrackerFile | undefined
  readonly onFile: (file: TrackerFile | undefined) => void
}

const FileField = ({ file, onFile }: FileFieldProps) => {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const read = readTrackerFile(chosen.name, await chosen.text())
    setFault(read ? undefined : t`${chosen.name} is neither a definition nor the XML of a tracker.`)
    onFile(read)
  }
  return (
    <div className="field">
      <span className="settings-actions">
        <Button onPress={() => input.current?.click()}>
          <Trans>Choose a file…</Trans>
        </Button>
        {file && <bdi className="muted">{file.name}</bdi>}
      </span>
      <input
        ref={input}
        type="file"
        accept=".json,.xml,application/json,text/xml"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t`File with a definition`}
        onChange={event => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {fault !== undefined && (
        <span className="field-error" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
