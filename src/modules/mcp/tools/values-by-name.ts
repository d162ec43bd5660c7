import { wrongArgument, type CallApi } from '../model/call-api.ts'

interface FieldValue {
  readonly id: number
  readonly label: string
  readonly user_reference?: { readonly username?: string | null } | null
}

export interface NamedField {
  readonly field_id: number
  readonly name: string
  readonly label: string
  readonly type: string
  readonly values?: readonly FieldValue[] | null
}

const LISTS = new Set(['sb', 'rb', 'msb', 'cb'])
/** "None" of a list. */
const NONE = 100

export const fieldsOfTracker = async (call: CallApi, trackerId: number): Promise<readonly NamedField[]> => {
  const { body } = await call({ method: 'GET', path: `/trackers/${trackerId}` })
  return (body as { fields: readonly NamedField[] }).fields
}

/** Values by names of fields, as the API takes them by ids. Lists take labels, people logins, texts a text or `{content, format}`. */
export const valuesByName = (fields: readonly NamedField[], given: Readonly<Record<string, unknown>>): object[] =>
  Object.entries(given).map(([name, value]) => {
    const field = fields.find(each => each.name === name)
    if (!field) {
      const known = fields.map(each => each.name).join(', ')
      throw wrongArgument(`values.${name}`, `There is no field ${name}; the fields are ${known}`)
    }
    return LISTS.has(field.type)
      ? { field_id: field.field_id, bind_value_ids: idsOf(field, value) }
      : { field_id: field.field_id, value }
  })

const idsOf = ({ name, values }: NamedField, given: unknown): number[] => {
  const wanted = (Array.isArray(given) ? (given as unknown[]) : [given]).filter(one => one !== null && one !== '')
  if (wanted.length === 0) return [NONE]
  return wanted.map(one => {
    const text = String(one).toLowerCase()
    const found = values?.find(
      value => value.label.toLowerCase() === text || value.user_reference?.username?.toLowerCase() === text,
    )
    if (found) return found.id
    const known = (values ?? []).map(value => value.label).join(', ')
    throw wrongArgument(`values.${name}`, `The field ${name} has no value ${String(one)}; its values are ${known}`)
  })
}
