import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { useFaults } from '../../design/feedback/error-state.tsx'
import { IconEdit, IconWarning } from '../../design/icons.tsx'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { useArtifact } from '../artifact-context.tsx'
import type { LoadedArtifact } from '../artifact-queries.ts'
import { nameOf } from '../words.ts'
import { valueOf } from '../writing/artifact-values.ts'
import { faultsOfField } from './field-faults.ts'
import { useStepReason } from './use-step-reason.ts'

interface Draft {
  readonly value: FieldValue | undefined
  /** The state that the person saw when the editor opened. */
  readonly seen: LoadedArtifact
}

export interface FieldPlaceProps {
  readonly field: Field
  readonly className: string
  readonly labelClassName: string
  readonly valueClassName: string
  /** Only screen readers read the label: a heading says the same. */
  readonly isLabelHidden?: boolean
  readonly isStatus?: boolean
  /** Default: the `Read` of the type. */
  readonly children?: ReactNode
}

/** A field with its label: its value, and in the same place its editor. */
export const FieldPlace = ({ field, className, labelClassName, valueClassName, ...props }: FieldPlaceProps) => {
  const { t } = useLingui()
  const { loaded, artifact, scope, state, news, isEditable, save, writer } = useArtifact()
  const { Read, isEmpty } = viewOf(field.type)
  const { field_id: id, label } = field
  const value = valueOf(artifact, id)
  const canEdit = isEditable(field)
  const editing = useEditing(field)
  const button = useRef<HTMLButtonElement>(null)
  const labelId = useId()
  useFocusOfClosed(editing.isOpen, button)
  const write = state.edits.get(id)
  const kept = state.kept.get(id)
  const refusal = state.refusals.get(id)
  return (
    <div
      className={className}
      id={`field-${field.name}`}
      data-field={id}
      data-news={news.has(id) || undefined}
      data-empty={isEmpty(value) || undefined}
    >
      <span className={props.isLabelHidden === true ? 'visually-hidden' : labelClassName} id={labelId}>
        {label}
      </span>
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
              onClick={editing.open}
            >
              <IconEdit />
            </button>
          )}
        </div>
      )}
      {refusal && !canEdit && <Unsaved field={field} value={refusal.value} />}
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

/** Shows a value that nobody can save any more, so that the person can copy it. */
const Unsaved = ({ field, value }: { readonly field: Field; readonly value: FieldValue }) => {
  const id = useId()
  const text = viewOf(field.type).toText(value, field)
  return (
    <div className="field-lost">
      <label htmlFor={id}>
        <Trans>You wrote this, and it is not saved:</Trans>
      </label>
      <textarea id={id} readOnly value={text} rows={Math.min(8, text.split('\n').length + 1)} />
    </div>
  )
}

interface Editing {
  readonly isOpen: boolean
  readonly draft: Draft
  readonly faults: readonly string[]
  readonly open: (value?: unknown) => void
  readonly change: (value: FieldValue) => void
  readonly done: () => void
  readonly cancel: () => void
}

const useEditing = (field: Field): Editing => {
  const { t } = useLingui()
  const { loaded, tracker, state, save, writer, offerEditor } = useArtifact()
  const view = viewOf(field.type)
  const faultsOf = useFaults()
  const { field_id: id, label } = field
  const [draft, setDraft] = useState<Draft>()
  const [fault, setFault] = useState<string>()
  // An editor may change the value and finish in one event.
  const latest = useRef<Draft>(undefined)
  const refusal = state.refusals.get(id)
  const shown = draft ?? { value: refusal?.value ?? valueOf(loaded.artifact, id), seen: loaded }
  const put = (next: Draft | undefined) => {
    latest.current = next
    setDraft(next)
    setFault(undefined)
  }
  const open = (value?: unknown) => {
    // As a handler of clicks, it gets an event.
    const isValue = typeof value === 'object' && value !== null && 'field_id' in value
    put({ value: isValue ? (value as FieldValue) : valueOf(loaded.artifact, id), seen: loaded })
  }
  const offered = useEffectEvent(() => open())
  useEffect(() => offerEditor(id, () => offered()), [id, offerEditor])
  const close = () => {
    put(undefined)
    if (refusal) writer.forgetRefusal(id)
  }
  return {
    isOpen: draft !== undefined || refusal !== undefined,
    draft: shown,
    faults: [
      ...(fault === undefined ? [] : [fault]),
      ...(refusal?.error && draft === undefined
        ? faultsOfField(refusal.error, faultsOf(refusal.error), field, tracker.fields)
        : []),
    ],
    open,
    change: value => put({ value, seen: latest.current?.seen ?? shown.seen }),
    done: () => {
      const { value, seen } = latest.current ?? shown
      if (field.required && view.isEmpty(value)) {
        setFault(t`“${label}” needs a value.`)
        return
      }
      close()
      if (value !== undefined && !view.same(value, valueOf(seen.artifact, id))) save(field, value, seen)
    },
    cancel: close,
  }
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

/** The focus was in the editor that closed: it goes to the button that opens it. */
const useFocusOfClosed = (isOpen: boolean, button: React.RefObject<HTMLButtonElement | null>): void => {
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (wasOpen.current && !isOpen && isLost) button.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen, button])
}
