import type { ReadProps } from '../field-view.ts'
import { ChoiceView } from '../shared/choice-view.tsx'
import { choiceOf, textOfChoice } from '../shared/choices.ts'
import { ListFilter } from '../filters/filters.tsx'
import { Nothing } from '../shared/nothing.tsx'
import { readOnlyView } from '../shared/read-only.ts'
import type { PersonValue } from '../shared/values.ts'

const personOf = (value: PersonValue | undefined) => (value ? choiceOf(value.value) : undefined)

const Read = ({ value }: ReadProps<PersonValue>) => {
  const person = personOf(value)
  return person ? <ChoiceView choice={person} /> : <Nothing />
}
const toText = (value: PersonValue | undefined): string => {
  const person = personOf(value)
  return person ? textOfChoice(person) : ''
}

export const subby = readOnlyView<PersonValue>({ type: 'subby', Read, Cell: Read, Filter: ListFilter, toText })
export const luby = readOnlyView<PersonValue>({ type: 'luby', Read, Cell: Read, Filter: ListFilter, toText })
