import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type KeyboardEvent } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { api, bodyOf } from '../../api/api.ts'
import { useUploadQueue } from '../../artifacts/attachments/attach-uploads.ts'
import { faultsOfField } from '../../artifacts/form/field-faults.ts'
import { Button } from '../../design/controls/button.tsx'
import { useFaults, FaultList } from '../../design/feedback/error-state.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { useDraft } from '../../drafts/use-draft.ts'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { ChooseFiles } from '../../uploads/choose-files.tsx'
import { UploadRow } from '../../uploads/upload-row.tsx'
import { useUploads } from '../../uploads/use-uploads.ts'
import type { Tracker } from '../tracker-queries.ts'
import { submittable, type Values } from './given-values.ts'
import './new-artifact.css'

export interface NewArtifactFormProps {
  readonly tracker: Tracker
  readonly projectName: string
  readonly given: Values
  readonly parent: number | undefined
}

type Stored = readonly (readonly [number, FieldValue])[]

/** Shows title, required fields and fields of the semantics first, and the other fields on request. */
export const NewArtifactForm = ({ tracker, projectName, given, parent }: NewArtifactFormProps) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const faultsOf = useFaults()
  const form = useRef<HTMLFormElement>(null)
  const draftKey = `new:${tracker.id}`
  const draft = useDraft<Stored>(draftKey)
  const [typed, setTyped] = useState<Values>()
  const [isWhole, setWhole] = useState(false)
  const [missing, setMissing] = useState<ReadonlySet<number>>(new Set())
  const queue = useUploadQueue()
  const uploads = useUploads().filter(({ target }) => target.draft === draftKey)
  const values = typed ?? (draft.restored ? new Map([...given, ...draft.restored]) : given)
  const fields = submittable(tracker)
  const first = fields.filter(field => isFirst(tracker, field))
  const others = fields.filter(field => !first.includes(field))
  const scope = { projectId: tracker.project.id, trackerId: tracker.id }

  const change = (field: Field, value: FieldValue) => {
    const next = new Map(values).set(field.field_id, value)
    setTyped(next)
    setMissing(new Set([...missing].filter(id => id !== field.field_id)))
    draft.keep([...next])
  }
  const create = useMutation({
    mutationFn: async (): Promise<number> => {
      const entries = fields
        .filter(field => field.type !== 'file')
        .flatMap(field => {
          const value = values.get(field.field_id)
          return value && !viewOf(field.type).isEmpty(value) ? [viewOf(field.type).entryOf(value, field)] : []
        })
      const files = [...new Set(uploads.map(({ target }) => target.fieldId))].map(field_id => ({
        field_id,
        value: uploads.flatMap(({ target, state, fileId }) =>
          target.fieldId === field_id && state === 'complete' && fileId !== undefined ? [fileId] : [],
        ),
      }))
      const links = tracker.fields.find(field => field.type === 'art_link')
      const parents = parent !== undefined && links ? [{ field_id: links.field_id, parent: { id: parent } }] : []
      return bodyOf(
        api.POST('/artifacts', { body: { tracker: { id: tracker.id }, values: [...entries, ...files, ...parents] } }),
      ).then(({ id }) => id)
    },
    onSuccess: async () => {
      draft.keep(undefined)
      await queue.settle(draftKey)
      await queries.invalidateQueries({ queryKey: ['tracker', tracker.id, 'rows'] })
      await queries.invalidateQueries({ queryKey: ['projects', tracker.project.id, 'tracker sizes'] })
    },
  })
  const isUploading = uploads.some(({ state }) => ['waiting', 'sending', 'interrupted'].includes(state))
  const error = create.error instanceof ApiError ? create.error : undefined
  const sentences = error ? faultsOf(error) : []
  const faultsFor = (field: Field): readonly string[] => [
    ...(missing.has(field.field_id) ? [t`“${field.label}” needs a value.`] : []),
    ...(error?.reasons.some(({ name }) => name === field.name) === true
      ? faultsOfField(error, sentences, field, tracker.fields)
      : []),
  ]
  const namesNoField =
    error !== undefined && !error.reasons.some(({ name }) => fields.some(field => field.name === name))
  const wrong = fields.filter(field => faultsFor(field).length > 0)

  const submit = async (then: 'open' | 'another') => {
    const empty = fields.filter(
      field =>
        field.required &&
        (field.type === 'file'
          ? !uploads.some(({ target, state }) => target.fieldId === field.field_id && state === 'complete')
          : viewOf(field.type).isEmpty(values.get(field.field_id))),
    )
    if (empty.length > 0) {
      setMissing(new Set(empty.map(field => field.field_id)))
      if (empty.some(field => others.includes(field))) setWhole(true)
      focusField(form.current, empty[0])
      return
    }
    let made
    try {
      made = await create.mutateAsync()
    } catch (cause) {
      const name = cause instanceof ApiError ? cause.reasons[0]?.name : undefined
      const field = fields.find(each => each.name === name)
      if (field && others.includes(field)) setWhole(true)
      requestAnimationFrame(() => focusField(form.current, field))
      return
    }
    const id = made
    const xref = `${tracker.item_name} #${id}`
    toast(t`${xref} is created`, {
      action: { label: t`Open`, run: () => void navigate({ to: '/artifacts/$id', params: { id: String(id) } }) },
    })
    if (then === 'open') await navigate({ to: '/artifacts/$id', params: { id: String(id) } })
    else {
      // The next one keeps everything but title and texts.
      const next = new Map([...values].filter(([, value]) => value.type !== 'string' && value.type !== 'text'))
      setTyped(next)
      focusField(form.current, first[0])
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void submit('open')
  }
  const row = (field: Field) =>
    field.type === 'file' ? (
      <FileRow key={field.field_id} field={field} faults={faultsFor(field)} draftKey={draftKey} />
    ) : (
      <NewField
        key={field.field_id}
        field={field}
        value={values.get(field.field_id)}
        scope={scope}
        faults={faultsFor(field)}
        onChange={value => change(field, value)}
      />
    )
  return (
    <form
      ref={form}
      className="new-artifact"
      aria-label={t`New ${tracker.item_name}`}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault()
        void submit('open')
      }}
    >
      {draft.restored !== undefined && typed === undefined && (
        <p className="muted small">
          <Trans>A draft of this device is restored.</Trans>{' '}
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => {
              setTyped(given)
              draft.keep(undefined)
            }}
          >
            {t`Begin anew`}
          </button>
        </p>
      )}
      {namesNoField && <FaultList error={error} />}
      {create.error && !error ? <FaultList error={create.error} /> : null}
      {first.map(row)}
      {others.length > 0 && !isWhole && (
        <button
          type="button"
          className="button button-quiet button-small new-artifact-more"
          onClick={() => setWhole(true)}
        >
          <Plural value={others.length} one="# more field" other="# more fields" />
        </button>
      )}
      {isWhole && others.map(row)}
      <div className="new-artifact-foot">
        <Button type="submit" variant="primary" isPending={create.isPending} isDisabled={isUploading}>
          <Trans>Create and open</Trans>
        </Button>
        <Button isPending={create.isPending} isDisabled={isUploading} onPress={() => void submit('another')}>
          <Trans>Create another</Trans>
        </Button>
        <span className="meta" role="status">
          {isUploading ? (
            <Trans>Waits for the files</Trans>
          ) : wrong.length > 0 ? (
            <Plural value={wrong.length} one="# field needs another value" other="# fields need another value" />
          ) : (
            draft.storedAt !== undefined && <Trans>Draft kept on this device</Trans>
          )}
        </span>
        <button
          type="button"
          className="button button-quiet button-normal"
          onClick={() =>
            void navigate({
              to: '/projects/$project/trackers/$tracker',
              params: { project: projectName, tracker: tracker.item_name },
            })
          }
        >
          {t`Close`}
        </button>
      </div>
    </form>
  )
}

/** Title, required, semantics, texts, files. */
const isFirst = ({ semantics }: Tracker, field: Field): boolean => {
  const ids = [semantics.title, semantics.status, semantics.contributor, semantics.description].map(
    each => each?.field_id,
  )
  return (
    field.required ||
    ids.includes(field.field_id) ||
    field.field_id === semantics.timeframe?.end_date_field_id ||
    field.type === 'file'
  )
}

const focusField = (form: HTMLElement | null, field: Field | undefined): void => {
  if (!field) return
  form
    ?.querySelector<HTMLElement>(`[data-field="${field.field_id}"] :is(input, textarea, button, select):not([hidden])`)
    ?.focus()
}

interface NewFieldProps {
  readonly field: Field
  readonly value: FieldValue | undefined
  readonly scope: { readonly projectId: number; readonly trackerId: number }
  readonly faults: readonly string[]
  readonly onChange: (value: FieldValue) => void
}

const NewField = ({ field, value, scope, faults, onChange }: NewFieldProps) => {
  const { Edit } = viewOf(field.type)
  if (!Edit) return null
  return (
    <div className="new-field" data-field={field.field_id}>
      <FieldName field={field} />
      <Edit
        field={field}
        value={value}
        scope={scope}
        onChange={onChange}
        onDone={() => undefined}
        onCancel={() => undefined}
        faults={faults}
        place="form"
      />
      {field.description !== '' && <p className="new-field-note">{field.description}</p>}
    </div>
  )
}

const FieldName = ({ field }: { readonly field: Field }) => (
  <span className="new-field-label">
    {field.label} {field.required && <span className="new-field-required">{<Trans>required</Trans>}</span>}
  </span>
)

interface FileRowProps {
  readonly field: Field
  readonly faults: readonly string[]
  readonly draftKey: string
}

/** Files go to the server while the person writes. */
const FileRow = ({ field, faults, draftKey }: FileRowProps) => {
  const queue = useUploadQueue()
  const uploads = useUploads().filter(({ target }) => target.draft === draftKey && target.fieldId === field.field_id)
  const add = (files: readonly File[]) => {
    if (files.length > 0) queue.add(files, { fieldId: field.field_id, artifactId: undefined, draft: draftKey })
  }
  return (
    <div
      className="new-field"
      data-field={field.field_id}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        add([...event.dataTransfer.files])
      }}
    >
      <FieldName field={field} />
      <ul className="new-artifact-files">
        {uploads.map(upload => (
          <UploadRow key={upload.id} upload={upload} queue={queue} />
        ))}
      </ul>
      <ChooseFiles label={field.label} onFiles={add} />
      {faults.length > 0 && (
        <div className="field-error" role="alert">
          {faults.join(' ')}
        </div>
      )}
    </div>
  )
}
