import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { useDraft } from '../../drafts/use-draft.ts'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { useArtifact } from '../artifact-context.tsx'
import { valueOf, withValue } from '../writing/artifact-values.ts'
import type { Editing } from './use-editing.ts'

interface StoredEdit {
  readonly value: FieldValue
  /** The value and the version that the person saw when the editor opened. */
  readonly base: FieldValue | undefined
  readonly etag: string
}

export interface FieldDraftProps {
  readonly field: Field
  readonly editing: Editing
}

/** Keeps an unsaved value of a field in the browser, and offers the value that an earlier visit or another tab left. */
export const FieldDraft = ({ field, editing }: FieldDraftProps) => {
  const { id, loaded } = useArtifact()
  const { field_id: fieldId } = field
  const draft = useDraft<StoredEdit>(`edit:${id}:${fieldId}`, editing.cancel)
  const [isAnswered, setAnswered] = useState(false)
  const hasKept = useRef(false)
  const { unsaved, isOpen } = editing
  // The person has typed something else.
  if (isOpen && unsaved && !isAnswered) setAnswered(true)
  const keep = useEffectEvent((value: FieldValue | undefined) => {
    if (value) {
      const { artifact, etag } = editing.draft.seen
      draft.keep({ value, base: valueOf(artifact, fieldId), etag })
      hasKept.current = true
    } else if (hasKept.current) {
      draft.keep(undefined)
      hasKept.current = false
    }
  })
  useEffect(() => keep(isOpen ? unsaved : undefined), [isOpen, unsaved])
  const stored = isAnswered ? undefined : (draft.restored ?? draft.offered)
  if (!stored) return null
  const { value, base, etag } = stored
  const proceed = () => {
    // Saved later, the value meets the changes that others have made since.
    editing.open(value, { ...(base ? withValue(loaded, base) : loaded), etag })
    if (draft.restored === undefined) draft.takeOver()
  }
  return (
    <p className="field-note">
      {draft.restored === undefined ? (
        <Trans>Another tab holds a value that is not saved.</Trans>
      ) : (
        <Trans>A value that you did not save is kept.</Trans>
      )}{' '}
      <Button size="small" variant="quiet" onPress={proceed}>
        <Trans>Continue</Trans>
      </Button>
      {draft.restored !== undefined && (
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            draft.keep(undefined)
            setAnswered(true)
          }}
        >
          <Trans>Discard</Trans>
        </Button>
      )}
    </p>
  )
}
