// The fields of a card by their place on it: words, figures, dates and a person.
import type { Field } from '../fields/field-view.ts'
import { offeredChoices } from '../fields/shared/choices.ts'
import { isDateField, isNumberField, type Column } from '../trackers/table/columns.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'

export interface CardFacts {
  /** Lists and short texts. */
  readonly words: readonly Field[]
  readonly figure: Field | undefined
  readonly date: Field | undefined
  readonly person: Field | undefined
  /** List whose colour is a stripe of the card: its value is a word on the card, too. */
  readonly stripe: Field | undefined
}

const MAX_WORDS = 2
/** Dates of the platform tell little about the work. */
const PLATFORM_DATES: ReadonlySet<string> = new Set(['lud', 'subon'])
const WORDS: ReadonlySet<string> = new Set(['sb', 'rb', 'msb', 'cb', 'tbl', 'string'])

/** The chosen columns, as far as a card has room. Without a chosen person or list, the semantics give them. */
export const cardFactsOf = (tracker: Tracker, columns: readonly Column[], group: Field): CardFacts => {
  const chosen = columns.map(({ field }) => field).filter(field => field.field_id !== group.field_id)
  const isPerson = (field: Field) => field.bindings.type === 'users'
  const contributor = tracker.fields.find(
    field => field.is_used && field.field_id === tracker.semantics.contributor?.field_id,
  )
  const words = chosen.filter(field => WORDS.has(field.type) && !isPerson(field)).slice(0, MAX_WORDS)
  return {
    words,
    figure: chosen.find(field => isNumberField(field) && field.type !== 'priority'),
    date: chosen.find(field => isDateField(field) && !PLATFORM_DATES.has(field.type)),
    person: chosen.find(isPerson) ?? (contributor?.field_id === group.field_id ? undefined : contributor),
    stripe: words.find(
      field => (field.type === 'sb' || field.type === 'rb') && offeredChoices(field).some(({ hasColour }) => hasColour),
    ),
  }
}

/** Names of the fields that the cards show, and those by which the workflow judges a move. */
export const fieldNamesOf = (tracker: Tracker, group: Field, facts: CardFacts): string => {
  const sources = new Set(
    (tracker.workflow?.rules.lists ?? [])
      .filter(rule => rule.target_field_id === group.field_id)
      .map(rule => rule.source_field_id),
  )
  const fields = [
    group,
    ...facts.words,
    facts.figure,
    facts.date,
    facts.person,
    ...tracker.fields.filter(({ field_id }) => sources.has(field_id)),
  ]
  return [...new Set(fields.flatMap(field => field?.name ?? []))].sort().join()
}
