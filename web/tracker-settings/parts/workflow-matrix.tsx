import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { Button } from '../../design/controls/button.tsx'
import '../../design/layout/table.css'
import type { ElementDefinition, Workflow } from '../model/definition.ts'

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

/** Rows are the values before, columns the values after. Arrows move, Space toggles, Enter opens the conditions. */
export const WorkflowMatrix = ({ list, workflow, chosen, onChoose, onToggle }: WorkflowMatrixProps) => {
  const { t } = useLingui()
  const values = (list.bind?.values ?? []).map(({ label, reference }) => ({ label, name: reference ?? label }))
  const rows = [{ label: t`New artifact`, name: null }, ...values]
  const isAllowed = (from: string | null, to: string): boolean =>
    workflow.transitions.some(step => step.from === from && step.to === to)
  return (
    <div className="table-scroll" role="region" aria-label={t`Steps`} tabIndex={0}>
      <table className="table settings-matrix">
        <thead>
          <tr>
            <th scope="col">
              <Trans>From ↓ to →</Trans>
            </th>
            {values.map(({ name, label }) => (
              <th key={name} scope="col">
                <bdi>{label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name: from, label }, row) => (
            <tr key={from ?? ''}>
              <th scope="row">
                <bdi>{label}</bdi>
              </th>
              {values.map(({ name: to, label: toLabel }, column) => (
                <td key={to} data-chosen={(chosen?.from === from && chosen.to === to) || undefined}>
                  {from !== to && (
                    <span className="settings-step">
                      <input
                        type="checkbox"
                        data-cell={`${row} ${column}`}
                        aria-label={`${label} → ${toLabel}`}
                        checked={isAllowed(from, to)}
                        onChange={event => onToggle(from, to, event.target.checked)}
                        onKeyDown={event => {
                          if (event.key === 'Enter' && isAllowed(from, to)) onChoose({ from, to })
                          else moveFocus(event, row, column)
                        }}
                      />
                      {isAllowed(from, to) && (
                        <Button
                          size="small"
                          variant="quiet"
                          aria-label={t`Conditions of ${label} → ${toLabel}`}
                          onPress={() => onChoose({ from, to })}
                        >
                          …
                        </Button>
                      )}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** To the next cell with a box in the direction of the arrow: a value has no step to itself. */
const moveFocus = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number): void => {
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const table = event.currentTarget.closest('table')
  for (let distance = 1; distance <= 2; distance++) {
    const cell = `${row + step[0] * distance} ${column + step[1] * distance}`
    const next = table?.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`)
    if (next) {
      next.focus()
      return
    }
  }
}
