import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Field } from '../../fields/field-view.ts'
import { useArtifact } from '../artifact-context.tsx'
import { useListOfWords } from '../words.ts'
import { refusedStep } from './workflow.ts'

/** The sentence why a value of a list cannot be chosen now. */
export const useStepReason = (field: Field): ((valueId: number) => string | undefined) => {
  const { t } = useLingui()
  const { state, artifact, tracker, transitions } = useArtifact()
  const listOf = useListOfWords()
  // A step starts where the server is, not at a value that is not saved yet.
  const from = state.edits.has(field.field_id) ? (state.confirmed?.artifact ?? artifact) : artifact
  return useCallback(
    valueId => {
      const refused = refusedStep(from, field, valueId, transitions)
      switch (refused?.kind) {
        case undefined:
          return undefined
        case 'no step':
          return t`The workflow of ${tracker.label} does not go from ${refused.from} to ${refused.to}`
        case 'groups':
          return refused.groups.length === 0
            ? t`You may not take this step`
            : t`Only ${listOf(refused.groups)} may do this`
        case 'dependency':
          return t`${field.label} depends on ${refused.source.label}`
      }
    },
    [from, field, transitions, t, tracker.label, listOf],
  )
}
