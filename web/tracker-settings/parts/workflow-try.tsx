import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Select } from '../../design/controls/select.tsx'
import { IconCheck, IconClose } from '../../design/icons.tsx'
import { Part } from '../../design/layout/part.tsx'
import { ValueBadge } from '../../design/values/value.tsx'
import { valueColour } from '../../design/values/value-colour.ts'
import { elementsOf, valuesOf, type ElementDefinition, type Transition, type Workflow } from '../model/definition.ts'
import { useWorkingCopy } from '../model/use-working-copy.ts'
import { hasRight } from '../model/wider-groups.ts'
import { useGroups } from '../use-groups.ts'

export interface WorkflowTryProps {
  readonly list: ElementDefinition
  readonly workflow: Workflow
}

/** The steps that people of a group may take from a value, with these edits. */
export const WorkflowTry = ({ list, workflow }: WorkflowTryProps) => {
  const { t } = useLingui()
  const groups = useGroups(workflow.transitions.flatMap(({ groups: named = [] }) => named))
  const values = valuesOf(list)
  const [group, setGroup] = useState('project_members')
  const [from, setFrom] = useState('')
  const colourOf = (name: string) =>
    valueColour(list.bind?.values?.find(({ label, reference }) => (reference ?? label) === name)?.color ?? null)
  const steps = values
    .filter(({ name }) => name !== from)
    .map(value => ({
      value,
      step: workflow.transitions.find(each => (each.from ?? '') === from && each.to === value.name),
    }))
  const forbidden = steps.filter(({ step }) => !step).map(({ value }) => value.label)
  return (
    <Part title={t`Try`} note={t`with these settings, nothing is saved`}>
      <div className="workflow-try">
        <Select
          label={t`Somebody of`}
          value={group}
          onChange={setGroup}
          options={groups.map(({ name, label }) => ({ value: name, label }))}
        />
        <Select
          label={t`At the value`}
          value={from}
          onChange={setFrom}
          options={[
            { value: '', label: t`New artifact` },
            ...values.map(({ name, label }) => ({ value: name, label })),
          ]}
        />
      </div>
      <ul className="workflow-verdicts" aria-live="polite">
        {steps.map(({ value, step }) => {
          if (!step) return null
          const allowed = step.groups ?? []
          const may = hasRight(allowed, group)
          return (
            <li key={value.name} data-may={may}>
              {may ? <IconCheck /> : <IconClose />}
              <ValueBadge colour={colourOf(value.name)}>{value.label}</ValueBadge>
              <span>{may ? <Needs step={step} /> : <Refusal step={step} groups={groups} />}</span>
            </li>
          )
        })}
      </ul>
      {forbidden.length > 0 && (
        <p className="muted small">
          <Trans>The workflow does not go there: {forbidden.join(', ')}.</Trans>
        </p>
      )}
    </Part>
  )
}

const Refusal = ({ step, groups }: { readonly step: Transition; readonly groups: ReturnType<typeof useGroups> }) => {
  const names = (step.groups ?? []).map(name => groups.find(each => each.name === name)?.label ?? name).join(', ')
  return names === '' ? <Trans>Nobody may take the step.</Trans> : <Trans>Only for: {names}.</Trans>
}

/** The conditions of a step that somebody may take. */
const Needs = ({ step }: { readonly step: Transition }) => {
  const { mine } = useWorkingCopy()
  const labels = new Map(elementsOf(mine.form).map(({ name, label }) => [name, label || name]))
  const fields = (step.not_empty ?? []).map(name => labels.get(name) ?? name).join(', ')
  return (
    <>
      {fields !== '' && <Trans>It needs {fields}.</Trans>}{' '}
      {step.is_comment_required === true && <Trans>It needs a comment.</Trans>}
    </>
  )
}
