import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { IconCopy, IconWarning } from '../../design/icons.tsx'
import { useCopy } from '../../design/use-copy.ts'

export interface LostTextProps {
  readonly text: string
  /** Why the server did not take it. */
  readonly faults: readonly string[]
}

/** Shows a text that nobody can save any more, so that the person can copy it. */
export const LostText = ({ text, faults }: LostTextProps) => {
  const id = useId()
  const copy = useCopy()
  return (
    <div className="field-lost">
      {faults.length > 0 && (
        <p className="field-error fault" role="alert">
          <IconWarning />
          {faults.join(' ')}
        </p>
      )}
      <label htmlFor={id}>
        <Trans>You wrote this, and it is not saved:</Trans>
      </label>
      <textarea
        id={id}
        className="field-input"
        readOnly
        dir="auto"
        value={text}
        rows={Math.min(8, text.split('\n').length + 1)}
      />
      <Button size="small" variant="quiet" onPress={() => copy(text)}>
        <IconCopy /> <Trans>Copy</Trans>
      </Button>
    </div>
  )
}
