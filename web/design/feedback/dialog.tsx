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
  /** It holds something that is lost when it closes: only its buttons close it. */
  readonly isKept?: boolean
  /** A question that stops the work: read out at once. */
  readonly isAlert?: boolean
  readonly children: ReactNode
}

/** Something to do or to answer before the page goes on. Focus stays inside, and goes back to where it was. */
export const Dialog = ({ title, isOpen, onClose, isKept = false, isAlert = false, children }: DialogProps) => {
  const { t } = useLingui()
  return (
    <ModalOverlay
      className="dialog-overlay"
      isOpen={isOpen}
      onOpenChange={open => !open && onClose()}
      isDismissable={!isKept && !isAlert}
      isKeyboardDismissDisabled={isKept}
    >
      <Modal className="dialog-modal">
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
 * Gives the focus back to what opened the dialog when it closes. React Aria does so where that is still there; the item of a menu is gone by
 * then, and it is the menu's button that should have it.
 */
const FocusReturn = () => {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      // After React Aria's own try, which takes a frame.
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

/** While the dialog is made the focus is still where it was opened. */
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
  /** What follows from it. */
  readonly children: ReactNode
  /** The verb: "Delete". */
  readonly confirmLabel: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Resolves when it is done: the dialog then closes. What it throws is shown in the dialog. */
  readonly onConfirm: () => Promise<unknown>
  readonly isDanger?: boolean
}

/** Asks before something that cannot be taken back. */
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
