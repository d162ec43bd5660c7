import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button, IconButton } from './button.tsx'
import './dialog.css'
import { FaultList } from './error-state.tsx'
import { IconClose } from './icons.tsx'

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
