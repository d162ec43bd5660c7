import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button, IconButton } from '../controls/button.tsx'
import './dialog.css'
import { FaultList } from './error-state.tsx'
import { IconClose } from '../icons.tsx'

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The dialog holds content that is lost when it closes: only its buttons close it. */
  readonly isKept?: boolean
  /** A question that interrupts the work: screen readers read it at once. */
  readonly isAlert?: boolean
  /** wide: texts stand beside each other; sheet: the whole screen of a phone. */
  readonly size?: 'normal' | 'wide' | 'sheet'
  readonly children: ReactNode
}

/** A dialog that must be answered before the page continues. The focus stays inside, and returns to its former place. */
export const Dialog = ({
  title,
  isOpen,
  onClose,
  isKept = false,
  isAlert = false,
  size = 'normal',
  children,
}: DialogProps) => {
  const { t } = useLingui()
  return (
    <ModalOverlay
      className="dialog-overlay"
      isOpen={isOpen}
      onOpenChange={open => !open && onClose()}
      isDismissable={!isKept && !isAlert}
      isKeyboardDismissDisabled={isKept}
    >
      <Modal className={`dialog-modal dialog-${size}`}>
        <AriaDialog className="dialog" role={isAlert ? 'alertdialog' : 'dialog'}>
          <FocusReturn />
          <div className="dialog-header">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {!isKept && (
              <IconButton label={t`Close`} size="small" onPress={onClose}>
                <IconClose />
              </IconButton>
            )}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * Returns the focus to the element that opened the dialog. React Aria does so if the element still exists; a menu item is gone by then, and
 * the menu's button should get the focus.
 */
export const FocusReturn = () => {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      // Runs after React Aria's own attempt, which takes a frame.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener?.isConnected) opener.focus()
      }, FOCUS_DELAY_MS)
    },
    [opener],
  )
  return null
}

const FOCUS_DELAY_MS = 60

/** When the dialog is created, the focus is still on the element that opened it. */
const findOpener = (): HTMLElement | null => {
  const focused = document.activeElement
  const isInMenu = focused?.closest('[role=menu]')
  return isInMenu
    ? document.querySelector<HTMLElement>('button[aria-haspopup][aria-expanded=true]')
    : (focused as HTMLElement | null)
}

export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className="dialog-actions">{children}</div>
)

export interface ConfirmDialogProps {
  /** The question: "Delete the key “laptop”?" */
  readonly title: string
  /** The consequence of the action. */
  readonly children: ReactNode
  /** The verb: "Delete". */
  readonly confirmLabel: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** When the promise resolves, the dialog closes. An error is shown in the dialog. */
  readonly onConfirm: () => Promise<unknown>
  readonly isDanger?: boolean
}

/** Asks for confirmation before an action that cannot be undone. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, children, confirmLabel, isOpen, onClose, onConfirm, isDanger = true } = props
  const { t } = useLingui()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const confirm = async () => {
    setPending(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (cause) {
      setError(cause)
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} isAlert>
      {error ? <FaultList error={error} /> : null}
      <div>{children}</div>
      <DialogActions>
        <Button onPress={close} autoFocus>{t`Cancel`}</Button>
        <Button variant={isDanger ? 'danger' : 'primary'} isPending={isPending} onPress={() => void confirm()}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
