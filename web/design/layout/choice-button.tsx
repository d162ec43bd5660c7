import { lazyPart } from '../../app/lazy-part.ts'
import { LateLayer } from './late-layer.tsx'
import type { Choice } from './choice-menu.tsx'

const ChoiceMenu = lazyPart(() => import('./choice-menu.tsx'), 'ChoiceMenu')

export interface ChoiceButtonProps<Value extends string> {
  /** The question that the choices answer. */
  readonly label: string
  /** The answer alone is in sight. */
  readonly isLabelHidden?: boolean
  readonly choices: readonly Choice<Value>[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
}

/** A button with the question and the chosen answer, which opens a menu of all answers. */
export const ChoiceButton = <Value extends string>(props: ChoiceButtonProps<Value>) => {
  const { label, isLabelHidden = false, choices, value, onChange } = props
  const chosen = choices.find(choice => choice.value === value)
  return (
    <LateLayer
      kind="menu"
      className="button button-quiet button-small"
      layer={handle => (
        <ChoiceMenu
          {...handle}
          label={label}
          choices={choices}
          value={value}
          // The menu gives back one of its choices.
          onChange={next => onChange(next as Value)}
        />
      )}
    >
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
      {chosen && <strong dir="auto">{chosen.label}</strong>}
    </LateLayer>
  )
}
