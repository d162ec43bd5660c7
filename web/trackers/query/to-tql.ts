// Writes TQL. The server alone reads it: the page never parses a query.
import type { Field, FilterChip } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'
import type { Report } from '../reports/report-queries.ts'

/** A text in quotes. TQL takes no line breaks in a text. */
export const quoteTql = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, ' ')}"`

/** Functions such as `MYSELF()` and `NOW() - 1w` stand without quotes, like numbers without a sign. */
const FUNCTION = /^(MYSELF\(\)|OPEN\(\)|NOW\(\)(\s*[+-]\s*\d+[dwmy])?)$/i
const NUMBER = /^\d+(\.\d+)?$/

export const isUnquoted = (value: string): boolean => FUNCTION.test(value) || NUMBER.test(value)

const writeValue = (value: string): string => (isUnquoted(value) ? value : quoteTql(value))

/** One chip as a comparison: `status IN ("New", "Open")`. */
export const chipToTql = ({ field, operator, values }: FilterChip): string => {
  const [first = '', second = ''] = values
  if (operator === 'BETWEEN') return `${field} BETWEEN(${writeValue(first)}, ${writeValue(second)})`
  if (operator === 'IN' || operator === 'NOT IN') {
    // TQL takes "None" (the empty text) only with = and !=, and one value reads better so.
    const isNot = operator === 'NOT IN'
    const named = values.filter(value => value !== '')
    const parts = [
      ...(named.length > 1
        ? [`${field} ${operator}(${named.map(writeValue).join(', ')})`]
        : named.map(value => `${field} ${isNot ? '!=' : '='} ${writeValue(value)}`)),
      ...(values.includes('') ? [`${field} ${isNot ? '!=' : '='} ""`] : []),
    ]
    return parts.length > 1 ? `(${parts.join(isNot ? ' AND ' : ' OR ')})` : (parts[0] ?? '')
  }
  return `${field} ${operator} ${writeValue(first)}`
}

export const joinTql = (parts: readonly string[]): string => parts.filter(part => part.trim() !== '').join(' AND ')

type Criterion = Report['criteria'][number]

/**
 * The query of a report. `undefined`: TQL cannot say it (regular expressions, choices that are gone); the page then sends the criteria
 * themselves.
 */
export const reportToTql = (report: Report, tracker: Tracker): string | undefined => {
  if (report.expert_query !== null) return report.expert_query
  const parts: string[] = []
  for (const criterion of report.criteria) {
    const part = criterionToTql(criterion, tracker)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return joinTql(parts)
}

/** The JSON criteria of a report, for `query`. */
export const reportCriteria = (report: Report): string =>
  JSON.stringify(
    Object.fromEntries(
      report.criteria.flatMap(({ field_id, value }) => {
        if (value === null || value === '') return []
        const ids = listIds(value)
        return [[field_id, ids ?? value]]
      }),
    ),
  )

/** The criteria of a report in the form that `PUT /tracker_reports/{id}` takes. */
export const writableCriteria = (report: Report) =>
  report.criteria
    .filter(({ value }) => value !== null && value !== '')
    .map(({ field_id, value }) => {
      const ids = listIds(value)
      if (ids) return { field_id, value: ids }
      return typeof value === 'object'
        ? { field_id, ...(value as { operator: string; value: unknown }) }
        : { field_id, value }
    })

const listIds = (value: unknown): readonly unknown[] | undefined => {
  if (typeof value !== 'object' || value === null || !('value_ids' in value)) return undefined
  const { none, value_ids } = value as { readonly none?: boolean; readonly value_ids: readonly unknown[] }
  return [...(none === true ? [100] : []), ...value_ids]
}

const criterionToTql = ({ field_id, value }: Criterion, tracker: Tracker): string | undefined => {
  const field = tracker.fields.find(each => each.field_id === field_id)
  // Nothing is asked, or the reader does not see the field: the server leaves such a criterion out, too.
  if (!field || value === null || value === '') return ''
  const ids = listIds(value)
  if (ids) return listToTql(field, ids)
  if (typeof value === 'object') {
    const { operator, value: inner } = value as { readonly operator: string; readonly value: unknown }
    if (inner === null || inner === '') return ''
    return field.bindings.type === null ? plainToTql(field, inner, operator) : listToTql(field, asList(inner))
  }
  return plainToTql(field, value, 'contains')
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [value])

const listToTql = (field: Field, ids: readonly unknown[]): string | undefined => {
  const labels = new Map(listValues(field).map(({ id, label }) => [String(id), label]))
  const values = ids.map(id => (String(id) === '100' ? '' : labels.get(String(id))))
  if (values.some(value => value === undefined)) return undefined
  return values.length === 0 ? '' : chipToTql({ field: field.name, operator: 'IN', values: values as string[] })
}

/** The choices of a list, labels as TQL takes them: logins of people. */
export const listValues = (field: Field): readonly { readonly id: number | string; readonly label: string }[] =>
  Array.isArray(field.values) ? (field.values as { id: number | string; label: string }[]) : []

const plainToTql = (field: Field, value: unknown, operator: string): string | undefined => {
  const { name, type } = field
  const [first, second] = asList(value).map(String)
  if (first === undefined || first === '') return ''
  if (operator.toLowerCase() === 'between' && second !== undefined)
    return chipToTql({ field: name, operator: 'BETWEEN', values: [first, second] })
  if (operator === '<' || operator === '>' || operator === '=')
    return chipToTql({ field: name, operator, values: [first] })
  if (/^!?\/.*\/$/.test(first)) return undefined
  if (type === 'string' || type === 'text')
    return joinTql(
      first
        .split(/\s+/)
        .filter(word => word !== '')
        .map(word => `${name} = ${quoteTql(word)}`),
    )
  if (type === 'date' || type === 'lud' || type === 'subon')
    return chipToTql({ field: name, operator: '=', values: [first] })
  return numberToTql(name, first)
}

/** `5`, `<5`, `>=5`, `1-5` */
const numberToTql = (name: string, text: string): string | undefined => {
  const range = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text)
  if (range) return `${name} BETWEEN(${range[1]}, ${range[2]})`
  const compared = /^(<=|>=|<|>)?\s*(-?\d+(?:\.\d+)?)$/.exec(text)
  return compared ? `${name} ${compared[1] ?? '='} ${writeValue(compared[2] ?? '')}` : undefined
}
