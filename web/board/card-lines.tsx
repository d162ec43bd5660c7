import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Initials } from '../design/values/person.tsx'
import '../design/values/value-colour.css'
import '../design/values/value.css'
import type { Field, FieldScope, FieldValue } from '../fields/field-view.ts'
import { viewOf } from '../fields/registry.ts'
import { choicesOf } from '../fields/shared/choices.ts'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'
import type { CardFacts } from './card-facts.ts'

interface CardLinesProps {
  readonly row: Pick<ListedArtifact, 'id'>
  readonly artifact: Pick<ListedArtifact, 'values' | 'is_open'>
  readonly facts: CardFacts
  readonly scope: FieldScope
  /** At the beginning of the second line: how long the card has been where it is. */
  readonly age?: ReactNode
}

/** Number, words and figure; age, date and person. */
export const CardLines = ({ row, artifact, facts, scope, age }: CardLinesProps) => {
  const { words, figure, date, person, stripe } = facts
  const valueOf = (field: Field | undefined) =>
    field && artifact.values?.find(({ field_id }) => field_id === field.field_id)
  const shown = (field: Field | undefined): ReactNode => {
    const value = valueOf(field)
    if (!field || !value) return null
    const view = viewOf(field.type)
    return view.isEmpty(value) ? null : (
      <view.Cell field={field} value={value} scope={{ ...scope, artifactId: row.id }} isOpen={artifact.is_open} />
    )
  }
  const hasSecond = Boolean(age) || (date && !isEmpty(date, valueOf(date))) || person !== undefined
  return (
    <>
      <div className="board-card-line">
        <span className="board-card-number">{row.id}</span>
        {words.map(field => {
          const text = viewOf(field.type).toText(valueOf(field), field)
          if (text === '') return null
          const isStripe = field === stripe
          return (
            <span
              key={field.field_id}
              className={isStripe ? 'board-card-word board-card-stripe cut' : 'board-card-word cut'}
              title={field.label}
            >
              {text}
            </span>
          )
        })}
        <span className="board-card-end" title={figure?.label}>
          {shown(figure)}
        </span>
      </div>
      {hasSecond && (
        <div className="board-card-line">
          {age}
          {shown(date)}
          <span className="board-card-end">{person && <CardPerson field={person} value={valueOf(person)} />}</span>
        </div>
      )}
    </>
  )
}

const isEmpty = (field: Field, value: FieldValue | undefined): boolean => viewOf(field.type).isEmpty(value)

const CardPerson = ({ field, value }: { readonly field: Field; readonly value: FieldValue | undefined }) => {
  const { t } = useLingui()
  const people = choicesOf((value as { readonly values?: readonly unknown[] } | undefined)?.values ?? [])
  const [first] = people
  const names = people.map(({ label }) => label).join(', ')
  return first ? (
    <span className="board-card-people" title={`${field.label}: ${names}`}>
      <span className="visually-hidden">{names}</span>
      {people.slice(0, 2).map(({ id, label }) => (
        <Initials key={id} name={label} id={Number(id)} />
      ))}
    </span>
  ) : (
    <span className="board-card-nobody" role="img" aria-label={t`Nobody`} title={t`${field.label}: nobody`} />
  )
}

/** The colour of the card's stripe, if its list has colours. */
export const stripeOf = ({ stripe }: CardFacts, values: ListedArtifact['values']): string | undefined => {
  const value = stripe && values?.find(({ field_id }) => field_id === stripe.field_id)
  const [first] = choicesOf((value as { readonly values?: readonly unknown[] } | undefined)?.values ?? [])
  return first?.hasColour === true ? first.colour : undefined
}
