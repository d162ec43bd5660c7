import type { Key } from '../../trackers/index.ts'
import { UNRESOLVED } from './definition-parsing.ts'

/** Id of "None", in the API and in the database. */
export const NONE_VALUE_ID = 100

/** A value named by id, by label, or by both. */
export interface ValueInput {
  readonly id: number | undefined
  /** null and "" are no label: None is named by its id. */
  readonly label: string | null | undefined
}

export interface ListOfValues {
  readonly name: string
  readonly values: readonly { readonly id: number | undefined; readonly key: Key; readonly label: string }[]
}

type ReportFault = (text: string) => void

/** The key of the value; null for None, if None is one of the choices. */
export const resolveValue = (list: ListOfValues, given: ValueInput, none: 'none' | 'no none', fault: ReportFault) => {
  const label = given.label ?? ''
  if (given.id === undefined) return byLabel(list, label, fault)
  if (given.id === NONE_VALUE_ID && none === 'none') {
    if (label !== '') fault(`value ${NONE_VALUE_ID} is None, not "${label}".`)
    return null
  }
  const found = list.values.find(value => value.id === given.id)
  if (!found) fault(`the list "${list.name}" has no value ${given.id}.`)
  else if (label !== '' && label !== found.label)
    fault(`value ${given.id} of the list "${list.name}" is "${found.label}", not "${label}".`)
  return found?.key ?? UNRESOLVED
}

const byLabel = (list: ListOfValues, label: string, fault: ReportFault): Key => {
  if (label === '') {
    fault(`a value of the list "${list.name}" is needed, by its id or its label.`)
    return UNRESOLVED
  }
  const [found, another] = list.values.filter(value => value.label === label)
  if (!found) fault(`the list "${list.name}" has no value "${label}".`)
  if (another) fault(`the list "${list.name}" has several values "${label}": name the one that is meant by its id.`)
  return found?.key ?? UNRESOLVED
}
