import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../../design/controls/button.tsx'
import { ConfirmDialog } from '../../design/feedback/dialog.tsx'
import { Bytes } from '../../design/format.tsx'
import { IconTrash } from '../../design/icons.tsx'
import { IconFile } from '../../design/page-icons.tsx'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { ChooseFiles } from '../../uploads/choose-files.tsx'
import { UploadRow } from '../../uploads/upload-row.tsx'
import { useUploads } from '../../uploads/use-uploads.ts'
import { useArtifact } from '../artifact-context.tsx'
import { valueOf } from '../writing/artifact-values.ts'
import { useUploadQueue } from './attach-uploads.ts'
import './attachments.css'

interface AttachedFile {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly type: string
  readonly description: string
  readonly html_url: string | null
  readonly html_preview_url: string | null
}

type Files = FieldValue & { readonly file_descriptions: readonly AttachedFile[] }

/** The attached files, the uploads under way, and a place to drop further files. */
export const Attachments = () => {
  const { layout, isEditable } = useArtifact()
  const editable = layout.files.find(isEditable)
  return (
    <>
      {layout.files.map(field => (
        <FileField key={field.field_id} field={field} takesDrops={field === editable} />
      ))}
    </>
  )
}

const FileField = ({ field, takesDrops }: { readonly field: Field; readonly takesDrops: boolean }) => {
  const { t } = useLingui()
  const { id, artifact, isEditable, writer, loaded } = useArtifact()
  const queue = useUploadQueue()
  const uploads = useUploads().filter(
    ({ target, state }) => target.fieldId === field.field_id && target.artifactId === id && state !== 'attached',
  )
  const [removed, setRemoved] = useState<AttachedFile>()
  const value = valueOf(artifact, field.field_id) as Files | undefined
  const files = (value?.file_descriptions ?? []).filter(file => file.name !== '')
  const canEdit = isEditable(field)
  const add = (chosen: readonly File[]) => {
    if (chosen.length > 0) queue.add(chosen, { fieldId: field.field_id, artifactId: id })
  }
  const isDragging = useDrops(takesDrops, add)
  if (files.length === 0 && uploads.length === 0 && !canEdit) return null
  const pictures = files.filter(file => file.html_preview_url !== null)
  const others = files.filter(file => file.html_preview_url === null)
  return (
    <section className={isDragging ? 'attachments attachments-target' : 'attachments'} aria-label={field.label}>
      <div className="artifact-part-head">
        <h2>{field.label}</h2>
        {files.length > 0 && <span className="meta">{files.length}</span>}
        {canEdit && (
          <span className="artifact-part-tools">
            <ChooseFiles label={field.label} onFiles={add} variant="quiet" />
          </span>
        )}
      </div>
      {pictures.length > 0 && (
        <ul className="attachment-pictures">
          {pictures.map(file => (
            <li key={file.id}>
              {/* The name beside it is the same link. */}
              <a href={file.html_url ?? undefined} tabIndex={-1} aria-hidden={file.description === '' || undefined}>
                <img
                  src={file.html_preview_url ?? ''}
                  alt={file.description === '' ? file.name : file.description}
                  loading="lazy"
                />
              </a>
              <span className="attachment-line">
                <FileName file={file} />
                <FileFacts file={file} onRemove={canEdit ? () => setRemoved(file) : undefined} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul className="attachment-rows">
        {others.map(file => (
          <li key={file.id}>
            <IconFile />
            <FileName file={file} />
            <FileFacts file={file} onRemove={canEdit ? () => setRemoved(file) : undefined} />
          </li>
        ))}
        {uploads.map(upload => (
          <UploadRow key={upload.id} upload={upload} queue={queue} />
        ))}
      </ul>
      {takesDrops && (
        <p className="meta">
          <Trans>Drop files anywhere on the page, or paste a picture.</Trans>
        </p>
      )}
      <ConfirmDialog
        title={t`Remove ${removed?.name ?? ''}?`}
        confirmLabel={t`Remove`}
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => {
          const next = {
            ...(value as Files),
            file_descriptions: (value?.file_descriptions ?? []).filter(file => file.id !== removed?.id),
          }
          const result = await writer.change([next as unknown as FieldValue], { seen: loaded, isForm: true })
          if (result.kind === 'refused') throw result.error
        }}
      >
        <Trans>Its contents go for good, at once.</Trans>
      </ConfirmDialog>
    </section>
  )
}

const FileName = ({ file }: { readonly file: AttachedFile }) => (
  <a href={file.html_url ?? undefined} className="attachment-name cut" dir="auto" title={file.name}>
    {file.name}
  </a>
)

const FileFacts = ({
  file,
  onRemove,
}: {
  readonly file: AttachedFile
  readonly onRemove: (() => void) | undefined
}) => {
  const { t } = useLingui()
  return (
    <span className="attachment-facts">
      <span className="meta">
        <Bytes value={file.size} />
      </span>
      {onRemove && (
        <IconButton label={t`Remove ${file.name}`} size="small" onPress={onRemove}>
          <IconTrash />
        </IconButton>
      )}
    </span>
  )
}

/** Files that are dropped on the page, or pasted outside of a text. */
const useDrops = (isActive: boolean, onFiles: (files: readonly File[]) => void): boolean => {
  const [isDragging, setDragging] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    if (!isActive) return undefined
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragging(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragging(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      take(files)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [isActive])
  return isDragging
}
