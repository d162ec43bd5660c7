import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button, IconButton } from '../../design/controls/button.tsx'
import { IconChevronDown, IconPlus, IconTrash } from '../../design/icons.tsx'
import type { EditProps } from '../field-view.ts'
import { Faults } from '../shared/editor.tsx'
import { MarkdownEditor } from '../markdown/markdown-editor.tsx'
import './ttmstepdef-edit.css'
import { escapeSource, unescapeSource } from '../text-forms/step-source.ts'
import type { StepsValue } from '../shared/values.ts'

type Step = StepsValue['value'][number]

/** Steps are added, removed, moved, and saved together. */
export const StepsEdit = ({
  field,
  value,
  scope,
  onChange,
  onDone,
  onCancel,
  faults,
  place,
}: EditProps<StepsValue>) => {
  const steps = value?.value ?? []
  const [nextId, setNextId] = useState(-1)
  const set = (next: readonly Step[]) =>
    onChange({
      field_id: field.field_id,
      label: field.label,
      type: 'ttmstepdef',
      value: next.map((step, index) => ({ ...step, rank: index + 1 })),
    })
  const change = (index: number, part: Partial<Step>) =>
    set(steps.map((step, i) => (i === index ? { ...step, ...part } : step)))
  const move = (index: number, by: -1 | 1) => {
    const next = [...steps]
    const [moved] = next.splice(index, 1)
    if (!moved || index + by < 0 || index + by > next.length) return
    next.splice(index + by, 0, moved)
    set(next)
  }
  const add = () => {
    const empty = { description: '', expected_results: '' } as const
    const formats = { description_format: 'html', expected_results_format: 'html' } as const
    const sources = { commonmark_description: '', commonmark_expected_results: '' }
    set([...steps, { id: nextId, rank: steps.length + 1, ...empty, ...formats, ...sources }])
    setNextId(nextId - 1)
  }
  return (
    <div className="steps-editor">
      <ol>
        {steps.map((step, index) => (
          <StepRow
            key={step.id}
            step={step}
            index={index}
            isLast={index === steps.length - 1}
            isFocused={step.id === nextId + 1 && step.id < 0}
            projectId={scope.projectId}
            onChange={part => change(index, part)}
            onMove={by => move(index, by)}
            onRemove={() => set(steps.filter((_, i) => i !== index))}
          />
        ))}
      </ol>
      <Faults id={`steps-${field.field_id}`} faults={faults} />
      <div className="text-editor-actions">
        <Button variant="quiet" size="small" onPress={add}>
          <IconPlus /> <Trans>Add a step</Trans>
        </Button>
        {place !== 'form' && (
          <>
            <Button variant="primary" size="small" onPress={onDone}>
              <Trans>Save steps</Trans>
            </Button>
            <Button variant="quiet" size="small" onPress={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

interface StepRowProps {
  readonly step: Step
  readonly index: number
  readonly isLast: boolean
  readonly isFocused: boolean
  readonly projectId: number
  readonly onChange: (part: Partial<Step>) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** Alt with an arrow key moves the step that has the focus. */
const StepRow = ({ step, index, isLast, isFocused, projectId, onChange, onMove, onRemove }: StepRowProps) => {
  const { t } = useLingui()
  return (
    <li
      onKeyDown={event => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        onMove(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <span className="steps-editor-number" aria-hidden="true">
        {index + 1}
      </span>
      <StepTextEditor
        label={t`Step ${index + 1}: do`}
        placeholder={t`Do`}
        projectId={projectId}
        text={step.description}
        source={step.commonmark_description}
        format={step.description_format}
        isFocused={isFocused}
        onText={description => onChange({ description })}
        onSource={commonmark_description => onChange({ commonmark_description })}
      />
      <StepTextEditor
        label={t`Step ${index + 1}: expect`}
        placeholder={t`Expect`}
        projectId={projectId}
        text={step.expected_results}
        source={step.commonmark_expected_results}
        format={step.expected_results_format}
        onText={expected_results => onChange({ expected_results })}
        onSource={commonmark_expected_results => onChange({ commonmark_expected_results })}
      />
      <div className="steps-editor-tools">
        <IconButton
          label={t`Move step ${index + 1} up`}
          size="small"
          isDisabled={index === 0}
          onPress={() => onMove(-1)}
        >
          <span className="steps-editor-up">
            <IconChevronDown />
          </span>
        </IconButton>
        <IconButton label={t`Move step ${index + 1} down`} size="small" isDisabled={isLast} onPress={() => onMove(1)}>
          <IconChevronDown />
        </IconButton>
        <IconButton label={t`Remove step ${index + 1}`} size="small" onPress={onRemove}>
          <IconTrash />
        </IconButton>
      </div>
    </li>
  )
}

interface StepTextEditorProps {
  readonly label: string
  readonly placeholder: string
  readonly projectId: number
  readonly text: string
  /** Escaped; undefined: the text is no Markdown. */
  readonly source: string | undefined
  readonly format: 'text' | 'html'
  readonly isFocused?: boolean
  readonly onText: (text: string) => void
  readonly onSource: (source: string) => void
}

const StepTextEditor = ({ text, source, format, onText, onSource, ...props }: StepTextEditorProps) => (
  <MarkdownEditor
    {...props}
    rows={2}
    isBare
    text={source === undefined ? text : unescapeSource(source)}
    format={source === undefined ? format : 'commonmark'}
    onText={next => (source === undefined ? onText(next) : onSource(escapeSource(next)))}
  />
)
