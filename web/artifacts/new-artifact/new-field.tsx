import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useUploadQueue } from '../attachments/attach-uploads.ts'
import { WIDE } from '../form/form-nodes.tsx'
import { IconPin } from '../../design/page-icons.tsx'
import type { Field, FieldScope, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { Faults } from '../../fields/shared/editor.tsx'
import { ChooseFiles } from '../../uploads/choose-files.tsx'
import { UploadRow } from '../../uploads/upload-row.tsx'
import type { NewArtifact } from './use-new-artifact.ts'

export interface NewFieldProps {
  readonly field: Field
  readonly form: NewArtifact
  readonly scope: FieldScope
  readonly isTitle: boolean
}

/** A field of a new artifact: label, pin, editor, and the faults below it. */
export const NewField = ({ field, form, scope, isTitle }: NewFieldProps) => {
  const { Edit } = viewOf(field.type)
  const faults = form.faultsOf(field)
  const value = form.values.get(field.field_id)
  const isWide = isTitle || field.type === 'file' || WIDE.has(field.type)
  const onChange = (next: FieldValue) => form.change(field, next)
  return (
    <div
      className={isWide ? 'new-field new-field-wide' : 'new-field'}
      data-field={field.field_id}
      data-faulty={faults.length > 0 || undefined}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) form.leave(field)
      }}
    >
      <div className="new-field-label">
        <span>{field.label}</span>
        {field.required && (
          <span className="field-star">
            <span aria-hidden="true">*</span>
            <span className="visually-hidden">
              <Trans>required</Trans>
            </span>
          </span>
        )}
        {!isWide && <Pin field={field} form={form} />}
      </div>
      {field.type === 'file' ? (
        <Files field={field} form={form} faults={faults} />
      ) : isTitle && field.type === 'string' ? (
        <Title field={field} value={value} faults={faults} onChange={onChange} />
      ) : (
        Edit && (
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
        )
      )}
      {field.description !== '' && <p className="new-field-note">{field.description}</p>}
    </div>
  )
}

const Pin = ({ field, form }: { readonly field: Field; readonly form: NewArtifact }) => {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className="new-field-pin"
      aria-pressed={form.pinned.has(field.field_id)}
      aria-label={t`Keep ${field.label} for the next one`}
      title={t`Keep for the next one`}
      onClick={() => form.togglePin(field)}
    >
      <IconPin />
    </button>
  )
}

interface TitleProps {
  readonly field: Field
  readonly value: FieldValue | undefined
  readonly faults: readonly string[]
  readonly onChange: (value: FieldValue) => void
}

/** One paragraph of any length: the title grows with its words. */
const Title = ({ field, value, faults, onChange }: TitleProps) => {
  const id = useId()
  const { fromText, toText } = viewOf(field.type)
  const { maxchars } = field.specific_properties as { readonly maxchars?: number }
  return (
    <>
      <textarea
        className="field-input new-artifact-title"
        aria-label={field.label}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={faults.length > 0 ? id : undefined}
        required={field.required}
        rows={1}
        dir="auto"
        {...(maxchars !== undefined && maxchars > 0 && { maxLength: maxchars })}
        value={toText(value, field)}
        onChange={event => {
          const read = fromText(event.target.value, field)
          // Blanks at the end are those of the next word.
          if ('value' in read)
            onChange({ ...read.value, value: event.target.value.replace(/\s*[\r\n]+\s*/g, ' ') } as FieldValue)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <Faults id={id} faults={faults} />
    </>
  )
}

interface FilesProps {
  readonly field: Field
  readonly form: NewArtifact
  readonly faults: readonly string[]
}

/** Files go to the server while the person writes. */
const Files = ({ field, form, faults }: FilesProps) => {
  const id = useId()
  const queue = useUploadQueue()
  const uploads = form.uploads.filter(({ target }) => target.fieldId === field.field_id)
  const add = (files: readonly File[]) => {
    if (files.length > 0) queue.add(files, { fieldId: field.field_id, artifactId: undefined, draft: form.draftKey })
  }
  return (
    <div
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        add([...event.dataTransfer.files])
      }}
      onPaste={event => add([...event.clipboardData.files])}
    >
      {uploads.length > 0 && (
        <ul className="new-artifact-files">
          {uploads.map(upload => (
            <UploadRow key={upload.id} upload={upload} queue={queue} />
          ))}
        </ul>
      )}
      <ChooseFiles label={field.label} onFiles={add} variant="quiet" />
      <Faults id={id} faults={faults} />
    </div>
  )
}
