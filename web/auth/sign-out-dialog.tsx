import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Checkbox } from '../design/controls/checkbox.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'

export interface SignOutDialogProps {
  /** Drafts and files of this browser that are not sent. */
  readonly drafts: number
  readonly isPending: boolean
  readonly onSignOut: (isKeepingDrafts: boolean) => void
  readonly onClose: () => void
}

/** Asks before the drafts of an account go from this browser. */
export const SignOutDialog = ({ drafts, isPending, onSignOut, onClose }: SignOutDialogProps) => {
  const { t } = useLingui()
  const [isKeeping, setKeeping] = useState(false)
  return (
    <Dialog title={t`Sign out?`} isOpen onClose={onClose}>
      <p>
        <Plural
          value={drafts}
          one="There is # draft on this device that you have not sent. It is deleted unless you keep it."
          other="There are # drafts on this device that you have not sent. They are deleted unless you keep them."
        />
      </p>
      <Checkbox
        isSelected={isKeeping}
        onChange={setKeeping}
        label={t`Keep drafts on this device`}
        description={t`Others who use this browser could read them.`}
      />
      <DialogActions>
        <Button onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant={isKeeping ? 'primary' : 'danger'} isPending={isPending} onPress={() => onSignOut(isKeeping)}>
          {isKeeping ? t`Sign out` : t`Delete the drafts and sign out`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
