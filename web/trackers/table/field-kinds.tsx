// Fields in pickers: sorted by what they hold, each with its sign. Only pickers load this.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SearchOption } from '../../design/controls/search-list.tsx'
import { icon } from '../../design/icons.tsx'
import { includesText } from '../../design/includes-text.ts'
import { IconAttach, IconPeople } from '../../design/page-icons.tsx'
import type { Field } from '../../fields/field-view.ts'
import { isDateField, isNumberField } from './columns.ts'

type Kind = 'list' | 'people' | 'date' | 'number' | 'text' | 'other'

const ORDER: readonly Kind[] = ['list', 'people', 'date', 'number', 'text', 'other']

const SIGNS: Readonly<Record<Kind, ReactNode>> = {
  list: icon('M5.500 4H14M5.500 8H14M5.500 12H14M2 4h.5M2 8h.5M2 12h.5')(),
  people: <IconPeople />,
  date: icon('M2.500 3.500h11v10h-11zM2.500 6.500h11M5.500 1.500v3M10.500 1.500v3')(),
  number: icon('M6.500 2.500L5 13.500M11 2.500L9.500 13.500M2.500 6h11M2.500 10h11')(),
  text: icon('M2.500 4h11M2.500 8h11M2.500 12h7')(),
  other: <IconAttach />,
}

const kindOf = (field: Field): Kind => {
  if (isDateField(field)) return 'date'
  if (isNumberField(field)) return 'number'
  if (field.bindings.type === 'users' || field.type === 'subby' || field.type === 'luby') return 'people'
  if (field.bindings.type !== null) return 'list'
  return field.type === 'string' || field.type === 'text' ? 'text' : 'other'
}

export const FieldSign = ({ field }: { readonly field: Field }) => (
  <span className="field-sign" aria-hidden="true">
    {SIGNS[kindOf(field)]}
  </span>
)

/** The fields that fit the words, in sections of their kinds. */
export const useFieldOptions = (): ((fields: readonly Field[], text: string) => SearchOption[]) => {
  const { t } = useLingui()
  const sections: Readonly<Record<Kind, string>> = {
    list: t`Lists`,
    people: t`People`,
    date: t`Dates`,
    number: t`Numbers`,
    text: t`Texts`,
    other: t`Files and links`,
  }
  return (fields, text) =>
    ORDER.flatMap(kind =>
      fields
        .filter(field => kindOf(field) === kind && includesText(field.label, text))
        .map(field => ({
          id: field.name,
          section: sections[kind],
          content: (
            <>
              <FieldSign field={field} />
              <span dir="auto">{field.label}</span>
            </>
          ),
        })),
    )
}
