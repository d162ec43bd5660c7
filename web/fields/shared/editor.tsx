import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import '../../design/controls/field.css'
import { IconWarning } from '../../design/icons.tsx'
import type { EditProps } from '../field-view.ts'

/** Sentences under an editor, named by its `aria-describedby`. */
export const Faults = ({ id, faults }: { readonly id: string; readonly faults: readonly string[] }) =>
  faults.length === 0 ? null : (
    <div id={id} className="field-error" role="alert">
      {faults.map(fault => (
        <p key={fault} className="fault">
          <IconWarning />
          {fault}
        </p>
      ))}
    </div>
  )

/** The keys of an editor that stands in the place of a value. */
export const KeysOfEditor = () => (
  <span className="editor-keys" aria-hidden="true">
    <span>
      <kbd>Enter</kbd> <Trans>saves</Trans>
    </span>
    <span>
      <kbd>Esc</kbd> <Trans>reverts</Trans>
    </span>
  </span>
)

export interface InputEditorProps extends Pick<EditProps, 'field' | 'faults' | 'place' | 'onDone' | 'onCancel'> {
  readonly text: string
  readonly onText: (text: string) => void
  readonly inputMode?: 'text' | 'decimal' | 'numeric'
  readonly maxLength?: number
  readonly children?: ReactNode
  /** The input is a part of an editor: the focus leaves it for the other parts. */
  readonly isPart?: boolean
}

/** One line of text: Enter saves, Escape reverts, leaving saves. */
export const InputEditor = (props: InputEditorProps) => {
  const { field, faults, place, onDone, onCancel, text, onText, inputMode = 'text', children } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isInPlace = place !== 'form'
  useEffect(() => {
    if (!isInPlace) return
    input.current?.focus()
    input.current?.select()
  }, [isInPlace])
  const isClosed = useRef(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isInPlace) return
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      onDone()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      isClosed.current = true
      onCancel()
    }
  }
  return (
    <div className="input-editor">
      <input
        ref={input}
        className="field-input"
        aria-label={field.label}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={faults.length > 0 ? id : undefined}
        required={field.required}
        inputMode={inputMode}
        maxLength={props.maxLength}
        dir="auto"
        value={text}
        onChange={event => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (isInPlace && !isClosed.current && props.isPart !== true) onDone()
        }}
      />
      {children}
      {place === 'inline' && props.isPart !== true && <KeysOfEditor />}
      <Faults id={id} faults={faults} />
    </div>
  )
}
