import { useCallback } from 'react'
import type { Field } from '../../fields/field-view.ts'
import { useArtifact } from '../artifact-context.tsx'
import { useStepWords } from '../words.ts'
import { refusedStep } from './workflow.ts'

/** The sentence why a value of a list cannot be chosen now. */
export const useStepReason = (field: Field): ((valueId: number) => string | undefined) => {
  const { state, artifact, tracker, transitions } = useArtifact()
  const wordsOf = useStepWords(tracker.label)
  // A step starts where the server is, not at a value that is not saved yet.
  const from = state.edits.has(field.field_id) ? (state.confirmed?.artifact ?? artifact) : artifact
  return useCallback(
    valueId => {
      const refused = refusedStep(from, field, valueId, transitions)
      return refused && wordsOf(refused, field)
    },
    [from, field, transitions, wordsOf],
  )
}
