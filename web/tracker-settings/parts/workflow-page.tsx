import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox, Radio, RadioGroup } from '../../design/controls/checkbox.tsx'
import { ConfirmDialog } from '../../design/feedback/dialog.tsx'
import { EmptyState } from '../../design/feedback/empty-state.tsx'
import { Notice } from '../../design/feedback/notice.tsx'
import { elementsOf, type ElementDefinition, type Workflow } from '../model/definition.ts'
import { SINGLE_TYPES } from '../model/form-edits.ts'
import { useWorkingCopy } from '../model/use-working-copy.ts'
import { warningsOf, withStep } from '../model/workflow-steps.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { StepPanel } from './step-panel.tsx'
import { WorkflowGraph } from './workflow-graph.tsx'
import { WorkflowTry } from './workflow-try.tsx'
import { WorkflowMatrix, type StepPlace } from './workflow-matrix.tsx'

/** The steps that are allowed from one value of a list to another, and their conditions. */
export const WorkflowPage = () => {
  const { t } = useLingui()
  const { mine, change } = useWorkingCopy()
  const lists = elementsOf(mine.form).filter(({ type, bind }) => SINGLE_TYPES.includes(type) && bind?.type === 'static')
  const { workflow } = mine
  const list = lists.find(({ name }) => name === workflow?.field)
  const begin = (field: string) =>
    change(all => ({
      ...all,
      workflow: { field, is_enabled: false, is_legacy: false, mode: 'simple', transitions: [] },
    }))
  return (
    <SettingsFrame
      title={t`Workflow`}
      description={<Trans>Steps from one value to the next, with their groups and conditions.</Trans>}
    >
      {workflow && list ? (
        <WorkflowEditor key={workflow.field} workflow={workflow} list={list} />
      ) : lists.length === 0 ? (
        <EmptyState title={t`No list can have a workflow`}>
          <Trans>A workflow governs a list of which an artifact has one value.</Trans>
        </EmptyState>
      ) : (
        <EmptyState title={t`Every value may follow every other`}>
          <Trans>Choose the list that a workflow governs. It is switched on when you say so.</Trans>
          <span className="settings-begin">
            {lists.map(({ name, label }) => (
              <Button key={name} onPress={() => begin(name)}>
                {label || name}
              </Button>
            ))}
          </span>
        </EmptyState>
      )}
    </SettingsFrame>
  )
}

interface WorkflowEditorProps {
  readonly workflow: Workflow
  readonly list: ElementDefinition
}

const WorkflowEditor = ({ workflow, list }: WorkflowEditorProps) => {
  const { t } = useLingui()
  const { mine, change } = useWorkingCopy()
  const [place, setPlace] = useState<StepPlace>()
  const [isAsking, setAsking] = useState(false)
  const set = (members: Partial<Workflow>) =>
    change(all => (all.workflow ? { ...all, workflow: { ...all.workflow, ...members } } : all))
  const toggle = (from: string | null, to: string, isAllowed: boolean) =>
    change(all => (all.workflow ? { ...all, workflow: withStep(all.workflow, from, to, isAllowed) } : all))
  const values = list.bind?.values ?? []
  const step = place && workflow.transitions.find(({ from, to }) => from === place.from && to === place.to)
  const remove = () => {
    change(all => ({ ...all, workflow: null }))
    return Promise.resolve()
  }
  return (
    <>
      <div className="settings-workflow-head">
        <Checkbox
          label={t`The workflow of ${list.label} is enforced`}
          isSelected={workflow.is_enabled !== false}
          onChange={is_enabled => set({ is_enabled })}
        />
        <RadioGroup
          label={t`Conditions`}
          value={workflow.mode ?? 'simple'}
          onChange={mode => set({ mode: mode as 'simple' | 'advanced' })}
        >
          <Radio value="simple" label={t`The same for all steps to a value`} />
          <Radio value="advanced" label={t`For each step`} />
        </RadioGroup>
        <Button variant="quiet" onPress={() => setAsking(true)}>
          <Trans>Remove the workflow…</Trans>
        </Button>
      </div>
      <Warnings workflow={workflow} values={values.map(({ label, reference }) => reference ?? label)} />
      <div className="workflow-split">
        <WorkflowMatrix
          list={list}
          workflow={workflow}
          chosen={place}
          onChoose={setPlace}
          onToggle={(from, to, isAllowed) => {
            toggle(from, to, isAllowed)
            setPlace(isAllowed ? { from, to } : undefined)
          }}
        />
        {workflow.transitions.length > 0 && (
          <WorkflowGraph list={list} workflow={workflow} chosen={place} onChoose={setPlace} />
        )}
        {step && (
          <StepPanel
            workflow={workflow}
            step={step}
            form={mine.form}
            onChange={set}
            onForbid={() => {
              toggle(step.from, step.to, false)
              setPlace(undefined)
            }}
          />
        )}
        {workflow.transitions.length > 0 && <WorkflowTry list={list} workflow={workflow} />}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t`Remove the workflow?`}
          confirmLabel={t`Remove`}
          isOpen
          onClose={() => setAsking(false)}
          onConfirm={remove}
        >
          <Trans>Every value may follow every other then. Nothing is applied before you preview it.</Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

const Warnings = ({ workflow, values }: { readonly workflow: Workflow; readonly values: readonly string[] }) => {
  const { t } = useLingui()
  const { unreachable, withoutWayOut, withoutGroup } = warningsOf(workflow, values)
  const sentences = [
    ...(unreachable.length > 0 ? [t`Nothing leads to: ${unreachable.join(', ')}.`] : []),
    ...(withoutWayOut.length > 0 ? [t`Nothing leaves: ${withoutWayOut.join(', ')}.`] : []),
    ...(withoutGroup.length > 0
      ? [t`Nobody may take: ${withoutGroup.map(({ from, to }) => `${from ?? t`new artifact`} → ${to}`).join(', ')}.`]
      : []),
  ]
  if (sentences.length === 0) return null
  return (
    <Notice kind="warning">
      {sentences.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}
