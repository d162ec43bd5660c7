import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { IconLock } from '../../design/page-icons.tsx'
import { ChoiceView } from '../shared/choice-view.tsx'
import { inOrderOf, offeredChoices, type Choice } from '../shared/choices.ts'
import { Faults } from '../shared/editor.tsx'
import './choice-boxes.css'
import './list-picker.css'
import type { ListPickerProps } from '../shared/list-picker.tsx'

const NONE = 'none'

/** Few values as radio buttons or boxes: all of them are seen at once. Refused ones are dimmed, with their reason. */
export const ChoiceBoxes = (props: ListPickerProps) => {
  const { field, chosen, isMultiple, isRefused, place, faults, onChoose, onDone, onCancel } = props
  const { t } = useLingui()
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  const isInPlace = place !== 'form'
  const isClosed = useRef(false)
  useEffect(() => {
    if (!isInPlace) return
    const inputs = box.current?.querySelectorAll('input') ?? []
    const first = [...inputs].find(input => input.checked) ?? inputs[0]
    first?.focus()
  }, [isInPlace])
  const isChosen = (choice: Choice): boolean => chosen.some(each => each.id === choice.id)
  const offered = offeredChoices(field).filter(choice => !choice.isHidden || isChosen(choice))
  const choices = [...chosen.filter(choice => !offered.some(each => each.id === choice.id)), ...offered]
  const reasonOf = (choice: Choice): string | undefined =>
    choice.ruleId !== undefined && !isChosen(choice) ? isRefused?.(choice.ruleId) : undefined
  const choose = (choice: Choice | undefined) => {
    if (!choice) onChoose([])
    else if (!isMultiple) onChoose([choice])
    else if (isChosen(choice)) onChoose(chosen.filter(each => each.id !== choice.id))
    else onChoose(inOrderOf(field, [...chosen, choice]))
  }
  const close = (how: 'done' | 'cancel') => {
    if (isClosed.current) return
    isClosed.current = true
    if (how === 'done') onDone()
    else onCancel()
    // A refused value leaves the editor open.
    queueMicrotask(() => {
      isClosed.current = false
    })
  }
  // A press saves at once, arrows only move the choice. A press has a place, a key has none.
  const saveWhenPressed = (event: MouseEvent) => {
    if (isInPlace && !isMultiple && event.detail > 0) queueMicrotask(() => close('done'))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isInPlace || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close(event.key === 'Enter' ? 'done' : 'cancel')
  }
  return (
    <fieldset
      ref={box}
      className="choice-boxes"
      aria-describedby={faults.length > 0 ? id : undefined}
      onKeyDown={onKeyDown}
      onBlur={event => {
        if (isInPlace && !event.currentTarget.contains(event.relatedTarget)) close('done')
      }}
    >
      <legend className="visually-hidden">{field.label}</legend>
      {!isMultiple && !field.required && (
        <label className="choice-box-row">
          <input
            type="radio"
            name={`${id} value`}
            value={NONE}
            checked={chosen.length === 0}
            onChange={() => choose(undefined)}
            onClick={saveWhenPressed}
          />
          <span className="muted">{t`None`}</span>
        </label>
      )}
      {choices.map(choice => {
        const reason = reasonOf(choice)
        return (
          <label key={choice.id} className="choice-box-row" data-refused={reason !== undefined || undefined}>
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={`${id} value`}
              checked={isChosen(choice)}
              // The reason is to be heard: a disabled box would have no focus.
              aria-disabled={reason !== undefined || undefined}
              onChange={() => {
                if (reason === undefined) choose(choice)
              }}
              onClick={event => {
                if (reason === undefined) saveWhenPressed(event)
              }}
            />
            <ChoiceView choice={choice} />
            {reason !== undefined && (
              <span className="list-picker-reason">
                <IconLock /> {reason}
              </span>
            )}
          </label>
        )
      })}
      {isInPlace && (
        <div className="text-editor-actions">
          <Button variant="primary" size="small" onPress={() => close('done')}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="quiet" size="small" onPress={() => close('cancel')}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
      <Faults id={id} faults={faults} />
    </fieldset>
  )
}
