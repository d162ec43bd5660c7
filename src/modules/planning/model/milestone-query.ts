import { Invalid } from '../../../platform/errors.ts'
import { parseObject } from '../../../platform/json-object.ts'

/** Which milestones a list holds (agile.md §4.1). */
export interface MilestoneFilter {
  readonly status?: 'open' | 'closed'
  readonly period?: 'current' | 'future'
}

/** Parses `query`; throws Invalid for anything but one known key. `hasPeriods`: the list can be limited to a period. */
export const parseMilestoneQuery = (
  text: string,
  { hasPeriods }: { readonly hasPeriods: boolean },
): MilestoneFilter => {
  if (text.trim() === '') return {}
  const query = parseObject(text)
  const forms = `{"status":"open"}, {"status":"closed"}${hasPeriods ? ', {"period":"current"} or {"period":"future"}' : ''}`
  const invalid = (): Invalid =>
    new Invalid(`\`query\` must be ${forms}`, { reason: 'parameter.range', parameter: 'query' })
  if (!query) throw invalid()
  const entries = Object.entries(query)
  if (entries.length === 0) return {}
  const [[key, value] = [], ...others] = entries
  if (others.length > 0) throw invalid()
  if (key === 'status' && (value === 'open' || value === 'closed')) return { status: value }
  if (hasPeriods && key === 'period' && (value === 'current' || value === 'future')) return { period: value }
  throw invalid()
}
