import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../design/controls/button.tsx'
import { Checkbox } from '../../design/controls/checkbox.tsx'
import { IconClose } from '../../design/icons.tsx'
import { Part } from '../../design/layout/part.tsx'
import { planningsQuery } from '../../planning/plannings-query.ts'
import { useCurrentProject } from '../../projects/project-frame.tsx'
import { ChoiceChips } from '../choice-chips.tsx'
import {
  elementsOf,
  READ_ONLY_TYPES,
  type ElementDefinition,
  type Transition,
  type Workflow,
} from '../model/definition.ts'
import { useWorkingCopy } from '../model/use-working-copy.ts'
import { withConditions } from '../model/workflow-steps.ts'
import { useGroups } from '../use-groups.ts'

export interface StepPanelProps {
  readonly workflow: Workflow
  readonly step: Transition
  readonly form: readonly ElementDefinition[]
  readonly onChange: (workflow: Workflow) => void
  readonly onForbid: () => void
}

type Action = NonNullable<Transition['actions']>[number]

/** Elements of the form that somebody fills in. */
const isFilled = ({ type, permissions, is_used }: ElementDefinition): boolean =>
  is_used && permissions !== undefined && !READ_ONLY_TYPES.includes(type)

/** Fields that a step can set. */
const SET_TYPES: readonly string[] = ['date', 'int', 'float']

const optionsOf = (elements: readonly ElementDefinition[]) =>
  elements.map(({ name, label }) => ({ value: name, label: label || name }))

/** The conditions and actions of a step. */
export const StepPanel = ({ workflow, step, form, onChange, onForbid }: StepPanelProps) => {
  const { t } = useLingui()
  const groups = useGroups(step.groups)
  const set = (members: Partial<Transition>) => onChange(withConditions(workflow, step, members))
  const elements = elementsOf(form)
  const fields = elements.filter(element => isFilled(element) && element.name !== workflow.field)
  const fieldsets = elements.filter(({ type, is_used }) => type === 'fieldset' && is_used)
  const actions = step.actions ?? []
  const from = step.from ?? t`New artifact`
  const isSimple = workflow.mode !== 'advanced'
  const setActions = (next: readonly Action[]) => set({ actions: [...next] })
  /** The action of a kind of which a step has one, with other elements; without elements there is none. */
  const setFields = (type: 'frozen_fields' | 'hidden_fieldsets', names: string[]) =>
    setActions([...actions.filter(each => each.type !== type), ...(names.length > 0 ? [{ type, fields: names }] : [])])
  const namesIn = (type: Action['type']) => actions.find(each => each.type === type)?.fields ?? []
  return (
    <Part
      title={isSimple ? t`All steps to ${step.to}` : `${from} → ${step.to}`}
      tools={
        <Button size="small" variant="quiet" onPress={onForbid}>
          {isSimple ? t`Forbid ${from} → ${step.to}` : t`Forbid`}
        </Button>
      }
    >
      <dl className="step-rows">
        <StepRow label={t`For`}>
          <ChoiceChips
            label={t`Groups that may take it`}
            addLabel={t`Group`}
            options={groups.map(({ name, label }) => ({ value: name, label }))}
            values={step.groups ?? []}
            onChange={chosen => set({ groups: chosen })}
          />
        </StepRow>
        <StepRow label={t`Must be filled in`}>
          <ChoiceChips
            label={t`Fields that must have a value`}
            addLabel={t`Field`}
            options={optionsOf(fields)}
            values={step.not_empty ?? []}
            onChange={chosen => set({ not_empty: chosen })}
          />
        </StepRow>
        <StepRow label={t`Comment`}>
          <Checkbox
            label={t`There must be a comment`}
            isSelected={step.is_comment_required === true}
            onChange={is_comment_required => set({ is_comment_required })}
          />
        </StepRow>
        <StepRow label={t`Then set`}>
          <SetValues
            actions={actions}
            fields={fields.filter(({ type }) => SET_TYPES.includes(type))}
            onChange={setActions}
          />
        </StepRow>
        {isSimple && (
          <>
            <StepRow label={t`Then nobody changes`}>
              <ChoiceChips
                label={t`Fields that nobody changes then`}
                addLabel={t`Field`}
                options={optionsOf(fields)}
                values={namesIn('frozen_fields')}
                onChange={names => setFields('frozen_fields', names)}
              />
            </StepRow>
            <StepRow label={t`Then hidden`}>
              <ChoiceChips
                label={t`Fieldsets that are hidden then`}
                addLabel={t`Fieldset`}
                options={optionsOf(fieldsets)}
                values={namesIn('hidden_fieldsets')}
                onChange={names => setFields('hidden_fieldsets', names)}
              />
            </StepRow>
          </>
        )}
        <StepRow label={t`Then call`}>
          <Calls actions={actions} onChange={setActions} />
        </StepRow>
        <TopBacklog actions={actions} onChange={setActions} />
      </dl>
    </Part>
  )
}

const StepRow = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

interface ActionsProps {
  readonly actions: readonly Action[]
  readonly onChange: (actions: readonly Action[]) => void
}

/** Dates that become the day of the step or empty, and numbers. */
const SetValues = ({ actions, fields, onChange }: ActionsProps & { readonly fields: readonly ElementDefinition[] }) => {
  const { t } = useLingui()
  const replace = (index: number, action: Action) => onChange(actions.map((each, at) => (at === index ? action : each)))
  const chosen = actions.flatMap(({ type, field }) => (type === 'set_field_value' ? [field ?? ''] : []))
  return (
    <span className="step-actions">
      {actions.map((action, index) => {
        const field = fields.find(({ name }) => name === action.field)
        if (action.type !== 'set_field_value') return null
        const label = field?.label ?? action.field ?? ''
        return (
          <span key={index} className="step-action">
            <bdi>{label}</bdi>
            {field?.type === 'date' ? (
              <select
                className="field-input"
                aria-label={t`Value of ${label}`}
                value={action.value}
                onChange={event => replace(index, { ...action, value: event.target.value })}
              >
                <option value="current">{t`the day of the step`}</option>
                <option value="">{t`empty`}</option>
              </select>
            ) : (
              <input
                className="field-input"
                type="number"
                step={field?.type === 'int' ? 1 : 'any'}
                aria-label={t`Value of ${label}`}
                value={action.value}
                onChange={event =>
                  replace(index, { ...action, value: event.target.value === '' ? 0 : event.target.valueAsNumber })
                }
              />
            )}
            <IconButton
              label={t`Leave out: ${label}`}
              size="small"
              onPress={() => onChange(actions.filter((_each, at) => at !== index))}
            >
              <IconClose />
            </IconButton>
          </span>
        )
      })}
      <ChoiceChips
        label={t`Fields that get a value`}
        addLabel={t`Field`}
        options={optionsOf(fields.filter(({ name }) => !chosen.includes(name)))}
        values={[]}
        onChange={([name]) => {
          const type = fields.find(field => field.name === name)?.type
          if (name !== undefined)
            onChange([...actions, { type: 'set_field_value', field: name, value: type === 'date' ? 'current' : 0 }])
        }}
      />
    </span>
  )
}

/** Shown for trackers that top milestones plan, and where the step has the action already. */
const TopBacklog = ({ actions, onChange }: ActionsProps) => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const { trackerId } = useWorkingCopy()
  const [root] = useQuery(planningsQuery(project.id)).data ?? []
  const others = actions.filter(({ type }) => type !== 'add_to_top_backlog')
  const isThere = others.length < actions.length
  if (!isThere && !root?.backlog_trackers.some(({ id }) => id === trackerId)) return null
  return (
    <StepRow label={t`Then plan`}>
      <Checkbox
        label={t`Add to the top backlog, unless a milestone plans it`}
        isSelected={isThere}
        onChange={isAdded => onChange(isAdded ? [...others, { type: 'add_to_top_backlog' }] : others)}
      />
    </StepRow>
  )
}

/** Addresses that the server calls after the step. */
const Calls = ({ actions, onChange }: ActionsProps) => {
  const { t } = useLingui()
  return (
    <span className="step-actions">
      {actions.map((action, index) => {
        if (action.type !== 'run_job') return null
        const address = action.job_url ?? ''
        const isRight = /^https?:\/\/\S/.test(address)
        return (
          <span key={index} className="step-action">
            <input
              className="field-input step-address"
              type="url"
              aria-label={t`Address to call`}
              aria-invalid={!isRight}
              placeholder="https://"
              value={address}
              onChange={event =>
                onChange(actions.map((each, at) => (at === index ? { ...each, job_url: event.target.value } : each)))
              }
            />
            <IconButton
              label={t`Leave out: ${address}`}
              size="small"
              onPress={() => onChange(actions.filter((_each, at) => at !== index))}
            >
              <IconClose />
            </IconButton>
            {!isRight && <span className="field-error">{t`An address begins with http or https.`}</span>}
          </span>
        )
      })}
      <Button size="small" variant="quiet" onPress={() => onChange([...actions, { type: 'run_job', job_url: '' }])}>
        + <Trans>Address</Trans>
      </Button>
    </span>
  )
}
