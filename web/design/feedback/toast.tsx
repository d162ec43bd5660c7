import { useLingui } from '@lingui/react/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { IconButton } from '../controls/button.tsx'
import { useFaults } from './error-state.tsx'
import { IconClose } from '../icons.tsx'
import './toast.css'

interface Toast {
  readonly id: number
  readonly text?: string
  readonly error?: unknown
}

const SHOWN_MS = 6_000
let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

const change = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports a finished action in a sentence that screen readers read. The message disappears after a while or when the next one appears. */
export const toast = (text: string): void =>
  change([...toasts.filter(each => each.error !== undefined), { id: nextId++, text }])

/** Reports a failure where no form can show it. The message stays until the reader closes it. */
export const toastError = (error: unknown): void => change([...toasts, { id: nextId++, error }])

export const Toasts = () => {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className="toasts" role="log" aria-live="polite" aria-relevant="additions">
      {shown.map(each => (
        <ToastView key={each.id} toast={each} />
      ))}
    </div>
  )
}

const ToastView = ({ toast: { id, text, error } }: { readonly toast: Toast }) => {
  const { t } = useLingui()
  const faults = useFaults()
  const close = () => change(toasts.filter(each => each.id !== id))
  useEffect(() => {
    if (text === undefined) return undefined
    const timer = setTimeout(() => change(toasts.filter(each => each.id !== id)), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, text])
  return (
    <div className={text === undefined ? 'toast toast-danger' : 'toast'}>
      <p>{text ?? faults(error).join(' ')}</p>
      <IconButton label={t`Close`} size="small" onPress={close}>
        <IconClose />
      </IconButton>
    </div>
  )
}
