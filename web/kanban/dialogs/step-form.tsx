import { useQueryClient } from '@tanstack/react-query'
import { StepDialog } from '../../artifacts/form/transition-dialog.tsx'
import { artifactWriter } from '../../artifacts/writing/artifact-writers.ts'
import type { FieldScope } from '../../fields/field-view.ts'
import type { OpenStep } from '../use-kanban-moves.ts'

interface StepFormProps {
  readonly step: OpenStep
  readonly scope: FieldScope
  readonly onClose: (isSaved: boolean) => void
}

/** Asks for what a step of the workflow demands, and writes it together with the step. */
export const StepForm = ({ step: { id, ...step }, scope, onClose }: StepFormProps) => {
  const queries = useQueryClient()
  return (
    <StepDialog {...step} scope={{ ...scope, artifactId: id }} writer={artifactWriter(id, queries)} onClose={onClose} />
  )
}
