import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ArtifactProvider, useArtifact } from '../../artifacts/artifact-context.tsx'
import { artifactQuery } from '../../artifacts/artifact-queries.ts'
import { ArtifactQuestions } from '../../artifacts/artifact-questions.tsx'
import { useEditing } from '../../artifacts/form/use-editing.ts'
import { useStepReason } from '../../artifacts/form/use-step-reason.ts'
import { trackerOf } from '../../artifacts/writing/artifact-values.ts'
import { useFaults } from '../../design/feedback/error-state.tsx'
import type { Field } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { useEditingTold } from '../../live/presence-state.ts'
import './cell-layer.css'
import type { AfterEdit, CellEdit } from './use-cell-edits.ts'

export interface CellLayerProps {
  readonly edits: readonly CellEdit[]
  /** The tracks of a row, as the grid has them. */
  readonly style: React.CSSProperties
  /** Pixels from the top of the list to a row. */
  readonly startOf: (row: number) => number
  /** Artifact in the side panel, which asks its own questions. */
  readonly open: number | undefined
  /** Somebody typed before the editor was there. */
  readonly onTyped: (edit: CellEdit, change: Pick<CellEdit, 'typed' | 'finish'>) => void
  readonly onClosed: (edit: CellEdit, after: AfterEdit | undefined) => void
  readonly onEnd: (edit: CellEdit) => void
  /** The sentence why a cell cannot be edited. */
  readonly onRefused: (reason: string) => void
  /** An artifact was written. */
  readonly onSaved: (id: number) => void
}

/** The editors of cells, above the rows. They stand beside the grid, since a grid has only rows and cells. */
export const CellLayer = (props: CellLayerProps) => (
  <div className="cell-layer" style={props.style}>
    {props.edits.map((edit, index) => (
      <EditOfCell
        key={edit.key}
        {...props}
        edit={edit}
        // Two fields of one artifact share its questions.
        isAsking={edit.id !== props.open && props.edits.findIndex(({ id }) => id === edit.id) === index}
      />
    ))}
  </div>
)

type EditOfCellProps = Omit<CellLayerProps, 'edits' | 'style'> & { readonly edit: CellEdit; readonly isAsking: boolean }

/** Gives the focus back to the cell without a write, with the reason if there is one. */
const leave = ({ edit, onClosed, onEnd, onRefused }: EditOfCellProps, reason?: string): void => {
  if (reason !== undefined) onRefused(reason)
  onClosed(edit, 'same')
  onEnd(edit)
}

const EditOfCell = (props: EditOfCellProps) => {
  const { edit } = props
  const faultsOf = useFaults()
  const { data: loaded, error } = useQuery(artifactQuery(edit.id))
  const tracker = loaded && trackerOf(loaded.artifact)
  const refuse = useEffectEvent((reason: unknown) => leave(props, faultsOf(reason).join(' ')))
  useEffect(() => {
    if (error && !loaded) refuse(error)
  }, [error, loaded])
  if (!loaded || !tracker)
    return (
      <Place edit={edit} startOf={props.startOf}>
        <Waiting edit={edit} onTyped={props.onTyped} onCancel={() => leave(props)} />
      </Place>
    )
  return (
    <ArtifactProvider loaded={loaded} tracker={tracker} isRefused={error !== null}>
      <Editor {...props} field={tracker.fields.find(each => each.field_id === edit.field.field_id)} />
      {props.isAsking && <ArtifactQuestions />}
    </ArtifactProvider>
  )
}

/** The place of a cell: the track of its column in a row of its own. */
const Place = ({
  edit,
  startOf,
  ...props
}: Pick<EditOfCellProps, 'edit' | 'startOf'> & React.HTMLAttributes<HTMLDivElement>) => (
  <div className="cell-layer-row" style={{ transform: `translateY(${startOf(edit.row)}px)` }}>
    <div className="cell-editor" style={{ gridColumn: edit.column + 1 }} {...props} />
  </div>
)

/** Takes the focus and the keys while the artifact is read. */
const Waiting = ({
  edit,
  onTyped,
  onCancel,
}: Pick<EditOfCellProps, 'edit' | 'onTyped'> & { readonly onCancel: () => void }) => (
  <input
    autoFocus
    aria-busy="true"
    aria-label={edit.field.label}
    className="field-input"
    value={edit.typed ?? ''}
    onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
    onChange={event => onTyped(edit, { typed: event.target.value })}
    onKeyDown={event => {
      const finish = afterKey(event)
      if (finish === undefined) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') onCancel()
      else if (edit.typed !== undefined) onTyped(edit, { typed: edit.typed, finish })
    }}
  />
)

/** The cell that a key leads to when it ends an edit. */
const afterKey = ({ key, shiftKey }: KeyboardEvent): AfterEdit | undefined => {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return key === 'Escape' ? 'same' : undefined
}

type EditorProps = EditOfCellProps & {
  /** As the artifact has it; undefined: the reader does not see it any more. */
  readonly field: Field | undefined
}

const Editor = ({ field, ...props }: EditorProps) => {
  const { edit } = props
  const { isEditable } = useArtifact()
  const reasonOf = useReason()
  const canEdit = field !== undefined && isEditable(field)
  const [isRefused] = useState(!canEdit)
  const refuse = useEffectEvent(() => leave(props, reasonOf(edit.field)))
  useEffect(() => {
    if (isRefused) refuse()
  }, [isRefused])
  return field && !isRefused ? <OpenEditor {...props} field={field} canEdit={canEdit} /> : null
}

const OpenEditor = (props: EditOfCellProps & { readonly field: Field; readonly canEdit: boolean }) => {
  const { edit, field, canEdit, startOf, onClosed, onEnd, onSaved } = props
  const { artifact, scope, state, openTransition } = useArtifact()
  const editing = useEditing(field, canEdit)
  const isStepRefused = useStepReason(field)
  const { Edit } = viewOf(field.type)
  const box = useRef<HTMLDivElement>(null)
  const after = useRef<AfterEdit>(undefined)
  const { isOpen } = editing
  useEditingTold(artifact.id, field.field_id, isOpen && canEdit)

  const begin = useEffectEvent(() => editing.open())
  useLayoutEffect(() => begin(), [])
  useTyped(box, isOpen, edit.typed, () => {
    if (edit.finish === undefined) return
    after.current = edit.finish
    editing.done()
  })

  const wasOpen = useRef(false)
  const closed = useEffectEvent(() => {
    onClosed(edit, after.current ?? (isFocusLost() ? 'same' : undefined))
    after.current = undefined
  })
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (hasClosed) closed()
  }, [isOpen])

  const isWriting = state.edits.has(field.field_id) || openTransition !== undefined || state.conflict !== undefined
  const [hasBegun, setBegun] = useState(false)
  const [hasWritten, setWritten] = useState(false)
  if (isOpen && !hasBegun) setBegun(true)
  if (isWriting && !hasWritten) setWritten(true)
  const isEnded = hasBegun && !isOpen && !isWriting
  const end = useEffectEvent(() => {
    onEnd(edit)
    if (hasWritten) onSaved(edit.id)
  })
  useEffect(() => {
    if (isEnded) end()
  }, [isEnded])

  if (!isOpen || !Edit) return null
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key } = event
    const next = afterKey(event)
    after.current = key === 'Tab' ? undefined : next
    // A list has more than one place for the focus.
    if (key !== 'Tab' || box.current?.contains(event.target as Node) !== true || isText(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    after.current = next
    editing.done()
  }
  return (
    <Place
      edit={edit}
      startOf={startOf}
      onKeyDownCapture={onKeyDown}
      onPointerDownCapture={() => (after.current = undefined)}
    >
      <div ref={box} className="cell-editor-box" data-long={viewOf(field.type).isLong || undefined}>
        <Edit
          field={field}
          value={editing.draft.value}
          scope={scope}
          onChange={editing.change}
          onDone={editing.done}
          onCancel={editing.cancel}
          faults={editing.faults}
          isRefused={isStepRefused}
          place="cell"
        />
      </div>
    </Place>
  )
}

/** The editor that had the focus went away with it. */
const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** `Tab` goes on to the buttons below a long text. */
const isText = (target: EventTarget): boolean =>
  target instanceof HTMLElement && (target.tagName === 'TEXTAREA' || target.isContentEditable)

const MAX_FRAMES = 60

/** Enters the typed text as soon as the editor, or the search of its list, has the focus; it replaces the value that is selected there. */
const useTyped = (
  box: React.RefObject<HTMLElement | null>,
  isOpen: boolean,
  typed: string | undefined,
  onTyped: () => void,
): void => {
  const isEntered = useRef(false)
  const textNow = useEffectEvent(() => typed ?? '')
  const finish = useEffectEvent(onTyped)
  const hasText = typed !== undefined
  useEffect(() => {
    if (!isOpen || !hasText || isEntered.current) return undefined
    let frame = 0
    let frames = 0
    const enter = () => {
      const { activeElement } = document
      const isEditor =
        activeElement instanceof HTMLElement &&
        (box.current?.contains(activeElement) === true || activeElement.closest('.list-picker-popover') !== null) &&
        (activeElement.matches('input, textarea') || activeElement.isContentEditable) &&
        activeElement.ariaBusy !== 'true'
      if (isEditor) {
        // The browser's own way of typing: editors hear of it as of each key.
        document.execCommand('insertText', false, textNow())
        isEntered.current = true
        // A list shows what it found first.
        if (box.current?.contains(activeElement)) frame = requestAnimationFrame(() => finish())
      } else if (frames++ < MAX_FRAMES) frame = requestAnimationFrame(enter)
    }
    frame = requestAnimationFrame(enter)
    return () => cancelAnimationFrame(frame)
  }, [box, isOpen, hasText])
}

/** Why the reader cannot edit a field in the table. */
const useReason = (): ((field: Field) => string) => {
  const { t } = useLingui()
  const { mayWrite } = useArtifact()
  return field => {
    const { label, type, permissions } = field
    const { Edit, isEditedByPage } = viewOf(type)
    if (!mayWrite) return t`You may not change this artifact.`
    if (isEditedByPage === true) return t`“${label}” is edited on the page of the artifact.`
    if (!Edit) return t`The server fills in “${label}”.`
    if (!permissions.includes('update')) return t`You may not change “${label}”.`
    return t`The workflow does not let “${label}” change now.`
  }
}
