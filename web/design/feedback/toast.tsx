import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { useFaults } from './error-state.tsx'
import { IconClose } from '../icons.tsx'
import { createPageValue, usePageValue } from '../page-value.ts'
import './toast.css'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface Toast {
  readonly id: number
  readonly text?: string
  readonly action?: ToastAction
  readonly error?: unknown
}

const SHOWN_MS = 6_000
/** An action such as "Undo" can be reached for longer. */
const SHOWN_WITH_ACTION_MS = 10_000
const MAX_SHOWN = 3
const toasts = createPageValue<readonly Toast[]>([])
let nextId = 1

/**
 * Reports a finished action in a sentence that screen readers read. The message disappears after a while, but not under the pointer or the
 * focus. Three are shown; others wait for their turn.
 */
export const toast = (text: string, options: { readonly action?: ToastAction } = {}): void =>
  toasts.set([...toasts.get(), { id: nextId++, text, ...options }])

/** Reports a failure where no form can show it. The message stays until the reader closes it. */
export const toastError = (error: unknown): void => toasts.set([...toasts.get(), { id: nextId++, error }])

const remove = (id: number): void => toasts.set(toasts.get().filter(each => each.id !== id))

export const Toasts = () => {
  const shown = usePageValue(toasts)
  return (
    <div className="toasts" role="log" aria-live="polite" aria-relevant="additions">
      {shown.slice(0, MAX_SHOWN).map(each => (
        <ToastView key={each.id} toast={each} />
      ))}
    </div>
  )
}

const ToastView = ({ toast: { id, text, error, action } }: { readonly toast: Toast }) => {
  const { t } = useLingui()
  const faults = useFaults()
  const close = () => remove(id)
  const [isHeld, setHeld] = useState(false)
  const shownMs = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS
  useEffect(() => {
    if (text === undefined || isHeld) return undefined
    const timer = setTimeout(() => remove(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, text, isHeld, shownMs])
  return (
    <div
      className={text === undefined ? 'toast toast-danger' : 'toast'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{text ?? faults(error).join(' ')}</p>
      {action && (
        <Button
          size="small"
          onPress={() => {
            close()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t`Close`} size="small" onPress={close}>
        <IconClose />
      </IconButton>
    </div>
  )
}
