import { Invalid } from '../../errors.ts'
import { parseObject } from '../../json-object.ts'

/** http.md §7: the JSON object in a `query` parameter; anything else is a 400 that names the known criteria. */
export const parseJsonQuery = (query: string, criteria: readonly string[]): Readonly<Record<string, unknown>> => {
  if (!query.startsWith('{') || !query.endsWith('}'))
    throw new Invalid(`\`query\` is to be a JSON object: ${hint(criteria)}`, {
      reason: 'parameter.type',
      parameter: 'query',
    })
  const object = parseObject(query)
  if (!object) throw new Invalid('`query` is not valid JSON', { reason: 'parameter.type', parameter: 'query' })
  if (!criteria.some(name => Object.hasOwn(object, name)))
    throw new Invalid(`\`query\` has no known criterion: ${hint(criteria)}`, {
      reason: 'parameter.range',
      parameter: 'query',
    })
  return object
}

const hint = (criteria: readonly string[]): string =>
  `it takes one of ${criteria.map(name => `\`${name}\``).join(', ')}`

/** A text that the database can hold. */
export const textCriterion = (query: Readonly<Record<string, unknown>>, name: string): string => {
  const value = query[name]
  if (typeof value !== 'string')
    throw new Invalid(`\`query[${name}]\` is to be a text`, { reason: 'parameter.type', parameter: `query[${name}]` })
  if (!value.isWellFormed() || value.includes('\0'))
    throw new Invalid(`\`query[${name}]\` is not valid Unicode text`, {
      reason: 'parameter.type',
      parameter: `query[${name}]`,
    })
  return value.trim()
}

/** Requires a criterion to be true, if no other value makes sense. */
export const requireTrue = (query: Readonly<Record<string, unknown>>, name: string): void => {
  if (query[name] !== true)
    throw new Invalid(`\`query[${name}]\` can only be true`, { reason: 'parameter.type', parameter: `query[${name}]` })
}
