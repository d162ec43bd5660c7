import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, CheckboxGroup } from '../../design/controls/checkbox.tsx'
import { Section } from '../../design/layout/page.tsx'
import {
  elementsOf,
  READ_ONLY_TYPES,
  type ElementDefinition,
  type Transition,
  type Workflow,
} from '../model/definition.ts'
import { withConditions } from '../model/workflow-steps.ts'
import { useGroups } from '../use-groups.ts'

export interface StepPanelProps {
  readonly workflow: Workflow
  readonly step: Transition
  readonly form: readonly ElementDefinition[]
  readonly onChange: (workflow: Workflow) => void
}

/** Elements of the form that somebody fills in. */
const isFilled = ({ type, permissions, is_used }: ElementDefinition): boolean =>
  is_used !== false && permissions !== undefined && !READ_ONLY_TYPES.includes(type)

/** The conditions of a step: for whom, with which fields filled, with a comment. */
export const StepPanel = ({ workflow, step, form, onChange }: StepPanelProps) => {
  const { t } = useLingui()
  const groups = useGroups(step.groups)
  const set = (members: Partial<Transition>) => onChange(withConditions(workflow, step, members))
  const fields = elementsOf(form).filter(element => isFilled(element) && element.name !== workflow.field)
  const actions = step.actions ?? []
  const from = step.from ?? t`New artifact`
  return (
    <Section
      title={workflow.mode === 'advanced' ? `${from} → ${step.to}` : t`All steps to ${step.to}`}
      description={<Trans>Conditions of the step.</Trans>}
    >
      <div className="settings-conditions">
        <CheckboxGroup
          label={t`Groups that may take it`}
          value={step.groups ?? []}
          onChange={chosen => set({ groups: chosen })}
        >
          {groups.map(({ name, label }) => (
            <Checkbox key={name} value={name} label={label} />
          ))}
        </CheckboxGroup>
        <CheckboxGroup
          label={t`Fields that must have a value`}
          value={step.not_empty ?? []}
          onChange={chosen => set({ not_empty: chosen })}
        >
          {fields.map(({ name, label }) => (
            <Checkbox key={name} value={name} label={label || name} />
          ))}
        </CheckboxGroup>
        <div>
          <Checkbox
            label={t`There must be a comment`}
            isSelected={step.is_comment_required === true}
            onChange={is_comment_required => set({ is_comment_required })}
          />
          {actions.length > 0 && (
            <>
              <p className="muted small">
                <Trans>Actions; the part Definition changes them:</Trans>
              </p>
              <ul className="small">
                {actions.map(action => (
                  <li key={JSON.stringify(action)}>
                    <ActionSentence action={action} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </Section>
  )
}

type Action = NonNullable<Transition['actions']>[number]

const ActionSentence = ({
  action: { type, field, value, fields = [], job_url: address },
}: {
  readonly action: Action
}) => {
  const names = fields.join(', ')
  const given = String(value ?? '')
  if (type === 'set_field_value')
    return (
      <Trans>
        {field} becomes “{given}”
      </Trans>
    )
  if (type === 'run_job') return <Trans>{address} is called</Trans>
  if (type === 'frozen_fields') return <Trans>Nobody changes {names}</Trans>
  return <Trans>{names} are hidden</Trans>
}
