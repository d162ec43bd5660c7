import { useLingui } from '@lingui/react/macro'
import { valueColour } from '../../design/values/value-colour.ts'
import { valuesOf, type ElementDefinition, type Workflow } from '../model/definition.ts'
import { graphOf } from '../model/workflow-graph.ts'
import { hasConditions } from '../model/workflow-steps.ts'
import type { StepPlace } from './workflow-matrix.tsx'

export interface WorkflowGraphProps {
  readonly list: ElementDefinition
  readonly workflow: Workflow
  readonly chosen: StepPlace | undefined
  readonly onChoose: (place: StepPlace) => void
}

/** The steps as arrows between values. The matrix beside it says the same to keyboards and screen readers. */
export const WorkflowGraph = ({ list, workflow, chosen, onChoose }: WorkflowGraphProps) => {
  const { t } = useLingui()
  const { width, height, nodes, edges } = graphOf(workflow, valuesOf(list))
  const colours = new Map(
    (list.bind?.values ?? []).map(({ label, reference, color }) => [reference ?? label, valueColour(color ?? null)]),
  )
  const stepOf = (from: string | null, to: string) =>
    workflow.transitions.find(step => step.from === from && step.to === to)
  const kindOf = (from: string | null, to: string) => {
    if (chosen?.from === from && chosen.to === to) return 'chosen'
    return (stepOf(from, to)?.groups ?? []).length === 0 ? 'nobody' : undefined
  }
  return (
    <svg
      className="workflow-graph"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={t`Graph of the steps`}
    >
      <defs>
        <marker
          id="workflow-arrow"
          viewBox="0 0 8 8"
          refX={7}
          refY={4}
          markerWidth={7}
          markerHeight={7}
          orient="auto-start-reverse"
        >
          <path d="M0 0.500L8 4L0 7.500z" className="workflow-head" />
        </marker>
      </defs>
      {edges.map(({ from, to, path, middle }) => {
        const step = stepOf(from, to)
        return (
          <g key={JSON.stringify([from, to])} data-kind={kindOf(from, to)} onClick={() => onChoose({ from, to })}>
            <path className="workflow-touch" d={path} />
            <path className="workflow-edge" d={path} markerEnd="url(#workflow-arrow)" />
            {step && hasConditions(step) && <circle cx={middle.x} cy={middle.y} r={3.5} />}
          </g>
        )
      })}
      {nodes.map(({ name, label, x, y, width: size }) =>
        name === null ? (
          <circle key="" className="workflow-start" cx={x} cy={y} r={5} />
        ) : (
          <g key={name} className="workflow-node" data-colour={colours.get(name)}>
            <title>{label}</title>
            <rect x={x - size / 2} y={y - 12} width={size} height={24} rx={5} />
            <text x={x} y={y + 4} textAnchor="middle">
              {shortened(label, size)}
            </text>
          </g>
        ),
      )}
    </svg>
  )
}

const shortened = (label: string, width: number): string => {
  const letters = Math.floor((width - 16) / 6.6)
  return label.length > letters ? `${label.slice(0, letters - 1)}…` : label
}
