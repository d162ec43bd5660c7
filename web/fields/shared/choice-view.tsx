import { PersonName } from '../../design/values/person.tsx'
import { ValueBadge, ValueDot } from '../../design/values/value.tsx'
import type { Choice } from './choices.ts'
import './fields.css'

interface ChoiceViewProps {
  readonly choice: Choice
  readonly isStatus?: boolean
  /** Values without a colour have a ground: people wrote them, so that their ends are not clear without. */
  readonly isTagged?: boolean
}

/** A value of a list: a person with initials, a status as a badge, everything else as a dot and a word. */
export const ChoiceView = ({ choice, isStatus = false, isTagged = false }: ChoiceViewProps) => {
  if (choice.kind === 'person')
    return <PersonName name={choice.label} id={typeof choice.id === 'number' ? choice.id : null} />
  if (isStatus) return <ValueBadge colour={choice.colour}>{choice.label}</ValueBadge>
  if (choice.hasColour !== true) return <bdi className={isTagged ? 'cut tag' : 'cut'}>{choice.label}</bdi>
  return <ValueDot colour={choice.colour}>{choice.label}</ValueDot>
}

export interface ChoicesProps {
  readonly choices: readonly Choice[]
  readonly isStatus?: boolean | undefined
  readonly isTagged?: boolean
}

/** All values, below each other as far as the width asks for it. */
export const ChoiceList = ({ choices, isStatus = false, isTagged = false }: ChoicesProps) => (
  <span className="choice-list">
    {choices.map(choice => (
      <ChoiceView key={choice.id} choice={choice} isStatus={isStatus} isTagged={isTagged} />
    ))}
  </span>
)

/** One line: the first value, and how many follow. */
export const ChoiceCell = ({ choices, isStatus = false }: ChoicesProps) => {
  const [first, ...others] = choices
  if (!first) return null
  return (
    <>
      <ChoiceView choice={first} isStatus={isStatus} />
      {others.length > 0 && (
        <span className="meta" title={others.map(({ label }) => label).join(', ')}>
          +{others.length}
        </span>
      )}
    </>
  )
}
