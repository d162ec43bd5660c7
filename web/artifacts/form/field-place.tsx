import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button } from '../../design/controls/button.tsx'
import { IconEdit, IconWarning } from '../../design/icons.tsx'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { useEditingTold } from '../../live/presence-state.ts'
import { useArtifact } from '../artifact-context.tsx'
import { EditorHere } from '../presence/editor-here.tsx'
import { nameOf } from '../words.ts'
import { valueOf } from '../writing/artifact-values.ts'
import { LostText } from './lost-text.tsx'
import { useEditing, type Editing } from './use-editing.ts'
import { useStepReason } from './use-step-reason.ts'

const FieldDraft = lazyPart(() => import('./field-draft.tsx'), 'FieldDraft')

export interface FieldPlaceProps {
  readonly field: Field
  readonly className: string
  readonly labelClassName: string
  readonly valueClassName: string
  /** Only screen readers read the label: a heading says the same. */
  readonly isLabelHidden?: boolean
  readonly isStatus?: boolean
  /** Default: the label of the field. */
  readonly label?: string
  /** Default: the `Read` of the type. */
  readonly children?: ReactNode
}

/** A field with its label: its value, and in the same place its editor. */
export const FieldPlace = ({ field, className, labelClassName, valueClassName, ...props }: FieldPlaceProps) => {
  const { t } = useLingui()
  const { loaded, artifact, scope, state, news, isEditable, save, writer } = useArtifact()
  const { Read, isEmpty, isLong } = viewOf(field.type)
  const { field_id: id } = field
  const label = props.label ?? field.label
  const value = valueOf(artifact, id)
  const canEdit = isEditable(field)
  const editing = useEditing(field, canEdit)
  const lost = canEdit ? undefined : editing.unsaved
  const button = useRef<HTMLButtonElement>(null)
  const labelId = useId()
  useFocusOfClosed(editing.isOpen, button)
  useEditingTold(artifact.id, id, editing.isOpen && canEdit)
  const write = state.edits.get(id)
  const kept = state.kept.get(id)
  return (
    <div
      className={className}
      id={`field-${field.name}`}
      data-field={id}
      data-news={news.has(id) || undefined}
      data-empty={isEmpty(value) || undefined}
    >
      {/* Without a value, only the label says what to write here. */}
      <span
        className={props.isLabelHidden === true && !isEmpty(value) ? 'visually-hidden' : labelClassName}
        id={labelId}
      >
        {label}
        {editing.isOpen && field.required && (
          <span className="field-star" aria-hidden="true">
            {' *'}
          </span>
        )}
      </span>
      <EditorHere fieldId={id} />
      {editing.isOpen && canEdit ? (
        <FieldEditor field={field} editing={editing} />
      ) : (
        <div
          className={`${valueClassName}${canEdit ? ' field-editable' : ''}`}
          role="group"
          aria-labelledby={labelId}
          aria-busy={write === 'sending' || undefined}
          onClick={event => {
            if (canEdit && isPlainClick(event)) editing.open()
          }}
        >
          {props.children ?? (
            <Read
              field={field}
              value={value}
              scope={scope}
              isOpen={artifact.is_open}
              isStatus={props.isStatus === true}
              {...(canEdit && { onChange: (next: FieldValue) => save(field, next, loaded) })}
            />
          )}
          {write !== undefined && write !== 'sending' && (
            <span className="field-unsent">
              <IconWarning />
              {write === 'waiting' ? <Trans>waiting</Trans> : <Trans>not sent</Trans>}
            </span>
          )}
          {canEdit && (
            <button
              ref={button}
              type="button"
              className="field-edit"
              aria-label={t`Edit ${label}`}
              onClick={() => editing.open()}
            >
              <IconEdit />
            </button>
          )}
        </div>
      )}
      {lost && <LostText text={viewOf(field.type).toText(lost, field)} faults={editing.faults} />}
      {isLong === true && canEdit && (
        <Suspense fallback={null}>
          <FieldDraft field={field} editing={editing} />
        </Suspense>
      )}
      {kept && !editing.isOpen && (
        <p className="field-note">
          <Trans>A value that you did not save is kept.</Trans>{' '}
          <Button size="small" variant="quiet" onPress={() => editing.open(kept)}>
            <Trans>Continue</Trans>
          </Button>
          <Button size="small" variant="quiet" onPress={() => writer.forgetKept(id)}>
            <Trans>Discard</Trans>
          </Button>
        </p>
      )}
    </div>
  )
}

/** A click on a value edits it; a click on a link, a picture or a check box in it, or a selection of its text, does not. */
const isPlainClick = (event: React.MouseEvent<HTMLElement>): boolean => {
  const target = event.target as HTMLElement
  const inner = target.closest('a, button, input, label, summary, video, [role=button]')
  return (inner === null || inner === event.currentTarget) && (window.getSelection()?.isCollapsed ?? true)
}

const FieldEditor = ({ field, editing }: { readonly field: Field; readonly editing: Editing }) => {
  const { scope, artifact } = useArtifact()
  const { Edit, Read, same } = viewOf(field.type)
  const isRefused = useStepReason(field)
  const [isTheirsShown, setTheirsShown] = useState(false)
  const { draft, faults } = editing
  const theirs = valueOf(artifact, field.field_id)
  const who = nameOf(artifact.last_update_by_user)
  if (!Edit) return null
  return (
    <div className="field-editor">
      <Edit
        field={field}
        value={draft.value}
        scope={scope}
        onChange={editing.change}
        onDone={editing.done}
        onCancel={editing.cancel}
        faults={faults}
        isRefused={isRefused}
        place="inline"
      />
      {field.description !== '' && <p className="field-note">{field.description}</p>}
      {!same(theirs, valueOf(draft.seen.artifact, field.field_id)) && (
        <div className="field-note" role="status">
          <Trans>{who} changed this just now.</Trans>{' '}
          {isTheirsShown ? (
            <Read field={field} value={theirs} scope={scope} />
          ) : (
            <Button size="small" variant="quiet" onPress={() => setTheirsShown(true)}>
              <Trans>See</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const FRAMES_OF_CLOSING = 10

/** The focus was in the editor that closed: it goes to the button that opens it. */
const useFocusOfClosed = (isOpen: boolean, button: React.RefObject<HTMLButtonElement | null>): void => {
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return undefined
    let frames = 0
    let frame = 0
    const look = () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost) button.current?.focus({ preventScroll: true })
      // A menu takes its focus along some frames after it has closed.
      if (frames++ < FRAMES_OF_CLOSING) frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [isOpen, button])
}
