// The text of a value as `PUT` takes it: reports of dry runs have no labels.
/** The field, as far as it names values. */
export interface FieldOfEntry {
  readonly values?: unknown
  /** Accounts by which a list of people is filled. */
  readonly people?: readonly Person[]
}

interface Choice {
  readonly id: number
  readonly label: string
}

interface Person {
  readonly id: number | null
  readonly real_name: string | null
}

type Entry = Readonly<Record<string, unknown>> | null

interface Link {
  readonly id: number
  readonly type?: string | null
}

/** "None" of a list. */
const NONE = 100

/** Empty: no value. */
export const entryText = (field: FieldOfEntry, entry: Entry): string => {
  if (!entry) return ''
  const { bind_value_ids: ids, links, value } = entry
  if (Array.isArray(ids)) return (ids as number[]).flatMap(id => labelOf(field, id)).join(', ')
  if (Array.isArray(links)) return (links as Link[]).map(linkText).join(', ')
  return valueText(field, value ?? entry['manual_value'])
}

const labelOf = ({ values, people = [] }: FieldOfEntry, id: number): string[] => {
  if (id === NONE) return []
  const choices = Array.isArray(values) ? (values as readonly Choice[]) : []
  const person = people.find(each => each.id === id)?.real_name
  return [choices.find(choice => choice.id === id)?.label ?? person ?? `#${id}`]
}

const linkText = ({ id, type }: Link): string => (type ? `#${id} (${type})` : `#${id}`)

const valueText = (field: FieldOfEntry, value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return (value as unknown[]).map(item => valueText(field, item)).join('\n')
  const {
    content,
    label,
    bind_value_objects: objects,
    description,
    granted_groups: groups,
  } = value as Record<string, unknown>
  if (typeof content === 'string') return content
  if (typeof label === 'string') return label
  if (Array.isArray(objects)) return (objects as unknown[]).map(item => valueText(field, item)).join(', ')
  if (Array.isArray(groups)) return groups.join(', ')
  if (description !== undefined) return valueText(field, description)
  const { id } = value as { readonly id?: unknown }
  return typeof id === 'number' ? (labelOf(field, id)[0] ?? '') : JSON.stringify(value)
}
