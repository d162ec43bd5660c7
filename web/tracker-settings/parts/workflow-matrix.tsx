import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../design/controls/button.tsx'
import { valuesOf, type ElementDefinition, type Workflow } from '../model/definition.ts'
import { hasConditions } from '../model/workflow-steps.ts'
import { CheckMatrix } from './check-matrix.tsx'

export interface StepPlace {
  /** Null: a new artifact. */
  readonly from: string | null
  readonly to: string
}

export interface WorkflowMatrixProps {
  readonly list: ElementDefinition
  readonly workflow: Workflow
  readonly chosen: StepPlace | undefined
  readonly onChoose: (place: StepPlace) => void
  readonly onToggle: (from: string | null, to: string, isAllowed: boolean) => void
}

/** Rows are the values before, columns the values after. Enter opens the conditions of a step. */
export const WorkflowMatrix = ({ list, workflow, chosen, onChoose, onToggle }: WorkflowMatrixProps) => {
  const { t } = useLingui()
  const values = valuesOf(list)
  const isAllowed = (from: string | null, to: string): boolean =>
    workflow.transitions.some(step => step.from === from && step.to === to)
  const hasMore = (from: string | null, to: string): boolean =>
    workflow.transitions.some(step => step.from === from && step.to === to && hasConditions(step))
  return (
    <CheckMatrix
      label={t`Steps`}
      corner={<Trans>From ↓ to →</Trans>}
      rows={[{ label: t`New artifact`, name: null }, ...values]}
      columns={values}
      isLeftOut={(row, column) => row.name === column.name}
      isSet={(row, column) => isAllowed(row.name, column.name)}
      isChosen={(row, column) => chosen?.from === row.name && chosen.to === column.name}
      onToggle={(row, column, isSet) => onToggle(row.name, column.name, isSet)}
      onOpen={(row, column) => onChoose({ from: row.name, to: column.name })}
      renderMore={(row, column) =>
        isAllowed(row.name, column.name) && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t`Conditions of ${row.label} → ${column.label}`}
            onPress={() => onChoose({ from: row.name, to: column.name })}
          >
            {hasMore(row.name, column.name) ? <span className="settings-mark" /> : '…'}
          </Button>
        )
      }
    />
  )
}
