import { defineFieldView, type FieldView } from '../field-view.ts'
import { noText } from './no-text.ts'

type ReadOnly<Value> = Pick<FieldView<Value>, 'type' | 'Read' | 'Cell' | 'toText'> &
  Partial<Pick<FieldView<Value>, 'Filter' | 'isEmpty'>>

/** A type whose values the platform makes: nobody sends them back. */
export const readOnlyView = <Value extends { readonly field_id: number }>(view: ReadOnly<Value>): FieldView =>
  defineFieldView<Value>({
    isEmpty: value => value === undefined,
    entryOf: ({ field_id }) => ({ field_id }),
    fromText: noText,
    same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    ...view,
  })
