import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button, IconButton } from '../../design/controls/button.tsx'
import { IconChevronDown, IconPlus, IconTrash } from '../../design/icons.tsx'
import type { EditProps } from '../field-view.ts'
import { Faults } from '../shared/editor.tsx'
import type { StepsValue } from '../shared/values.ts'

type Step = StepsValue['value'][number]

/** Steps are added, removed, moved, and saved together. */
export const StepsEdit = ({ field, value, onChange, onDone, onCancel, faults, place }: EditProps<StepsValue>) => {
  const { t } = useLingui()
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
          <li
            key={step.id}
            onKeyDown={event => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(index, event.key === 'ArrowUp' ? -1 : 1)
            }}
          >
            <textarea
              className="field-input"
              rows={3}
              dir="auto"
              aria-label={t`Step ${index + 1}: do`}
              placeholder={t`Do`}
              value={step.commonmark_description ?? step.description}
              onChange={event =>
                change(
                  index,
                  step.commonmark_description === undefined
                    ? { description: event.target.value }
                    : { commonmark_description: event.target.value },
                )
              }
            />
            <textarea
              className="field-input"
              rows={3}
              dir="auto"
              aria-label={t`Step ${index + 1}: expect`}
              placeholder={t`Expect`}
              value={step.commonmark_expected_results ?? step.expected_results}
              onChange={event =>
                change(
                  index,
                  step.commonmark_expected_results === undefined
                    ? { expected_results: event.target.value }
                    : { commonmark_expected_results: event.target.value },
                )
              }
            />
            <div className="steps-editor-tools">
              <IconButton
                label={t`Move step ${index + 1} up`}
                size="small"
                isDisabled={index === 0}
                onPress={() => move(index, -1)}
              >
                <span className="sort-mark-up">
                  <IconChevronDown />
                </span>
              </IconButton>
              <IconButton
                label={t`Move step ${index + 1} down`}
                size="small"
                isDisabled={index === steps.length - 1}
                onPress={() => move(index, 1)}
              >
                <IconChevronDown />
              </IconButton>
              <IconButton
                label={t`Remove step ${index + 1}`}
                size="small"
                onPress={() => set(steps.filter((_, i) => i !== index))}
              >
                <IconTrash />
              </IconButton>
            </div>
          </li>
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
