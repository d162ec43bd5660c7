import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { CodeField } from '../auth/code-field.tsx'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'

interface CodeDialogProps {
  readonly title: string
  readonly submitLabel: string
  readonly isDanger?: boolean
  readonly onSubmit: (code: string) => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks for a code of a second factor before a change. */
export const CodeDialog = ({ title, submitLabel, isDanger = false, onSubmit, onClose, children }: CodeDialogProps) => {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const send = useMutation({ mutationFn: () => onSubmit(code), onSuccess: onClose })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        onSubmit={() => send.mutate()}
        isPending={send.isPending}
        error={send.error}
        submitLabel={submitLabel}
        isDanger={isDanger}
        secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
      >
        <p>{children}</p>
        <CodeField value={code} onChange={setCode} />
      </Form>
    </Dialog>
  )
}
