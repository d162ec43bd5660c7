import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { MAX_LIMIT } from '../trackers/board-settings.ts'

interface LimitDialogProps {
  /** Name of the column. */
  readonly label: string
  readonly limit: number | undefined
  readonly onLimit: (limit: number) => void
  readonly onClose: () => void
}

/** Asks for the limit of a column. */
export const LimitDialog = ({ label, limit, onLimit, onClose }: LimitDialogProps) => {
  const { t } = useLingui()
  const [text, setText] = useState(limit === undefined ? '' : String(limit))
  const [isRefused, setRefused] = useState(false)
  const submit = () => {
    const number = /^\d+$/.test(text.trim()) ? Number(text) : 0
    if (number < 1 || number > MAX_LIMIT) {
      setRefused(true)
      return
    }
    onLimit(number)
    onClose()
  }
  return (
    <Dialog title={t`Limit of ${label}`} isOpen onClose={onClose}>
      <Form
        onSubmit={submit}
        isPending={false}
        error={undefined}
        submitLabel={t`Set the limit`}
        secondary={
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <TextField
          label={t`Most cards`}
          description={t`With more cards the head of the column warns. It never refuses a card.`}
          value={text}
          onChange={next => {
            setText(next)
            setRefused(false)
          }}
          inputMode="numeric"
          autoFocus
          {...(isRefused && { error: t`Enter a whole number from 1 to ${MAX_LIMIT}.` })}
        />
      </Form>
    </Dialog>
  )
}
